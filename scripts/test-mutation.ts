// `npm run test:mutation`: changes the code of each area, one small change at a time, and prints how many of the
// changes no test notices. `-- --area db` takes one area, `-- --only db/ledger/resolve.ts` some files of it, and `--
// --tests <files>` runs these tests alone. Results are kept in `.mutation` and the next run continues from them;
// `--again` measures what is chosen from the beginning, as tests of constants need it; `--quick` leaves out changes of
// constants. It fails below 95 %.
import '../db/core/require-node.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { areas, type MutationArea, reportFile } from './mutation/areas.ts';
import { say } from './progress.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    area: { type: 'string' },
    only: { type: 'string' },
    tests: { type: 'string' },
    processes: { type: 'string' },
    again: { type: 'boolean' },
    quick: { type: 'boolean' },
  },
});
const chosen = areas.filter(({ name }) => values.area === undefined || name === values.area);
if (chosen.length === 0) {
  say(`There is no area "${values.area}". Areas: ${areas.map(({ name }) => name).join(', ')}.`);
  process.exit(64);
}

let failed = false;
const scores: string[] = [];
for (const area of chosen) {
  say(`Mutating ${area.mutate.join(', ')}…`);
  const code = await runStryker(area);
  failed ||= code !== 0;
  scores.push(...scoresOf(area));
}
for (const score of scores) say(score);
process.exit(failed ? 1 : 0);

async function runStryker({ name }: MutationArea): Promise<number> {
  const child = spawn(process.execPath, ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', configFile()], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      MUTATION_AREA: name,
      TMPDIR: folderInMemory(),
      // For each change that is not noticed all the tests are run: fewer examples of the longest ones are enough.
      MONEY_EXAMPLES: process.env.MONEY_EXAMPLES ?? '300',
      BANK_DAYS_EXAMPLES: process.env.BANK_DAYS_EXAMPLES ?? '150',
      ...(values.only === undefined ? {} : { MUTATION_FILES: values.only }),
      ...(values.tests === undefined ? {} : { MUTATION_TESTS: values.tests }),
      ...(values.again === true ? { MUTATION_AGAIN: 'yes' } : {}),
      ...(values.quick === true ? { MUTATION_QUICK: 'yes' } : {}),
      ...(values.processes === undefined ? {} : { MUTATION_PROCESSES: values.processes }),
    },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** Each test file has a database of its own: making and removing them on a disk takes longer than the tests. */
function folderInMemory(): string {
  if (!existsSync('/dev/shm')) return tmpdir();
  const folder = '/dev/shm/tidegate-mutation';
  mkdirSync(folder, { recursive: true });
  return folder;
}

function configFile(): string {
  return join('scripts', 'mutation', 'stryker.config.ts');
}

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

/** The score of an area and of each of its files. Mutants that no test reaches count as survived. */
function scoresOf(area: MutationArea): string[] {
  const { files } = JSON.parse(readFileSync(join(root, reportFile(area)), 'utf8')) as Report;
  const all = Object.values(files).flatMap(({ mutants }) => mutants);
  return [
    ...Object.entries(files).map(([file, { mutants }]) => `  ${file}: ${scoreOf(mutants)}`),
    `mutation score of ${area.name}: ${scoreOf(all)}`,
  ];
}

function scoreOf(mutants: readonly { readonly status: string }[]): string {
  const count = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const killed = count('Killed', 'Timeout');
  const all = killed + count('Survived', 'NoCoverage');
  if (all === 0) return 'nothing to change';
  return `${((100 * killed) / all).toFixed(1)} % (${killed} of ${all} changes noticed)`;
}
