import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');

/**
 * The commands of a section of a document, as a person reads them: one list of lines for each block of shell.
 * @throws Error if there are more or fewer blocks than expected
 */
export function readRunbook(
  document: string,
  { heading, blocks: expected }: { readonly heading: string; readonly blocks: number },
): readonly (readonly string[])[] {
  const text = readFileSync(join(root, 'docs', document), 'utf8');
  const level = heading.split(' ', 1)[0] ?? '';
  const start = text.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`docs/${document} has no section "${heading}".`);
  const section = text.slice(start + 1 + heading.length);
  const end = section.indexOf(`\n${level} `);
  const blocks = [...section.slice(0, end < 0 ? undefined : end).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
    ([, block = '']) => block.split('\n').filter((line) => line.trim() !== ''),
  );
  if (blocks.length !== expected)
    throw new Error(`"${heading}" of docs/${document} has ${blocks.length} blocks of commands, not ${expected}.`);
  return blocks;
}

/** Runs a line of the runbook as a person would. @throws Error with what it printed when it fails */
export async function runLine(line: string, env: NodeJS.ProcessEnv): Promise<string> {
  console.log(`$ ${line}`);
  const ended = await promisify(execFile)('sh', ['-c', line.replace(/\bnpm run /g, 'npm run --silent ')], {
    cwd: root,
    env: { ...process.env, ...env },
  }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${line} failed:\n${error.stdout}${error.stderr}`);
  });
  console.log(ended.stdout.trimEnd());
  return ended.stdout;
}
