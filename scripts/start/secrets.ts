import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { generateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** The key that encrypts secrets at rest: 32 random bytes in base64, made once and kept. */
export function encryptionKey(file: string): string {
  return readOrMake(file, () => randomBytes(32).toString('base64'));
}

/** The BIP-39 words from which the sandbox's addresses are derived, made once and kept. They never hold real money. */
export function sandboxSeed(file: string): string {
  return readOrMake(file, () => generateMnemonic(wordlist, 128));
}

function readOrMake(file: string, make: () => string): string {
  if (!existsSync(file)) writeFileSync(file, `${make()}\n`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
