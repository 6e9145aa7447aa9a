import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { NETWORKS } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { type Config, isOpen } from '../../settings/config.ts';
import { type KeyRing, openKeyRing } from './keys.ts';

/** The clear part of a keystore's file; the words of the accounts are in `sealed` and nowhere else. */
interface KeystoreFile {
  readonly version: 1;
  readonly kdf: {
    readonly name: 'scrypt';
    readonly N: number;
    readonly r: number;
    readonly p: number;
    readonly salt: string;
  };
  readonly cipher: { readonly name: 'aes-256-gcm'; readonly nonce: string; readonly tag: string };
  readonly sealed: string;
}

/** Half a second and 128 MiB of memory for each passphrase that somebody tries. */
const KDF = { N: 2 ** 17, r: 8, p: 1 } as const;
const KDF_MEMORY_BYTES = 256 * 1024 * 1024;
/** A file must not be able to make the signer use more than this. */
const KDF_MAX = { N: 2 ** 20, r: 16, p: 4 } as const;
const NONCE_BYTES = 12;
const KEY_BYTES = 32;

/** The content of a keystore's file: BIP-39 words, encrypted by a passphrase. The same again gives other bytes. */
export async function sealKeystore(words: string, passphrase: string): Promise<string> {
  const kdf = { name: 'scrypt', ...KDF, salt: randomBytes(KEY_BYTES).toString('base64') } as const;
  const nonce = randomBytes(NONCE_BYTES);
  const key = await keyOf(passphrase, kdf);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(authenticatedData(kdf));
  const sealed = Buffer.concat([cipher.update(words, 'utf8'), cipher.final()]).toString('base64');
  const file: KeystoreFile = {
    version: 1,
    kdf,
    cipher: { name: 'aes-256-gcm', nonce: nonce.toString('base64'), tag: cipher.getAuthTag().toString('base64') },
    sealed,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * The words of a keystore.
 * @throws DomainError `configuration_invalid` for another file, one that was changed, or a wrong passphrase; never with
 *   any part of them
 */
export async function openKeystore(content: string, passphrase: string): Promise<string> {
  const file = parseFile(content);
  const key = await keyOf(passphrase, file.kdf);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(file.cipher.nonce, 'base64'));
    decipher.setAAD(authenticatedData(file.kdf)).setAuthTag(Buffer.from(file.cipher.tag, 'base64'));
    return Buffer.concat([decipher.update(Buffer.from(file.sealed, 'base64')), decipher.final()]).toString('utf8');
  } catch {
    throw configurationError('SIGNER_PASSPHRASE does not open the keystore, or its file was changed.');
  }
}

/**
 * The keys of a process that serves the queue `signer`. All it will need are found now, so that a wrong keystore is
 * known at the start and not by the first payout.
 * @throws DomainError `configuration_invalid` with what is missing; production mode on real nodes needs the keystore
 */
export async function openSignerKeys(config: Config): Promise<KeyRing> {
  const { keystore, passphrase } = config.signer;
  const real = NETWORKS.filter((network) => config.chains.production[network] !== undefined);
  if (keystore === undefined && real.length > 0) {
    throw configurationError(
      `SIGNER_KEYSTORE is required where payouts are signed: production mode has a node of ${real.join(', ')}. A worker without keys leaves the queue signer out of WORKER_QUEUES.`,
    );
  }
  const ring = openKeyRing(config, keystore === undefined ? undefined : await readKeystore(keystore, passphrase));
  for (const mode of ['sandbox', 'production'] as const) {
    for (const network of NETWORKS) if (isOpen(config, mode, network)) ring.of({ mode, network });
  }
  return ring;
}

async function readKeystore(path: string, passphrase: string | undefined): Promise<string> {
  if (passphrase === undefined)
    throw configurationError('SIGNER_PASSPHRASE is required because SIGNER_KEYSTORE is set.');
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch {
    throw configurationError('The file that SIGNER_KEYSTORE names cannot be read.');
  }
  return openKeystore(content, passphrase);
}

function parseFile(content: string): KeystoreFile {
  try {
    const file = JSON.parse(content) as KeystoreFile;
    const { N, r, p } = file.kdf;
    const isSane = N <= KDF_MAX.N && r <= KDF_MAX.r && p <= KDF_MAX.p;
    if (file.version === 1 && file.kdf.name === 'scrypt' && file.cipher.name === 'aes-256-gcm' && isSane) return file;
  } catch {
    // Not JSON, or not of this shape: the same refusal.
  }
  throw configurationError('The file that SIGNER_KEYSTORE names is no keystore of this version.');
}

function keyOf(passphrase: string, { N, r, p, salt }: KeystoreFile['kdf']): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: Math.max(KDF_MEMORY_BYTES, 256 * N * r) };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), KEY_BYTES, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/** The clear part is authenticated with the sealed one. */
function authenticatedData(kdf: KeystoreFile['kdf']): Buffer {
  return Buffer.from(JSON.stringify(['tidegate keystore 1', kdf.N, kdf.r, kdf.p, kdf.salt]));
}

function configurationError(message: string): DomainError {
  return new DomainError('configuration_invalid', { message });
}
