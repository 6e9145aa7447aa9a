import { expect, test } from 'vitest';
import { GATE_IDS, MODES, NETWORKS, UTXO_NETWORKS } from '../../domain/assets/assets.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';

// Lists of the code that the database repeats: a longer one needs a migration, which no type can ask for.
const { db } = await openTestDatabase();

test('every network and SEPA have an emergency stop in both modes: nothing is paid out where there is none', async () => {
  const rows = await select<{ mode: string; network: string }>(db, 'SELECT mode, network FROM emergency_stop');
  const expected = MODES.flatMap((mode) => ['*', ...NETWORKS, 'SEPA'].map((network) => `${mode} ${network}`));
  expect(rows.map(({ mode, network }) => `${mode} ${network}`).sort()).toEqual(expected.sort());
});

test('every gate has limits of conversions', async () => {
  const rows = await select<{ gate_id: string }>(db, 'SELECT gate_id FROM conversion_limit');
  expect(rows.map(({ gate_id }) => gate_id).sort()).toEqual([...GATE_IDS].sort());
});

test('tables have an index of coins for every network that spends them: other queries would read all of it', async () => {
  const indexes = await select<{ table: string; definition: string }>(
    db,
    `SELECT tablename AS table, indexdef AS definition FROM pg_indexes
     WHERE schemaname = 'public' AND indexdef ~ 'network (=|<>) (ANY|ALL)'`,
  );
  const complete = indexes.filter(({ definition }) =>
    UTXO_NETWORKS.every((network) => listAfter('network', definition).includes(network)),
  );
  expect(complete.map(({ table }) => table).sort()).toEqual(['payment', 'payout']);
});

test('every check of a language accepts all languages', async () => {
  const checks = await select<{ place: string; definition: string }>(
    db,
    `SELECT conrelid::regclass::text AS place, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND pg_get_constraintdef(oid) ~ 'language = ANY'`,
  );
  expect(checks.length).toBeGreaterThan(2);
  for (const { place, definition } of checks)
    expect(listAfter('language', definition).sort(), place).toEqual([...LANGUAGES].sort());
});

/** The texts that a column is compared with, as Postgres prints `column IN ('…', '…')`. */
function listAfter(column: string, definition: string): string[] {
  const [, list = ''] = new RegExp(`${column} (?:=|<>) (?:ANY|ALL) \\(+(?:ARRAY\\[)?([^\\]]*)`).exec(definition) ?? [];
  return [...list.matchAll(/'([^']*)'::text/g)].map(([, text = '']) => text);
}
