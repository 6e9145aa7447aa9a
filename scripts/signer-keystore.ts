// Makes the file that the signer's keys are in: `node scripts/signer-keystore.ts --file keystore.json`.
import '../db/core/require-node.ts';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { generateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { openKeystore, sealKeystore } from '../activities/signer/keystore.ts';
import type { ChainKind } from '../domain/assets/assets.ts';
import { accountXpubsOf } from '../domain/assets/seed.ts';
import { say } from './progress.ts';

const USAGE = `Usage: node scripts/signer-keystore.ts --file <path> [--new] [--chain main|test]

Asks for the BIP-39 seed phrase of the paying accounts and, twice, for a passphrase, and writes the encrypted seed phrase into a new file that only you can
read. Then it prints the accounts' extended public keys for the configuration. Without a terminal it reads the answers as lines of standard input.

  --new    creates a new seed phrase of 256 bits and shows it once: write it down on paper
  --chain  main (default) for real money; test for test chains and private chains`;

const LEAST_PASSPHRASE = 12;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { file: { type: 'string' }, new: { type: 'boolean' }, chain: { type: 'string', default: 'main' } },
  });
  const { file, chain } = values;
  if (file === undefined || !isChain(chain)) {
    say(USAGE);
    process.exitCode = 64;
    return;
  }
  const answers = readAnswers();
  try {
    const words = values.new ? generateMnemonic(wordlist, 256) : tidy(await answers.ask('Words: '));
    // Refuses what is no phrase before anything is written.
    const xpubs = accountXpubsOf({ mnemonic: words, chain });
    const passphrase = await answers.ask('Passphrase: ');
    if (passphrase.length < LEAST_PASSPHRASE)
      throw new Error(`The passphrase must have at least ${LEAST_PASSPHRASE} characters.`);
    if ((await answers.ask('Passphrase again: ')) !== passphrase) throw new Error('The passphrases differ.');
    const content = await sealKeystore(words, passphrase);
    if ((await openKeystore(content, passphrase)) !== words)
      throw new Error('The encrypted file could not be decrypted again.');
    await writeNew(file, content);
    if (values.new) say(`The seed phrase, to be written on paper only:\n\n  ${words}\n`);
    say(`Wrote ${file}. For the configuration of every process:\n`);
    const prefix = chain === 'main' ? 'XPUB' : 'SANDBOX_XPUB';
    for (const [network, xpub] of Object.entries(xpubs)) say(`${prefix}_${network}=${xpub}`);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    answers.close();
  }
}

/** Never over another keystore: its words might be nowhere else. */
async function writeNew(path: string, content: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Lines of the terminal, which shows nothing of them, or of a pipe. */
function readAnswers() {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = process.stdin.isTTY === true;
  const lines = createInterface({ input: process.stdin, output: hidden, terminal });
  const next = lines[Symbol.asyncIterator]();
  return {
    async ask(question: string): Promise<string> {
      if (terminal) process.stderr.write(question);
      const { done, value } = await next.next();
      if (terminal) process.stderr.write('\n');
      if (done) throw new Error(`There was no answer to "${question.trim()}".`);
      return value;
    },
    close: () => lines.close(),
  };
}

function tidy(words: string): string {
  return words.trim().toLowerCase().split(/\s+/).join(' ');
}

function isChain(chain: string): chain is Exclude<ChainKind, 'regtest'> {
  return chain === 'main' || chain === 'test';
}

await main();
