import { pathToFileURL } from 'node:url';
import { BUDGETS, leastRoundTrips } from '../bench/cost/budgets.ts';

/** The whole text of docs/architecture/cost.md, drawn from the budgets. */
export function costDocument(): string {
  return [
    '# Cost of each step',
    '',
    'For developers: what each step of a payment asks of the database, and what it may ask at most. Generated from',
    '`bench/cost/budgets.ts` by `node scripts/generate.ts`. `bench/cost/cost.test.ts` counts the steps on a real Postgres and',
    'fails when one asks for more, or for so much less that its budget should be lowered: counts do not depend on the machine.',
    '',
    'A round trip is a statement, or the beginning or end of a transaction, that waits for its answer. *Least* is what a program',
    'would need that only writes these rows, with a statement for each table in one transaction, and decides nothing. Statements',
    'that write several tables need fewer; locks, guards and rules need more. Polls that find nothing, and the simulated chains,',
    'are not counted. `npm run cost` also prints the bytes of the log and the processor time of each step on a durable Postgres,',
    'and `npm run cost -- settled` the statements of the steps with this word in their names.',
    '',
    '| step | statements | round trips | least | rows | tables |',
    '|---|---|---|---|---|---|',
    ...Object.entries(BUDGETS).map(([name, work]) => {
      const { statements, roundTrips, rows, tables } = work;
      return `| ${[name, statements, roundTrips, leastRoundTrips(work), rows, tables].join(' | ')} |`;
    }),
    '',
    'The workflows add events to Temporal’s history: 6 or 7 for an invoice that nobody pays, 9 at most for a paid one',
    '(`workflows/invoice.test.ts`), and no more for a payout than for a bare workflow of as many steps (`npm run bench -- payouts`).',
    '',
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(costDocument());
