import '../db/core/require-node.ts';
import { readFile } from 'node:fs/promises';
import type { Db } from '../db/core/sequelize.ts';
import { documentKeys } from '../db/documents/keys.ts';
import { verifyFile } from '../db/documents/verify.ts';
import { databaseProgram, run } from './operator-program.ts';
import { say } from './progress.ts';
import { verdictWords } from './verdict-words.ts';

async function verify(db: Db, files: readonly string[]): Promise<void> {
  const keys = await documentKeys(db);
  for (const file of files) {
    const verdict = verifyFile(keys, await readFile(file));
    say(`${file}: ${verdictWords(verdict)}`);
    for (const [name, value] of Object.entries(verdict.facts ?? {})) say(`  ${name}: ${value}`);
    if (verdict.verdict !== 'genuine') process.exitCode = 1;
  }
}

const { program, onDatabase } = databaseProgram('verify-receipt', {
  about:
    'Verifies statements, invoices, receipts and confirmations; exits with status 1 if one is not genuine. A genuine ' +
    'one of the sandbox is called a test: it exits with 0, and no money moved.',
  notes: 'Anyone else can use the page /verify.',
});
program.argument('<file.pdf...>').action(onDatabase(verify));
await run(program);
