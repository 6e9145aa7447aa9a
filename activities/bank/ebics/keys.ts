import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import type { SecretBox } from '../../../db/core/secret-box.ts';
import { publicKeyHash } from './crypto.ts';

/** Our identity at the bank's EBICS server. */
export interface EbicsSubscriber {
  readonly hostId: string;
  readonly partnerId: string;
  readonly userId: string;
}

/** Our three keys, each with the certificate in which the bank got it. */
export interface EbicsKeys {
  /** Signs orders (A006). */
  readonly signature: OwnKey;
  /** Signs requests (X002). */
  readonly authentication: OwnKey;
  /** The bank encrypts for it (E002). */
  readonly encryption: OwnKey;
}

export interface OwnKey {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
}

/** The bank's public keys. */
export interface EbicsBankKeys {
  readonly authentication: KeyObject;
  readonly encryption: KeyObject;
}

export interface KeysFile {
  readonly keys: EbicsKeys;
  /** Null until they were fetched and compared. */
  readonly bank: EbicsBankKeys | null;
}

/** Opens the file with our keys. @throws Error in words for operators */
export function readKeysFile(path: string, box: SecretBox, of: EbicsSubscriber): KeysFile {
  const sealed = Buffer.from(readFileSync(path, 'utf8'), 'base64');
  const stored = JSON.parse(box.open(sealed, contextOf(of))) as StoredKeys;
  const own = ({ key, certificate }: StoredKey): OwnKey => ({
    key: createPrivateKey(key),
    certificate: new X509Certificate(certificate),
  });
  const { signature, authentication, encryption, bank } = stored;
  return {
    keys: { signature: own(signature), authentication: own(authentication), encryption: own(encryption) },
    bank: bank && {
      authentication: createPublicKey(bank.authentication),
      encryption: createPublicKey(bank.encryption),
    },
  };
}

/** Writes the file with our keys, sealed, readable by its owner only, whole or not at all. A new one replaces none. */
export async function writeKeysFile(
  path: string,
  box: SecretBox,
  { keys, bank, of, isNew }: KeysFile & { readonly of: EbicsSubscriber; readonly isNew: boolean },
): Promise<void> {
  const own = ({ key, certificate }: OwnKey): StoredKey => ({
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: certificate.toString(),
  });
  const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
  const stored: StoredKeys = {
    signature: own(keys.signature),
    authentication: own(keys.authentication),
    encryption: own(keys.encryption),
    bank: bank && { authentication: pem(bank.authentication), encryption: pem(bank.encryption) },
  };
  const text = box.seal(JSON.stringify(stored), contextOf(of)).toString('base64');
  const part = `${path}.part`;
  const file = await open(part, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  if (!isNew) return rename(part, path);
  await link(part, path);
  await rm(part);
}

/** The hash of a key as letters and settings have it: upper-case hexadecimal. */
export function keyHashText(key: KeyObject): string {
  return publicKeyHash(key).toString('hex').toUpperCase();
}

/** @throws Error unless these are the keys whose hashes the bank has published */
export function requireBankKeys(bank: EbicsBankKeys, expected: EbicsBankHashes): void {
  for (const [name, key, hash] of [
    ['authentication (X002)', bank.authentication, expected.authentication],
    ['encryption (E002)', bank.encryption, expected.encryption],
  ] as const) {
    const found = keyHashText(key);
    if (found !== hash.replaceAll(/[\s:]/g, '').toUpperCase()) {
      const what = `The bank's key for ${name} has the hash ${found}`;
      throw new Error(`${what}, which is not the one in the settings. Compare it with the bank's letter.`);
    }
  }
}

export interface EbicsBankHashes {
  readonly authentication: string;
  readonly encryption: string;
}

interface StoredKey {
  readonly key: string;
  readonly certificate: string;
}

interface StoredKeys {
  readonly signature: StoredKey;
  readonly authentication: StoredKey;
  readonly encryption: StoredKey;
  readonly bank: { readonly authentication: string; readonly encryption: string } | null;
}

function contextOf({ hostId, partnerId, userId }: EbicsSubscriber): string {
  return `ebics-keys:${hostId}:${partnerId}:${userId}`;
}
