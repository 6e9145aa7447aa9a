// Writes the files that are made from code; with `--check` it only tells which of them are not current, and fails.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { say } from './progress.ts';

const root = join(import.meta.dirname, '..');

/** Each generator is a program that prints the whole file. */
const generated = [
  { file: '.env.example', generator: 'scripts/generate-env-example.ts' },
  { file: 'docs/states.md', generator: 'scripts/generate-states.ts' },
  { file: 'docs/permissions.md', generator: 'scripts/generate-permissions.ts' },
  { file: 'docs/openapi.json', generator: 'scripts/generate-openapi.ts' },
];

const outputLimitBytes = 20 * 1024 * 1024;
const checkOnly = process.argv.includes('--check');

const results = await Promise.all(generated.map(bringUpToDate));
process.exitCode = results.every(Boolean) ? 0 : 1;

/** Answers whether the file is (now) what its generator prints. */
async function bringUpToDate({ file, generator }: { file: string; generator: string }): Promise<boolean> {
  const path = join(root, file);
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, generator)], {
    cwd: root,
    maxBuffer: outputLimitBytes,
  });
  if (existsSync(path) && readFileSync(path, 'utf8') === stdout) return true;
  if (checkOnly) {
    say(`${file} is not what ${generator} makes of the code: run \`node scripts/generate.ts\` and commit it.`);
    return false;
  }
  writeFileSync(path, stdout);
  say(`Wrote ${file}.`);
  return true;
}
