import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { saveChainIdentity } from '../db/chain/identity.ts';
import { execute, select } from '../db/core/sql.ts';
import { openTestDatabase } from '../db/database.fixture.ts';
import { makeAddress } from '../db/deposits/testing.fixture.ts';
import { makeInvoice, makeRates } from '../db/invoices/testing.fixture.ts';
import { makeMerchant } from '../db/testing.fixture.ts';
import { newId } from '../domain/ids.ts';

const { db, databaseUrl } = await openTestDatabase();
beforeAll(async () => {
  await makeRates(db);
  await execute(db, `UPDATE rate SET mode = 'production'`);
});

async function simulate(...args: string[]): Promise<{ readonly code: number; readonly stdout: string }> {
  const run = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'simulate.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  return run.then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );
}

describe('npm run simulate', () => {
  test('pays an invoice of production and makes blocks where the network is simulated', async () => {
    await saveChainIdentity(
      db,
      { mode: 'production', network: 'BTC' },
      { chain: 'regtest', name: 'x', simulated: true },
    );
    const { id } = await makeInvoice(db, await makeMerchant(db, { mode: 'production' }));
    const paid = await simulate('pay', '--invoice', id);
    expect([paid.code, paid.stdout]).toEqual([0, expect.stringContaining('on simulated BTC (production)')]);
    expect((await simulate('blocks', '--network', 'BTC', '--count', '2')).code).toBe(0);
    const commands = await select(db, `SELECT mode, network, command->>'type' AS type FROM sim_command ORDER BY id`);
    expect(commands).toContainEqual({ mode: 'production', network: 'BTC', type: 'blocks' });
    expect(await select(db, `SELECT mode, network FROM sim_transaction`)).toEqual([
      { mode: 'production', network: 'BTC' },
    ]);
    expect((await simulate('show')).stdout).toContain('production: BTC');
  });

  test('pays to an address of a customer, and says what is missing', async () => {
    const chain = { chain: 'regtest', name: 'x', simulated: true } as const;
    await saveChainIdentity(db, { mode: 'sandbox', network: 'BTC' }, chain);
    const { id } = await makeAddress(db, await makeMerchant(db), 'BTC');
    const { code, stdout } = await simulate('pay', '--address', id, '--amount', '0.002');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Sent 0.00200000 to')]);
    expect(stdout).toContain('on simulated BTC (sandbox)');
    for (const [args, words] of [
      [['--address', id], '--amount is missing'],
      [['--address', id, '--amount', '1', '--scenario', 'late'], '--scenario must be one of paid, replaced'],
      [['--address', newId(), '--amount', '1'], 'There is no such address.'],
      [['--address', 'x', '--amount', '1'], '--address is not the ID of an address.'],
    ] as const) {
      expect(await simulate('pay', ...args)).toEqual({ code: 1, stdout: expect.stringContaining(words) });
    }
  });

  test('refuses a network that runs on a node, or that no worker has opened, in words, and changes nothing', async () => {
    await saveChainIdentity(db, { mode: 'production', network: 'LTC' }, { chain: 'main', name: 'x', simulated: false });
    const invoice = await makeInvoice(db, await makeMerchant(db, { mode: 'production' }), { gateId: 'LTC' });
    const before = await select(db, 'SELECT count(*) FROM sim_command');
    for (const args of [
      ['pay', '--invoice', invoice.id],
      ['blocks', '--network', 'LTC'],
      ['blocks', '--network', 'ETH'],
    ]) {
      const { code, stdout } = await simulate(...args);
      expect([code, stdout]).toEqual([1, expect.stringContaining('runs on a node here, not on the simulator')]);
    }
    expect((await simulate('pay', '--invoice', newId())).stdout).toContain('There is no such invoice.');
    expect((await simulate()).code).toBe(64);
    expect(await select(db, 'SELECT count(*) FROM sim_command')).toEqual(before);
  });
});
