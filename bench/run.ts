// `npm run bench`: every benchmark, one line per figure. Arguments narrow it by the beginnings of names:
// `npm run bench -- ledger block`, `npm run bench -- scale`.
import '../db/core/require-node.ts';
import { readdirSync } from 'node:fs';
import { inspect } from 'node:util';
import { say } from '../scripts/progress.ts';
import { type Benchmark, figureLine } from './figure.ts';

const chosen = process.argv.slice(2);
const names = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.slice(0, -'.bench.ts'.length))
  .filter((name) => chosen.length === 0 || chosen.some((start) => name.startsWith(start)));

let missed = 0;
// A bundler sets NODE_ENV for itself, which the programs of the next benchmark must not inherit.
const environment = { ...process.env };
for (const name of names) {
  process.env = { ...environment };
  say(`\n${name}…`);
  try {
    const { run } = (await import(`./${name}.bench.ts`)) as Benchmark;
    for (const figure of await run()) {
      say(figureLine(figure));
      if (figure.ok === false) missed += 1;
    }
  } catch (error) {
    missed += 1;
    // With its causes: `fetch failed` alone does not say who did not answer.
    say(`${name} failed: ${inspect(error)}`);
  }
}
say(missed === 0 ? '\nEvery target holds.' : `\n${missed} missed.`);
process.exit(missed === 0 ? 0 : 1);
