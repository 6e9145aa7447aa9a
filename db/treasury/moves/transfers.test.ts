import { afterAll, expect, test } from 'vitest';
import type { Way } from '../../../domain/transfers/places.ts';
import { moneyTransaction } from '../../core/sequelize.ts';
import { execute } from '../../core/sql.ts';
import { openTestDatabase } from '../../database.fixture.ts';
import { trialBalance } from '../../ledger/trial-balance.ts';
import { cancelPayout } from '../../payouts/commands.ts';
import { applyStep } from '../../process/apply.ts';
import type { TransferEvent } from './kind.ts';
import { transferProcess } from './process.ts';
import { approveAutomatically, approveTransfer, proposeByStaff, proposeTransfer, refuseTransfer } from './propose.ts';
import { confirmRoute, nameAddress, requestRoute } from './routes.ts';
import { routesTable } from './rows.ts';
import { beginSending } from './send.ts';
import { actOf, confirmedRoute, gatewayAccounts, openTestTreasury, transferNow } from './testing.fixture.ts';

const { db } = await openTestDatabase();
const treasury = await openTestTreasury(db);
const { settings, staff, own } = treasury;
afterAll(() => db.close());

const fromKraken: Way = { from: 'exchange:kraken', to: 'LTC', gateId: 'LTC' };
const toKraken: Way = { from: 'LTC', to: 'exchange:kraken', gateId: 'LTC' };
const LTC_ADDRESS = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3';

const propose = (routeId: string, amountMinor: bigint) =>
  moneyTransaction(db, (tx) => proposeByStaff(tx, settings, { routeId, amountMinor }, actOf(staff.manager)));
const approve = (id: string, by: keyof typeof staff) =>
  moneyTransaction(db, (tx) => approveTransfer(tx, settings, id, actOf(staff[by])));
const send = (id: string) => moneyTransaction(db, (tx) => beginSending(tx, settings, { id, nowMs: Date.now() }));
const step = (id: string, event: TransferEvent, nowMs = Date.now()) =>
  moneyTransaction(db, (tx) => applyStep(tx, transferProcess, { id, event, cause: null, nowMs }));

test('a way is confirmed by another person of another role, and only with an address', async () => {
  const request = {
    mode: 'sandbox',
    from: 'BTC',
    to: 'exchange:binance',
    gateId: 'BTC',
    venueKey: null,
    payee: null,
  } as const;
  const { id } = await moneyTransaction(db, (tx) => requestRoute(tx, settings, request, actOf(staff.manager)));
  const confirm = (by: keyof typeof staff) =>
    moneyTransaction(db, (tx) => confirmRoute(tx, settings, id, actOf(staff[by])));
  await expect(confirm('manager')).rejects.toThrow('another role');
  await expect(confirm('mlro')).rejects.toThrow('has not named its address');
  await nameAddress(db, id, { address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', destinationTag: null });
  await confirm('mlro');
  await expect(confirm('representative')).rejects.toThrow('no longer open');
  // An address that is named later changes nothing.
  await nameAddress(db, id, { address: 'somebody else', destinationTag: null });
  expect(await routesTable.findOne(db, { id })).toMatchObject({
    status: 'confirmed',
    address: expect.stringContaining('bcrt1'),
  });
});

test.each([
  ['between two exchanges', { from: 'exchange:kraken', to: 'exchange:binance', gateId: 'BTC' }],
  ['of an asset of another network', { from: 'exchange:kraken', to: 'BTC', gateId: 'ETH' }],
  ['of coins to the bank', { from: 'exchange:kraken', to: 'bank:main', gateId: 'BTC' }],
] as const)('a way %s does not exist', async (_name, way) => {
  const route = { mode: 'sandbox', ...way, venueKey: 'ours', payee: null } as const;
  const request = moneyTransaction(db, (tx) => requestRoute(tx, settings, route, actOf(staff.manager)));
  await expect(request).rejects.toThrow(expect.objectContaining({ status: 422 }));
});

test('a small transfer is approved by one person, a valuable one by two of two roles', async () => {
  const route = await confirmedRoute(treasury, { from: 'exchange:kraken', to: 'bank:main', gateId: 'EUR' });
  const small = await propose(route.id, 100_000n);
  await approve(small.id, 'manager');
  expect((await transferNow(db, small.id)).status).toBe('approved');
  const large = await propose(route.id, 1_000_000n);
  await approve(large.id, 'manager');
  expect(await transferNow(db, large.id)).toMatchObject({ status: 'proposed', votes: [{ role: 'manager' }] });
  await expect(approve(large.id, 'manager')).rejects.toThrow('another role');
  await approve(large.id, 'representative');
  expect((await transferNow(db, large.id)).status).toBe('approved');
});

test('transfers that one person alone approves within a day count together', async () => {
  const route = await confirmedRoute(treasury, { from: 'exchange:kraken', to: 'bank:main', gateId: 'EUR' });
  await execute(db, 'DELETE FROM sole_approval');
  const bound = settings.secondFromMinor;
  const [first, second, third] = [
    await propose(route.id, bound / 2n + 10n),
    await propose(route.id, bound / 2n + 10n),
    await propose(route.id, bound / 4n),
  ];
  await approve(first.id, 'manager');
  await approve(second.id, 'manager');
  expect((await transferNow(db, first.id)).status).toBe('approved');
  expect(await transferNow(db, second.id)).toMatchObject({ status: 'proposed', votes: [{ role: 'manager' }] });
  await approve(second.id, 'mlro');
  expect((await transferNow(db, second.id)).status).toBe('approved');
  // An approval by two people counts for neither of them.
  await approve(third.id, 'mlro');
  expect((await transferNow(db, third.id)).status).toBe('approved');
  await execute(db, `UPDATE sole_approval SET approved_at = approved_at - interval '25 hours'`);
  const later = await propose(route.id, bound / 2n);
  await approve(later.id, 'manager');
  expect((await transferNow(db, later.id)).status).toBe('approved');
  await execute(db, 'DELETE FROM sole_approval');
});

test('without a current rate nobody knows the value, so two people have to approve', async () => {
  const route = await confirmedRoute(treasury, { from: 'exchange:binance', to: 'LTC', gateId: 'LTC' });
  const { id } = await propose(route.id, 1_000n);
  await approve(id, 'mlro');
  expect((await transferNow(db, id)).status).toBe('proposed');
});

test('a proposal runs by itself only below the limit of the setting, which is zero by default', async () => {
  const route = await confirmedRoute(treasury, { from: 'bank:main', to: 'exchange:kraken', gateId: 'EUR' });
  const made = () =>
    moneyTransaction(db, (tx) =>
      proposeTransfer(tx, settings, {
        routeId: route.id,
        amountMinor: 50_000n,
        why: 'low',
        by: 'levels',
        nowMs: Date.now(),
      }),
    );
  const row = await made();
  await moneyTransaction(db, (tx) => approveAutomatically(tx, settings, { row: row, nowMs: Date.now() }));
  expect((await transferNow(db, row.id)).status).toBe('proposed');
  const allowing = { ...settings, automaticBelowMinor: 50_001n };
  await moneyTransaction(db, (tx) => approveAutomatically(tx, allowing, { row, nowMs: Date.now() }));
  expect((await transferNow(db, row.id)).status).toBe('approved');
});

test('a refused or expired proposal is never sent', async () => {
  const route = await confirmedRoute(treasury, fromKraken);
  const refused = await propose(route.id, 5_000n);
  await moneyTransaction(db, (tx) => refuseTransfer(tx, refused.id, actOf(staff.mlro, 'Not now.')));
  expect(await transferNow(db, refused.id)).toMatchObject({ status: 'declined', reason: 'Not now.' });
  await expect(approve(refused.id, 'mlro')).rejects.toThrow(expect.objectContaining({ code: 'illegal_transition' }));
  const old = await propose(route.id, 6_000n);
  await expect(step(old.id, { type: 'expire' })).rejects.toThrow(
    expect.objectContaining({ code: 'illegal_transition' }),
  );
  await step(old.id, { type: 'expire' }, Date.now() + 25 * 3_600_000);
  expect((await transferNow(db, old.id)).status).toBe('declined');
  expect(await send(refused.id)).toBeNull();
});

test('no two withdrawals from an exchange have the same amount', async () => {
  const route = await confirmedRoute(treasury, { from: 'exchange:kraken', to: 'BTC', gateId: 'BTC' });
  const amounts = [];
  for (let made = 0; made < 4; made += 1) amounts.push((await propose(route.id, 1_000n)).amountMinor);
  expect(amounts).toEqual([1_000n, 999n, 998n, 997n]);
  expect((await propose(route.id, 998n)).amountMinor).toBe(996n);
});

test('a withdrawal moves custody into transit when it has left, and its fee to the fees of exchanges', async () => {
  const route = await confirmedRoute(treasury, { from: 'exchange:kraken', to: 'XRP', gateId: 'XRP' });
  const { id } = await propose(route.id, 10_000n);
  await approve(id, 'mlro');
  await approve(id, 'manager');
  expect(await send(id)).toMatchObject({ row: { id }, route: { id: route.id } });
  expect(await send(id)).toBeNull();
  expect(await gatewayAccounts(db, 'XRP')).toEqual({});
  const depart = { type: 'depart', netMinor: 9_900n, venueId: 'REF-1', txid: null } as const;
  await step(id, depart);
  await step(id, depart);
  const left = {
    'custody:exchange:kraken': '-10000',
    'in_transit:exchange:kraken:XRP': '9900',
    'fees:exchange': '100',
  };
  expect(await gatewayAccounts(db, 'XRP')).toEqual(left);
  await step(id, { type: 'fail', reason: 'The exchange took it back.' });
  expect(await gatewayAccounts(db, 'XRP')).toEqual({});
  // The exchange names it again: it has left after all.
  await step(id, depart);
  expect(await gatewayAccounts(db, 'XRP')).toEqual(left);
});

test('USDT from an exchange to the other network leaves the position over both networks as it is', async () => {
  const route = await confirmedRoute(treasury, { from: 'exchange:kraken', to: 'ETH', gateId: 'USDT_ERC20' });
  const { id } = await propose(route.id, 7_000n);
  await approve(id, 'mlro');
  await approve(id, 'manager');
  await send(id);
  await step(id, { type: 'depart', netMinor: 7_000n, venueId: 'REF-2', txid: null });
  expect(await gatewayAccounts(db, 'USDT_TRC20')).toEqual({ 'custody:exchange:kraken': '-7000', position: '7000' });
  expect(await gatewayAccounts(db, 'USDT_ERC20')).toEqual({
    'in_transit:exchange:kraken:ETH': '7000',
    position: '-7000',
  });
});

test('coins leave a hot wallet by a payout alone, and what it was given returns with it', async () => {
  const route = await confirmedRoute(treasury, toKraken, LTC_ADDRESS);
  const { id } = await propose(route.id, 50_000_000n);
  await approve(id, 'mlro');
  await approve(id, 'manager');
  await send(id);
  await send(id);
  const { payoutId, status } = await transferNow(db, id);
  expect(status).toBe('sending');
  expect(await gatewayAccounts(db, 'LTC')).toMatchObject({ 'in_transit:LTC:exchange:kraken': '50000000' });
  const scope = { merchantId: own.merchantId, profileId: own.profileId, mode: 'sandbox' } as const;
  await moneyTransaction(db, (tx) =>
    cancelPayout(tx, { payoutId: payoutId ?? '', scope, by: { kind: 'user', id: own.user.id }, nowMs: Date.now() }),
  );
  expect(await transferNow(db, id)).toMatchObject({ status: 'failed', reason: 'Its payout ended as canceled.' });
  expect(await gatewayAccounts(db, 'LTC')).toEqual({});
});

test('hazard 68: a changed address is never paid to', async () => {
  const route = await confirmedRoute(
    treasury,
    { from: 'ETH', to: 'exchange:binance', gateId: 'ETH' },
    '0x52908400098527886E0F7030069857D2E4169EE7',
  );
  const { id } = await propose(route.id, 10n ** 18n);
  await approve(id, 'mlro');
  await approve(id, 'manager');
  await execute(db, 'UPDATE treasury_route SET address = $2 WHERE id = $1', [route.id, `0x${'1'.repeat(40)}`]);
  expect(await send(id)).toBeNull();
  expect(await transferNow(db, id)).toMatchObject({ status: 'failed', payoutId: null });
});

test('the books are right after all of this', async () => {
  expect((await trialBalance(db)).mismatches).toEqual([]);
});
