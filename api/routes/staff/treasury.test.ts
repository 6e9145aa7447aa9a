import { beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { select } from '../../../db/core/sql.ts';
import { GATEWAY } from '../../../db/ledger/accounts.ts';
import { postTransfers } from '../../../db/ledger/transfers.ts';
import { hedgeStopsTable } from '../../../db/treasury/rows.ts';
import { newId } from '../../../domain/ids.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';
import { type StaffBrowser, signInStaff } from '../../testing/staff.fixture.ts';

let mlro: StaffBrowser;
let manager: StaffBrowser;
let representative: StaffBrowser;
let officer: StaffBrowser;

const api = await openTestApi();
beforeAll(async () => {
  const as = async (role: Parameters<typeof signInStaff>[1]) => (await signInStaff(api, role)).as;
  mlro = await as('mlro');
  manager = await as('manager');
  representative = await as('representative');
  officer = await as('compliance_officer');
});

const read = async (as: StaffBrowser) => (await as({ url: '/staff/treasury' })).json.data;

test('the treasury shows positions of both modes with their limits', async () => {
  expect((await officer({ url: '/staff/treasury' })).status).toBe(403);
  const account = { owner: GATEWAY, mode: 'sandbox', asset: 'BTC' } as const;
  const debit = { ...account, kind: 'custody:BTC' } as const;
  const postings = [{ debit, credit: { ...account, kind: 'position' } as const, minor: 12_500_000n }];
  await inTransaction(api.db, (tx) => postTransfers(tx, [{ key: `test:${newId()}`, kind: 'test', postings }]));
  const [sandbox, production] = await read(representative);
  expect([sandbox.mode, production.mode]).toEqual(['sandbox', 'production']);
  expect(sandbox.positions).toContainEqual(
    expect.objectContaining({ asset: 'BTC', amount: '0.125', threshold: '500.00', bound_bps: 50 }),
  );
  expect(sandbox.daily_loss).toBe('5000.00');
});

test('hedging is stopped and released by one person, with the reason in the audit log', async () => {
  const body = { mode: 'sandbox', asset: '*', stopped: true, reason: 'The exchange has maintenance.' };
  const change = (as: StaffBrowser, more: object = {}) =>
    as({ url: '/staff/treasury/hedging', body: { ...body, ...more } });
  expect((await change(officer)).status).toBe(403);
  expect((await change(manager, { asset: 'TRX' })).status).toBe(422);
  expect((await change(manager)).json.data[0].stops).toMatchObject([{ asset: '*', reason: body.reason }]);
  expect((await change(mlro, { stopped: false })).json.data[0].stops).toEqual([]);
  expect(await hedgeStopsTable.count(api.db, { mode: 'sandbox' })).toBe(0);
  const log = await select(
    api.db,
    `SELECT action, actor_name AS by FROM audit_log WHERE action LIKE 'hedging.%' ORDER BY seq`,
  );
  expect(log).toEqual([
    { action: 'hedging.stopped', by: 'Staff manager (Manager)' },
    { action: 'hedging.released', by: 'Staff mlro (MLRO)' },
  ]);
});

test('limits change when two people of two roles agree', async () => {
  const limits = { threshold: '1000', max_age_seconds: 60, max_order: '50000', position: '200000', bound_bps: 30 };
  const body = { mode: 'production', asset: 'ETH', ...limits, reason: 'More conversions are expected.' };
  const change = (as: StaffBrowser, more: object = {}) =>
    as({ url: '/staff/treasury/limits', body: { ...body, ...more } });
  const eth = async () => {
    const { positions } = (await read(mlro))[1];
    return positions.find(({ asset }: { asset: string }) => asset === 'ETH');
  };
  expect((await change(officer)).status).toBe(403);
  expect((await change(manager, { reason: ' ' })).status).toBe(422);
  expect((await change(manager, { position: '10' })).text).toContain('must not be below the threshold');
  expect((await change(manager, { max_order: '0' })).status).toBe(422);
  expect((await change(manager, { bound_bps: 5_000 })).status).toBe(422);
  expect((await change(manager, { threshold: '1e3' })).status).toBe(422);
  expect((await change(manager)).status).toBe(200);
  expect(await eth()).toMatchObject({ threshold: '500.00' });
  const [
    ,
    {
      limit_changes: [open],
    },
  ] = await read(mlro);
  expect(open).toMatchObject({ asset: 'ETH', reason: body.reason, confirmable: true });
  expect((await read(manager))[1].limit_changes[0].confirmable).toBe(false);
  expect((await change(manager, { request_id: open.id })).status).toBe(409);
  expect((await change(mlro)).status).toBe(409);
  expect((await change(mlro, { request_id: newId() })).status).toBe(409);
  // The confirmed change is the requested one, whatever the second person sends.
  expect((await change(mlro, { request_id: open.id, threshold: '9' })).status).toBe(200);
  expect(await eth()).toMatchObject({
    threshold: '1000.00',
    max_age_seconds: 60,
    bound_bps: 30,
    position: '200000.00',
  });
  expect((await change(mlro, { request_id: open.id })).status).toBe(409);
  expect((await read(mlro))[1].limit_changes).toEqual([]);
});

test('so does the limit of daily losses', async () => {
  const body = { mode: 'sandbox', daily_loss: '7500', reason: 'Larger volumes.' };
  expect((await manager({ url: '/staff/treasury/loss-limit', body })).status).toBe(200);
  const [
    {
      limit_changes: [open],
    },
  ] = await read(representative);
  const request_id = open.id;
  const confirmed = await representative({ url: '/staff/treasury/loss-limit', body: { ...body, request_id } });
  expect(confirmed.json.data[0]).toMatchObject({ daily_loss: '7500.00', limit_changes: [] });
});
