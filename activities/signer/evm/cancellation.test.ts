import { parseTransaction } from 'viem';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute, one } from '../../../db/core/sql.ts';
import { freeze, unfreeze } from '../../../db/ledger/freezes.ts';
import { changeStop } from '../../../db/payouts/emergency-stop.ts';
import { allOutgoingOf } from '../../../db/sending/transactions.fixture.ts';
import type { Outgoing } from '../../../db/sending/transactions.ts';
import { adoptOutgoing } from '../../sending/adopt.ts';
import { ETHER, hot, someone, useEvmPayouts } from './payouts.fixture.ts';

const PAID = ETHER / 100n;
const payouts = useEvmPayouts();

const statusesOf = async (id: string) => (await allOutgoingOf(payouts().evm.db, id)).map(({ status }) => status);

/** None of the merchant's payments may leave while the balance is frozen. */
const allow = () => inTransaction(payouts().evm.db, (tx) => unfreeze(tx, 'invoice:test'));
function forbid(): Promise<void> {
  const account = {
    owner: payouts().rig.shop.merchantId,
    mode: 'sandbox',
    asset: 'ETH',
    kind: 'available',
  } as const;
  return inTransaction(payouts().evm.db, (tx) => freeze(tx, 'invoice:test', [account]));
}

/** A payment that waits in the mempool, and another one behind it, when the balance of the first is frozen. */
async function stuck() {
  const { rig } = payouts();
  const [address, behindAddress] = [someone(), someone()];
  const id = await rig.ask('ETH', PAID, { address });
  const first = await rig.signed(id);
  await rig.send(first);
  const behind = await rig.ask('ETH', PAID, { address: behindAddress });
  await rig.send(await rig.signed(behind));
  await forbid();
  return { id, first, address, behind, behindAddress };
}

test('a payment that is not allowed any more is replaced by one to ourselves: what waits behind it goes on', async () => {
  const { rig, etherOf, offset, settle } = payouts();
  const { id, first, address, behind, behindAddress } = await stuck();
  const before = await offset();
  expect(await rig.replaced(id)).toMatchObject({ bumped: true, canceled: 'balance_frozen' });
  const cancellation = await newest();
  expect(cancellation).toMatchObject({ kind: 'cancellation', status: 'signed', spends: first.spends });
  const { to, value, nonce } = parseTransaction(cancellation.raw as `0x02${string}`);
  expect([to?.toLowerCase(), value ?? 0n, `${hot}:${nonce}`]).toEqual([hot, 0n, first.spends[0]]);
  await rig.track();
  expect(await rig.stateOf(id)).toMatchObject({ status: 'confirming' });
  await settle();
  expect(await rig.stateOf(behind)).toMatchObject({ status: 'done' });
  expect([await etherOf(address), await etherOf(behindAddress)]).toEqual([0n, PAID]);
  // Another payment is possible only once no reorganization can bring the first one back.
  expect(await rig.stateOf(id)).toMatchObject({ status: 'confirming' });
  await finalize();
  // Nobody was paid, the money is still held, and nothing is signed before it is allowed again.
  expect(await rig.stateOf(id)).toEqual({ status: 'queue', reason: 'transaction_lapsed', needsOperator: false });
  expect(await statusesOf(id)).toEqual(['failed']);
  expect(await rig.refusal(id)).toBe('balance_frozen');
  expect((await rig.money('ETH')).held).toBeGreaterThan(PAID);
  expect(await offset()).toEqual(before);

  await allow();
  await rig.send(await rig.signed(id));
  await settle();
  expect(await rig.stateOf(id)).toMatchObject({ status: 'done' });
  expect(await etherOf(address)).toBe(PAID);
  expect((await rig.money('ETH')).held).toBe(0n);
  expect(await offset()).toEqual(before);
});

test('hazard 50: the payment may still be mined; then it is paid once, and the cancellation has failed', async () => {
  const { evm, rig, etherOf, settle } = payouts();
  const { id, first, address } = await stuck();
  await evm.mine(1);
  expect(await rig.replaced(id)).toMatchObject({ bumped: true });
  // Nothing else can be signed for it while either may win.
  const cancellation = await newest();
  expect(await rig.answer(id)).toMatchObject({ signed: [id] });
  expect((await newest()).txid).toBe(cancellation.txid);
  await settle();
  expect(await rig.stateOf(id)).toMatchObject({ status: 'done', needsOperator: false });
  expect(await etherOf(address)).toBe(PAID);
  expect(await newest()).toMatchObject({ kind: 'cancellation', status: 'failed' });
  expect(await statusesOf(id)).toEqual(['confirmed']);
  expect(first.kind).toBe('payout');
  await allow();
});

test('a cancellation that waits is raised as a cancellation, also when the payment is allowed again', async () => {
  const { rig, etherOf, settle } = payouts();
  const { id, address } = await stuck();
  await rig.replaced(id);
  const once = await newest();
  await allow();
  expect(await rig.replaced(id)).toMatchObject({ bumped: true });
  const twice = await newest();
  expect([twice.kind, twice.spends]).toEqual(['cancellation', once.spends]);
  expect(feeOf(twice) * 8n).toBeGreaterThanOrEqual(feeOf(once) * 9n);
  await rig.track();
  await finalize();
  expect(await rig.stateOf(id)).toMatchObject({ status: 'queue', reason: 'transaction_lapsed' });
  expect(await etherOf(address)).toBe(0n);
  await rig.send(await rig.signed(id));
  await settle();
  expect(await etherOf(address)).toBe(PAID);
});

test('hazard 50: a number that somebody else used is an error of the payout, also behind a cancellation', async () => {
  const { evm, rig, steal } = payouts();
  const { id, behind } = await stuck();
  await rig.replaced(id);
  const cancellation = await newest();
  await steal(cancellation);
  await rig.track();
  await evm.mine(121);
  await rig.track();
  await rig.track();
  expect(await rig.stateOf(id)).toMatchObject({ status: 'error', reason: 'transaction_conflict' });
  expect(await rig.stateOf(behind)).toMatchObject({ status: 'done' });
  await rig.operate(id, 'resolve_unpaid');
  await allow();
});

test('hazards 2, 50: a payment that was done and that a reorganization undid is raised, not canceled, and pays once', async () => {
  const { evm, rig, etherOf, settle, offset } = payouts();
  const address = someone();
  const id = await rig.ask('ETH', PAID, { address });
  const first = await rig.signed(id);
  await rig.send(first);
  await settle();
  expect(await rig.stateOf(id)).toMatchObject({ status: 'done' });
  const [before, money] = [await offset(), await rig.money('ETH')];
  await evm.undo(13);
  await evm.mine(1);
  expect(await etherOf(address)).toBe(0n);
  await rig.track();
  expect(await rig.stateOf(id)).toMatchObject({ status: 'confirming' });
  expect(await rig.replaced(id)).toEqual({ bumped: true, txid: expect.any(String) });
  const raised = await newest();
  expect([raised.kind, raised.spends]).toEqual(['payout', first.spends]);
  expect(feeOf(raised) * 8n).toBeGreaterThanOrEqual(feeOf(first) * 9n);
  await rig.track();
  await settle();
  expect(await rig.stateOf(id)).toMatchObject({ status: 'done', needsOperator: false });
  expect(await etherOf(address)).toBe(PAID);
  expect(await rig.money('ETH')).toEqual(money);
  expect(await offset()).toEqual(before);
});

test('the emergency stop stops cancellations too', async () => {
  const { evm, rig, settle } = payouts();
  const { id } = await stuck();
  const change = { modes: ['sandbox'], network: 'ETH', by: 'ops', reason: 'A drill.' } as const;
  await changeStop(evm.db, { ...change, stopped: true });
  expect(await rig.replaced(id)).toEqual({ bumped: false, reason: 'stopped' });
  await changeStop(evm.db, { ...change, stopped: false });
  await settle();
  expect(await rig.stateOf(id)).toMatchObject({ status: 'done' });
  await allow();
});

test('after a restore to the moment before it was signed, a cancellation is found on the chain', async () => {
  const { evm, rig, sending, etherOf } = payouts();
  const { id, address } = await stuck();
  await rig.replaced(id);
  await rig.track();
  const cancellation = await newest();
  // The backup knows the payment as it was sent.
  await execute(evm.db, 'DELETE FROM outgoing_transaction WHERE id = $1', [cancellation.id]);
  await execute(evm.db, `UPDATE outgoing_transaction SET status = 'sent' WHERE status = 'replaced'`);
  const { height } = await evm.port.tip();
  await evm.mine(40);
  const deps = {
    db: evm.db,
    nowMs: Date.now,
    payingAccount: hot,
    ownOutput: () => null,
    rawOf: async () => cancellation.raw,
    paidFee: (txid: string) => sending.paidFee(txid),
  };
  const { adopted } = await adoptOutgoing(deps, evm.port, height);
  expect(adopted).toEqual([{ txid: cancellation.txid, payouts: 0 }]);
  await rig.track();
  expect(await rig.stateOf(id)).toMatchObject({ status: 'queue', reason: 'transaction_lapsed' });
  expect(await etherOf(address)).toBe(0n);
  await allow();
});

/** Mines until what was mined is final. */
async function finalize(): Promise<void> {
  await payouts().evm.mine(40);
  await payouts().rig.track();
}

type Signed = Pick<Outgoing, 'id' | 'kind' | 'status' | 'spends' | 'raw' | 'txid'>;

/** The transaction that was signed last. */
function newest(): Promise<Signed> {
  const sql =
    'SELECT id, kind, status, spends, raw, txid FROM outgoing_transaction ORDER BY signed_at DESC, id DESC LIMIT 1';
  return one<Signed>(payouts().evm.db, sql);
}

function feeOf({ raw }: Signed): bigint {
  return parseTransaction(raw as `0x02${string}`).maxFeePerGas ?? 0n;
}
