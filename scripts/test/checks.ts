import { join } from 'node:path';
import pLimit from 'p-limit';
import { startProcess } from '../process/managed.ts';
import { say, seconds } from '../progress.ts';

const root = join(import.meta.dirname, '..', '..');

/** A check of the code that needs no server. */
interface Check {
  readonly name: string;
  /** A script under the root and its arguments, run by this Node. */
  readonly command: readonly [string, ...string[]];
}

const checks: readonly Check[] = [
  {
    name: 'format and lint (biome)',
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--max-diagnostics=50', '.'],
  },
  // The native compiler: a third of the time. `typescript` itself is what dependency-cruiser and knip parse with.
  {
    name: 'types (tsc)',
    command: ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.json', '--pretty', 'false'],
  },
  { name: 'promises and switches (oxlint)', command: ['node_modules/oxlint/bin/oxlint', '--max-warnings=0'] },
  {
    name: 'import directions (dependency-cruiser)',
    command: ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', '--config', '.dependency-cruiser.cjs', '.'],
  },
  { name: 'unused code (knip)', command: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  {
    name: 'code that only tests use (knip)',
    command: ['node_modules/knip/bin/knip.js', '--no-progress', '--production', '--include', 'files,exports,types'],
  },
  { name: 'lock file is whole', command: ['scripts/complete-lock-file.ts', '--check'] },
  { name: 'workflow files (actionlint)', command: ['scripts/check-workflows.ts'] },
  { name: 'generated files are current', command: ['scripts/generate.ts', '--check'] },
];

/** Two at a time: the heavy ones (tsc, oxlint) use both cores of a small machine. */
const parallel = 2;

/** The name and outcome of one check. */
export interface CheckResult {
  readonly name: string;
  readonly passed: boolean;
}

/** Runs every static check, telling each outcome as it comes; a failed one shows its output. */
export function runChecks(): Promise<CheckResult[]> {
  const atOnce = pLimit(parallel);
  return Promise.all(checks.map((check) => atOnce(runCheck, check)));
}

async function runCheck({ name, command }: Check): Promise<CheckResult> {
  const startedMs = Date.now();
  const lines: string[] = [];
  const [script, ...args] = command;
  const check = await startProcess({
    name,
    command: process.execPath,
    args: [join(root, script), ...args],
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    onLine: (line) => lines.push(line),
  });
  const { code } = await check.exited;
  const passed = code === 0;
  say(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds(Date.now() - startedMs)})`);
  if (!passed) say(lines.map((line) => `     ${line}`).join('\n'));
  return { name, passed };
}
