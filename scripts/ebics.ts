// Connects the gateway with the bank's EBICS server: makes our keys, prints the letter for the bank, fetches its keys.
import '../db/core/require-node.ts';
import { ebicsClient } from '../activities/bank/ebics/client.ts';
import { keyHashText, readKeysFile, requireBankKeys, writeKeysFile } from '../activities/bank/ebics/keys.ts';
import { initializationLetter } from '../activities/bank/ebics/letter.ts';
import { makeEbicsKeys } from '../activities/bank/ebics/make-keys.ts';
import { ebicsServerUrl } from '../activities/bank/open-bank.ts';
import { createSecretBox, type SecretBox } from '../db/core/secret-box.ts';
import type { BankConfig, EbicsConfig } from '../settings/bank.ts';
import { loadConfig } from '../settings/load.ts';
import { operatorProgram, run } from './operator-program.ts';
import { say } from './progress.ts';

interface Opened {
  readonly bank: BankConfig;
  readonly ebics: EbicsConfig;
  readonly box: SecretBox;
}

function onBank(act: (opened: Opened) => Promise<void>): () => Promise<void> {
  return () => {
    const { bank, encryptionKey } = loadConfig(process.env);
    if (bank?.ebics === undefined) throw new Error('BANK_URL is not an EBICS server.');
    return act({ bank, ebics: bank.ebics, box: createSecretBox(Buffer.from(encryptionKey)) });
  };
}

async function makeKeys({ ebics, box }: Opened): Promise<void> {
  const keys = makeEbicsKeys(ebics, Date.now());
  await writeKeysFile(ebics.keysFile, box, { keys, bank: null, of: ebics, isNew: true });
  say(
    `Made our keys in ${ebics.keysFile}. Keep a copy of this file and of ENCRYPTION_KEY. Next: npm run ebics -- send`,
  );
}

async function sendKeys({ bank, ebics, box }: Opened): Promise<void> {
  const { keys } = readKeysFile(ebics.keysFile, box, ebics);
  const client = ebicsClient(ebicsServerUrl(bank.url));
  try {
    await client.sendKeys({ of: ebics, keys, nowMs: Date.now() });
  } finally {
    await client.close();
  }
  say('Sent our keys to the bank. Next: npm run ebics -- letter');
}

async function printLetter({ bank, ebics, box }: Opened): Promise<void> {
  const { keys } = readKeysFile(ebics.keysFile, box, ebics);
  say(initializationLetter({ of: ebics, keys, holder: bank.account.name, nowMs: Date.now() }));
}

/** Nobody but the bank knows these hashes by another way, so its server alone is not believed. */
async function fetchBankKeys({ bank, ebics, box }: Opened): Promise<void> {
  const { keys } = readKeysFile(ebics.keysFile, box, ebics);
  const client = ebicsClient(ebicsServerUrl(bank.url));
  try {
    const found = await client.fetchBankKeys({ of: ebics, keys, nowMs: Date.now() });
    requireBankKeys(found, ebics.bankHashes);
    await writeKeysFile(ebics.keysFile, box, { keys, bank: found, of: ebics, isNew: false });
    say(`Keeping the bank's keys. X002: ${keyHashText(found.authentication)}`);
    say(`                         E002: ${keyHashText(found.encryption)}`);
  } finally {
    await client.close();
  }
}

const program = operatorProgram('ebics', {
  about: "Connects the gateway with the bank's EBICS server.",
  notes: 'Run the commands in this order, with the settings of the gateway (docs/operating/bank.md).',
});
program
  .command('keys')
  .description('makes our keys in BANK_EBICS_KEYS, sealed with ENCRYPTION_KEY')
  .action(onBank(makeKeys));
program.command('send').description('sends our public keys to the bank (INI and HIA), once').action(onBank(sendKeys));
program
  .command('letter')
  .description('prints the initialization letter: sign it and send it to the bank')
  .action(onBank(printLetter));
program
  .command('bank-keys')
  .description(
    "fetches the bank's keys (HPB) once the bank has activated ours, and keeps them if their hashes are " +
      'BANK_EBICS_BANK_X002 and BANK_EBICS_BANK_E002',
  )
  .action(onBank(fetchBankKeys));
await run(program);
