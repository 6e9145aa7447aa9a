import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..', '..');

/** The commands of "Backup and restore" in docs/operations.md: one list for each block of shell. */
export function readRunbook(): { readonly daily: readonly string[]; readonly restore: readonly string[] } {
  const document = readFileSync(join(root, 'docs', 'operations.md'), 'utf8');
  const section = document.slice(document.indexOf('\n## Backup and restore\n'));
  const end = section.indexOf('\n## ', 5);
  const blocks = [...section.slice(0, end).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) =>
    block.split('\n').filter((line) => line.trim() !== ''),
  );
  const [daily, restore, ...others] = blocks;
  if (daily === undefined || restore === undefined || others.length > 0)
    throw new Error(`The section has ${blocks.length} blocks of commands, not two: one for each day, one to restore.`);
  return { daily, restore };
}

/** Runs a line of the runbook as a person would. @throws Error with what it printed when it fails */
export async function runLine(line: string, env: NodeJS.ProcessEnv): Promise<string> {
  console.log(`$ ${line}`);
  const ended = await promisify(execFile)('sh', ['-c', line.replace(/^npm run /, 'npm run --silent ')], {
    cwd: root,
    env: { ...process.env, ...env },
  }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${line} failed:\n${error.stdout}${error.stderr}`);
  });
  console.log(ended.stdout.trimEnd());
  return ended.stdout;
}
