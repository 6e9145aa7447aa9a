// `npm run cost`: what each step of a payment's life asks of the database, beside its budget and the least that these
// rows need. `npm run cost -- settled` also prints the statements of the steps with this word in their names.
import '../../db/core/require-node.ts';
import { say } from '../../scripts/progress.ts';
import { withBenchDatabase } from '../database.ts';
import { BUDGETS, cheapest, leastRoundTrips } from './budgets.ts';
import type { Measured } from './count-work.ts';
import { LIVES, openPaths, type PathName } from './paths.ts';

const [word] = process.argv.slice(2);

const lives = await withBenchDatabase(async ({ url }) => {
  const paths = await openPaths(url);
  const all: ReadonlyMap<PathName, Measured>[] = [];
  for (let life = 1; life <= LIVES; life += 1) {
    say(`life ${life} of ${LIVES}…`);
    all.push(await paths.live());
  }
  await paths.close();
  return all;
});

let dearer = 0;
for (const [name, budget] of Object.entries(BUDGETS) as [PathName, Measured][]) {
  const each = lives.flatMap((life) => life.get(name) ?? []);
  const work = cheapest(each);
  const isOver = work.statements > budget.statements || work.roundTrips > budget.roundTrips || work.rows > budget.rows;
  if (isOver) dearer += 1;
  const kilobytes = (median(each.map(({ logBytes }) => logBytes)) / 1_000).toFixed(1);
  const ms = median(each.map(({ processorMs }) => processorMs));
  say(
    `${name}: ${work.statements} statements, ${work.roundTrips} round trips (least ${leastRoundTrips(work)}), ` +
      `${work.rows} rows in ${work.tables} tables, ${kilobytes} kB of log, ${ms.toFixed(1)} ms of this process: ` +
      `budget of ${budget.roundTrips} round trips and ${budget.rows} rows ${isOver ? 'EXCEEDED' : 'holds'}`,
  );
  if (word !== undefined && name.includes(word))
    for (const text of work.texts) say(`    ${text.replaceAll(/\s+/g, ' ').trim()}`);
}
say(dearer === 0 ? '\nEvery budget holds.' : `\n${dearer} exceeded.`);
process.exit(dearer === 0 ? 0 : 1);

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
