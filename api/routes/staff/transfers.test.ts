import { beforeAll, expect, test } from 'vitest';
import { select } from '../../../db/core/sql.ts';
import { nameAddress } from '../../../db/treasury/moves/routes.ts';
import { transfersTable } from '../../../db/treasury/moves/rows.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';
import type { TestAnswer } from '../../testing/server.fixture.ts';
import { type StaffBrowser, signInStaff } from '../../testing/staff.fixture.ts';

const as: Record<string, StaffBrowser> = {};

const api = await openTestApi();
beforeAll(async () => {
  for (const role of ['mlro', 'manager', 'compliance_officer'] as const) as[role] = (await signInStaff(api, role)).as;
});

/** Calls a route below the treasury's. */
function call(role: string, path: string, body: object) {
  const browser = as[role];
  if (browser === undefined) throw new Error(`Nobody is ${role}.`);
  return browser({ url: `/staff/treasury/${path}`, body });
}
const sandboxOf = (answer: TestAnswer) => answer.json.data.find(({ mode }: { mode: string }) => mode === 'sandbox');

test('a way is requested, confirmed by another role, used by two, and everything is in the audit log', async () => {
  const way = {
    mode: 'sandbox',
    from: 'exchange:kraken',
    to: 'bank:main',
    gate_id: 'EUR',
    venue_key: 'ours',
    payee: null,
  };
  const reason = 'Euro for withdrawals';
  expect((await call('compliance_officer', 'routes', { ...way, reason })).status).toBe(403);
  expect((await call('manager', 'routes', { ...way, reason: ' ' })).status).toBe(422);
  const requested = sandboxOf(await call('manager', 'routes', { ...way, reason }));
  expect(requested.routes).toMatchObject([{ from: 'exchange:kraken', status: 'requested', confirmable: false }]);
  const [{ id }] = requested.routes;
  expect((await call('manager', 'routes', { ...way, reason })).status).toBe(409);
  expect((await call('manager', 'routes/confirm', { id, reason })).status).toBe(409);
  expect((await call('manager', 'transfers', { route_id: id, amount: '25000', reason })).status).toBe(409);
  expect(sandboxOf(await call('mlro', 'routes/confirm', { id, reason })).routes).toMatchObject([
    { status: 'confirmed' },
  ]);
  expect((await call('manager', 'transfers', { route_id: id, amount: '0', reason })).status).toBe(422);
  const proposed = sandboxOf(await call('manager', 'transfers', { route_id: id, amount: '25000', reason }));
  const [transfer] = proposed.transfers;
  expect(transfer).toMatchObject({
    status: 'proposed',
    amount: '25000.00',
    value: '25000.00',
    why: reason,
    approved_by: [],
    approvable: true,
    proposed_by: 'Staff manager',
    late: false,
    sent: null,
    payout_id: null,
  });
  const decide = (role: string, what: string) => call(role, `transfers/${what}`, { id: transfer.id, reason });
  expect((await decide('compliance_officer', 'approve')).status).toBe(403);
  expect(sandboxOf(await decide('manager', 'approve')).transfers[0]).toMatchObject({
    status: 'proposed',
    approved_by: ['Staff manager'],
    approvable: false,
  });
  expect((await decide('manager', 'approve')).status).toBe(409);
  expect(sandboxOf(await decide('mlro', 'approve')).transfers[0]).toMatchObject({ status: 'approved' });
  expect(sandboxOf(await decide('manager', 'refuse')).transfers[0]).toMatchObject({ status: 'declined', reason });
  expect((await decide('mlro', 'approve')).status).toBe(409);
  const log = await select<{ action: string }>(
    api.db,
    `SELECT action FROM audit_log WHERE action LIKE 'treasury.%' ORDER BY seq`,
  );
  expect(log.map(({ action }) => action)).toEqual([
    'treasury.route_requested',
    'treasury.route_confirmed',
    'treasury.transfer_proposed',
    'treasury.transfer_approved',
    'treasury.transfer_approved',
    'treasury.transfer_refused',
  ]);
  expect(await transfersTable.count(api.db, { status: 'approved' })).toBe(0);
});

test('a way from a hot wallet waits for the address of the exchange, and ends when somebody ends it', async () => {
  const way = { mode: 'sandbox', from: 'BTC', to: 'exchange:binance', gate_id: 'BTC', venue_key: null, payee: null };
  const reason = 'Stock to sell';
  const { routes } = sandboxOf(await call('manager', 'routes', { ...way, reason }));
  const { id } = routes.find(({ to }: { to: string }) => to === 'exchange:binance');
  expect((await call('mlro', 'routes/confirm', { id, reason })).status).toBe(409);
  await nameAddress(api.db, id, { address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', destinationTag: null });
  expect((await call('mlro', 'routes/confirm', { id, reason })).status).toBe(200);
  const ended = sandboxOf(await call('manager', 'routes/end', { id, reason }));
  expect(ended.routes.some((each: { id: string }) => each.id === id)).toBe(false);
  expect((await call('mlro', 'transfers', { route_id: id, amount: '1', reason })).status).toBe(409);
});

test('an account of an exchange must be one that a bank can pay to', async () => {
  const way = { mode: 'sandbox', from: 'bank:main', to: 'exchange:kraken', gate_id: 'EUR', venue_key: null };
  const payee = { name: 'Payward', bic: 'COBADEFFXXX', town: 'Dublin', country: 'IE', reference: 'ABC 123' };
  const request = (iban: string) => call('manager', 'routes', { ...way, payee: { ...payee, iban }, reason: 'Euro' });
  expect((await call('manager', 'routes', { ...way, payee: null, reason: 'Euro' })).status).toBe(422);
  expect((await request('DE89370400440532013001')).status).toBe(422);
  expect((await request('DE89 3704 0044 0532 0130 00')).status).toBe(200);
});

test('levels have a target above their floor, and a target of zero removes them', async () => {
  const level = { mode: 'sandbox', place: 'exchange:kraken', gate_id: 'BTC', floor: '1', reason: 'Sales' };
  const set = (target: string) => call('manager', 'levels', { ...level, target });
  expect((await set('1')).status).toBe(422);
  expect(sandboxOf(await set('2.5')).levels).toMatchObject([{ floor: '1.00000000', target: '2.50000000' }]);
  expect(sandboxOf(await set('0')).levels).toEqual([]);
});
