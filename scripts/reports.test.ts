import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { execute } from '../db/core/sql.ts';
import { openTestDatabase } from '../db/database.fixture.ts';
import { makeInvoice, makeRates, makeShop } from '../db/invoices/testing.fixture.ts';

const { db } = await openTestDatabase();

async function reports(...args: readonly string[]) {
  const env = { ...process.env, DATABASE_URL: db.url };
  const program = join(import.meta.dirname, 'reports.ts');
  return promisify(execFile)(process.execPath, [program, ...args], { env }).then(
    ({ stdout }) => ({ output: stdout, status: 0 }),
    ({ stdout, code }: { stdout: string; code: number }) => ({ output: stdout, status: code }),
  );
}

test('check names the sums of the dashboard that are wrong, with status 1, and rebuild makes them right', async () => {
  await makeRates(db);
  const shop = await makeShop(db);
  await makeInvoice(db, shop);
  expect(await reports('rebuild')).toMatchObject({
    status: 0,
    output: expect.stringMatching(/Read 2 transfers, invoices and choices in \d+\.\d s\.\n$/),
  });
  await execute(db, `UPDATE payer_day SET opened = 5 WHERE gate_id = ''`);
  const wrong = await reports('check');
  expect(wrong.status).toBe(1);
  expect(wrong.output).toContain(`payer_day of ${shop.profileId} `);
  expect(wrong.output).toContain(': 5 1 0 instead of 1 1 0\nRun npm run reports -- rebuild.\n');
  await reports('rebuild');
  expect(await reports('check')).toMatchObject({ status: 0, output: expect.stringContaining('They are equal.') });
  expect((await reports('mend')).status).toBe(64);
});
