import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { select } from '../db/core/sql.ts';
import { openTestDatabase } from '../db/database.fixture.ts';
import { exchangeBooks } from '../db/treasury/positions.ts';
import { hedgeStopsTable } from '../db/treasury/rows.ts';
import { parseExact } from '../domain/treasury/exact.ts';

const { db, databaseUrl } = await openTestDatabase();
const script = fileURLToPath(new URL('./treasury.ts', import.meta.url));

function run(...args: string[]): string {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  return execFileSync(process.execPath, [script, ...args], { env, encoding: 'utf8', stdio: 'pipe' });
}

test('stops and releases hedging, with the reason in the audit log', async () => {
  run('stop', '--reason', 'A drill', '--mode', 'sandbox', '--asset', 'BTC');
  expect(await hedgeStopsTable.find(db, {})).toMatchObject([{ mode: 'sandbox', asset: 'BTC', reason: 'A drill' }]);
  expect(run()).toMatch(/stopped sandbox BTC by .* \(npm run treasury\) at .*: A drill/);
  run('go', '--reason', 'It is over', '--mode', 'sandbox', '--asset', 'BTC');
  run('go', '--reason', 'Twice', '--mode', 'sandbox', '--asset', 'BTC');
  expect(await hedgeStopsTable.count(db, { mode: 'sandbox' })).toBe(0);
  const actions = await select<{ action: string }>(
    db,
    `SELECT action FROM audit_log WHERE action LIKE 'hedging.%' ORDER BY seq`,
  );
  expect(actions.map(({ action }) => action)).toEqual(['hedging.stopped', 'hedging.released']);
});

test('says that no own money moves', () => {
  expect(run('transfers')).toBe('No own money moves (production).\n');
  expect(run('transfers', '--mode', 'sandbox')).toBe('No own money moves (sandbox).\n');
});

test('books own money at an exchange, there and back', async () => {
  const capital = ['capital', '--exchange', 'kraken', '--currency', 'EUR', '--note', 'Wire 17'];
  run(...capital, '--amount', '1000.50');
  run(...capital, '--amount', '0.50', '--taken');
  expect((await exchangeBooks(db, { mode: 'production', exchange: 'kraken' })).get('EUR')).toBe(parseExact('1000'));
  expect(() => run(...capital, '--amount', '5000', '--taken')).toThrow();
});

test.each([
  [['capital', '--exchange', 'mtgox', '--currency', 'EUR', '--amount', '1', '--note', 'x']],
  [['capital', '--exchange', 'kraken', '--currency', 'EUR', '--amount', '1.001', '--note', 'x']],
  [['stop', '--reason', 'x', '--asset', 'TRX']],
  [['stop']],
])('refuses %j', (args) => {
  expect(() => run(...args)).toThrow();
});
