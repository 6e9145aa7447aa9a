import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ParseOption, XmlDocument, XmlLibError, XsdValidator } from 'libxml2-wasm';
import type { BankFileKind } from '../../../domain/bank/messages.ts';
import { BankFileError } from './bank-file-error.ts';
import { MESSAGE_VERSIONS, versionOf } from './versions.ts';

/** Checks documents against the schemas of their messages. */
export interface Schemas {
  /** @throws BankFileError with the first wrong element */
  validate(kind: BankFileKind, document: Uint8Array): void;
}

/** The standard's own schemas, for the simulated bank and tests. A real bank publishes its own, stricter ones. */
export const STANDARD_SCHEMAS = join(import.meta.dirname, 'standard-schemas.fixture');

/** Recalls have schemas of the gateway's own where the folder has none: those of the standard must not be passed on. */
const OWN_SCHEMAS = join(import.meta.dirname, 'own-schemas');

/**
 * Opens the schemas in a folder, one file for each message, such as `pain.001.001.09.xsd`. Each is compiled when it is
 * first needed and kept. Of an older version without a schema in the folder, documents need only be well-formed:
 * whatever is read of them is checked where it is read.
 */
export function openSchemas(folder: string): Schemas {
  const compiled = new Map<string, XsdValidator | null>();
  const validatorOf = (kind: BankFileKind, version: string) => {
    const known = compiled.get(version);
    const validator = known === undefined ? compile(folder, kind, version) : known;
    compiled.set(version, validator);
    return validator;
  };
  return {
    validate: (kind, document) => {
      const claimed = versionOf(document);
      const version = claimed?.kind === kind ? claimed.version : MESSAGE_VERSIONS[kind];
      const validator = validatorOf(kind, version);
      using parsed = explained(`This is no ${kind}`, () => XmlDocument.fromBuffer(document, { option: SAFE }));
      if (validator !== null) explained(`This is no valid ${version}`, () => validator.validate(parsed));
    },
  };
}

/** Nothing outside of the document is read, and no entity is replaced. */
const SAFE = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_COMPACT;

function compile(folder: string, kind: BankFileKind, version: string): XsdValidator | null {
  const text = readSchema(folder, kind, version);
  if (text === null) return null;
  using schema = XmlDocument.fromBuffer(text);
  return XsdValidator.fromDoc(schema);
}

/** Null: the bank sends an older version, for which nobody has given us a schema. */
function readSchema(folder: string, kind: BankFileKind, version: string): Buffer | null {
  const file = `${version}.xsd`;
  const path = join(folder, file);
  if (existsSync(path)) return readFileSync(path);
  if (kind === 'camt.055' || kind === 'camt.029') return readFileSync(join(OWN_SCHEMAS, file));
  if (version !== MESSAGE_VERSIONS[kind] || kind === 'camt.052') return null;
  throw new Error(`The folder ${folder} has no schema ${file}. Get it from the bank.`);
}

function explained<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    const words = error.message
      .replaceAll(/\{urn:[^}]*\}/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    throw new BankFileError(`${what}: ${words.slice(0, 500)}`, { cause: error });
  }
}
