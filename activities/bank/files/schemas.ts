import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ParseOption, XmlDocument, XmlLibError, XsdValidator } from 'libxml2-wasm';
import type { BankFileKind } from '../../../domain/bank/messages.ts';
import { BankFileError } from './bank-file-error.ts';

/** The versions of the messages that the gateway writes and reads. */
export const MESSAGE_VERSIONS: Readonly<Record<BankFileKind, string>> = {
  'pain.001': 'pain.001.001.09',
  'pain.002': 'pain.002.001.10',
  'camt.053': 'camt.053.001.08',
  'camt.054': 'camt.054.001.08',
  'camt.055': 'camt.055.001.05',
  'camt.029': 'camt.029.001.06',
};

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
 * first needed and kept.
 */
export function openSchemas(folder: string): Schemas {
  const compiled = new Map<BankFileKind, XsdValidator>();
  const validatorOf = (kind: BankFileKind) => {
    const validator = compiled.get(kind) ?? compile(folder, kind);
    compiled.set(kind, validator);
    return validator;
  };
  return {
    validate: (kind, document) => {
      const validator = validatorOf(kind);
      using parsed = explained(`This is no ${kind}`, () => XmlDocument.fromBuffer(document, { option: SAFE }));
      explained(`This is no valid ${MESSAGE_VERSIONS[kind]}`, () => validator.validate(parsed));
    },
  };
}

/** Nothing outside of the document is read, and no entity is replaced. */
const SAFE = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_COMPACT;

function compile(folder: string, kind: BankFileKind): XsdValidator {
  using schema = XmlDocument.fromBuffer(readSchema(folder, kind));
  return XsdValidator.fromDoc(schema);
}

function readSchema(folder: string, kind: BankFileKind): Buffer {
  const file = `${MESSAGE_VERSIONS[kind]}.xsd`;
  try {
    return readFileSync(join(folder, file));
  } catch (error) {
    if (kind === 'camt.055' || kind === 'camt.029') return readFileSync(join(OWN_SCHEMAS, file));
    throw new Error(`The folder ${folder} has no schema ${file}. Get it from the bank.`, { cause: error });
  }
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
