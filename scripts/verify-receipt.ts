import '../db/core/require-node.ts';
import { readFile } from 'node:fs/promises';
import { documentKeys } from '../db/documents/keys.ts';
import { verifyFile } from '../db/documents/verify.ts';
import { openDatabase } from './operator-database.ts';
import { say } from './progress.ts';
import { verdictWords } from './verdict-words.ts';

const USAGE = `Usage: npm run verify-receipt -- <file.pdf> …
         verifies statements, invoices, receipts and confirmations; exits with status 1 if one is not genuine.
         A genuine one of the sandbox is called a test: it exits with 0, and no money moved

Uses the database in DATABASE_URL, or the one that npm start runs on DATA_DIR. Anyone else can use the page /verify.`;

async function main(files: readonly string[]): Promise<void> {
  if (files.length === 0) {
    say(USAGE);
    process.exitCode = 64;
    return;
  }
  const db = await openDatabase('verify-receipt');
  try {
    const keys = await documentKeys(db);
    for (const file of files) {
      const verdict = verifyFile(keys, await readFile(file));
      say(`${file}: ${verdictWords(verdict)}`);
      for (const [name, value] of Object.entries(verdict.facts ?? {})) say(`  ${name}: ${value}`);
      if (verdict.verdict !== 'genuine') process.exitCode = 1;
    }
  } finally {
    await db.close();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
