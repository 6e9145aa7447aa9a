import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { sealKeystore } from '../../activities/signer/keystore.ts';
import { writeWhole } from '../start/data-folder.ts';

/** Settings that only the signer gets. */
export interface ClusterSigner {
  readonly env: { readonly SIGNER_KEYSTORE: string; readonly SIGNER_PASSPHRASE: string };
}

/**
 * The keystore of a cluster and what opens it, made once and kept. Its words are new and hold no money: networks that
 * are simulated are signed for with the words of the sandbox, as everywhere.
 */
export async function keptSigner(folder: string): Promise<ClusterSigner> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keystore = join(folder, 'keystore.json');
  const passphraseFile = join(folder, 'passphrase');
  if (!existsSync(passphraseFile)) {
    writeFileSync(passphraseFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  }
  const passphrase = readFileSync(passphraseFile, 'utf8');
  if (!existsSync(keystore)) writeWhole(keystore, await sealKeystore(generateMnemonic(wordlist, 256), passphrase));
  return { env: { SIGNER_KEYSTORE: keystore, SIGNER_PASSPHRASE: passphrase } };
}
