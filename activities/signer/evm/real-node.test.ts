import { type Hex, parseTransaction } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { allOutgoingOf } from '../../../db/sending/transactions.fixture.ts';
import type { Outgoing } from '../../../db/sending/transactions.ts';
import { DEFAULT_FEE_BOUNDS } from '../../../domain/payouts/fee-bounds.ts';
import { interpretSendError } from '../../sending/evm.ts';
import { testKeys } from '../accounts.fixture.ts';
import { ETHER, hot, someone, useEvmPayouts } from './payouts.fixture.ts';

const payouts = useEvmPayouts();
beforeAll(async () => {
  await giveUsdt(5_000_000_000n);
  await payouts().evm.mine(1);
});

const usdt = () => payouts().evm.contracts.usdt;
const giveUsdt = (minor: bigint) =>
  payouts().evm.send({ to: usdt().address, data: usdt().call('transfer', [hot, minor]) });
async function usdtOf(address: string): Promise<bigint> {
  const { data } = await payouts().node.call({ to: usdt().address, data: usdt().call('balanceOf', [address]) });
  return BigInt(data ?? '0x0');
}
const feesOf = ({ raw }: Outgoing) => parseTransaction(raw as `0x02${string}`);

describe('a payout', () => {
  test('of ETH is signed, sent, mined and done; its cost is booked from the receipt', async () => {
    const { rig, node, etherOf, settle } = payouts();
    const address = someone();
    const id = await rig.ask('ETH', ETHER / 2n, { address });
    const before = await rig.costs();
    const signed = await rig.signed(id);
    expect(await rig.stateOf(id)).toMatchObject({ status: 'queue' });
    expect(await rig.send(signed)).toBe('sent');
    expect(await rig.stateOf(id)).toMatchObject({ status: 'confirming' });
    await settle();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'done', needsOperator: false });
    expect(await etherOf(address)).toBe(ETHER / 2n);
    const { gasUsed, effectiveGasPrice } = await node.getTransactionReceipt({ hash: signed.txid as Hex });
    expect(await rig.costs()).toEqual([...before, String(gasUsed * effectiveGasPrice)]);
    expect(gasUsed * effectiveGasPrice).toBeLessThanOrEqual(signed.feeMinor);
  });

  test('of USDT, whose contract answers with nothing, reaches its address', async () => {
    const { rig, settle } = payouts();
    const address = someone();
    const id = await rig.ask('USDT_ERC20', 25_000_000n, { address });
    await rig.send(await rig.signed(id));
    await settle();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'done' });
    expect(await usdtOf(address)).toBe(25_000_000n);
    expect((await rig.money('USDT_ERC20')).held).toBe(0n);
  });

  test('takes from the chain what it takes from the books, coins and tokens', async () => {
    const { rig, offset, ownHoldings, etherOf, settle } = payouts();
    const address = someone();
    const ids = [await rig.ask('ETH', ETHER / 10n, { address }), await rig.ask('USDT_ERC20', 7_000_000n, { address })];
    const before = await offset();
    for (const id of ids) await rig.send(await rig.signed(id));
    await settle();
    expect(await offset()).toEqual(before);
    const amounts = { ETH: await etherOf(hot), USDT_ERC20: await usdtOf(hot) };
    expect(amounts.ETH).toBeGreaterThan(ETHER);
    expect(await ownHoldings()).toEqual([{ branch: 1, index: 0, amounts }]);
  });

  test('hazard 48: sent twice, and sent when it is mined already, it is there', async () => {
    const { evm, rig, sending, settle } = payouts();
    const id = await rig.ask('ETH', 10n ** 15n, { address: someone() });
    const signed = await rig.signed(id);
    await rig.send(signed);
    expect(await sending.send(signed.raw)).toEqual({ kind: 'accepted' });
    await evm.mine(1);
    // "nonce too low" alone says nothing; the look at the chain does (hazard 49).
    expect(await sending.send(signed.raw)).toMatchObject({ kind: 'conflict' });
    expect(await rig.send(signed)).toBe('sent');
    await settle();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'done' });
  });

  test('that waits for too long is replaced with the same number and an eighth more; one of both is mined', async () => {
    const { evm, rig, etherOf, settle } = payouts();
    const address = someone();
    const id = await rig.ask('ETH', 10n ** 15n, { address });
    const first = await rig.signed(id);
    await rig.send(first);
    const second = await rig.bumped(id);
    expect(second.spends).toEqual(first.spends);
    const [before, after] = [feesOf(first), feesOf(second)];
    expect((after.maxFeePerGas ?? 0n) * 8n).toBeGreaterThanOrEqual((before.maxFeePerGas ?? 0n) * 9n);
    expect((after.maxPriorityFeePerGas ?? 0n) * 8n).toBeGreaterThanOrEqual((before.maxPriorityFeePerGas ?? 0n) * 9n);
    await rig.send(second);
    await settle();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'done' });
    expect(await etherOf(address)).toBe(10n ** 15n);
    expect((await allOutgoingOf(evm.db, id)).map(({ status }) => status)).toEqual(['failed', 'confirmed']);
  });

  test('hazard 50: whose number somebody else has used is an error once that is deep enough, and may be ended as unpaid', async () => {
    const { evm, rig, steal } = payouts();
    const { held } = await rig.money('ETH');
    const id = await rig.ask('ETH', 10n ** 15n, { address: someone() });
    const first = await rig.signed(id);
    const second = await rig.bumped(id);
    await steal(second);
    expect(await rig.send(second)).toBe('conflict');
    await rig.track();
    await evm.mine(119);
    await rig.track();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'queue', reason: 'transaction_conflict' });
    await expect(rig.operate(id, 'resolve_unpaid')).rejects.toMatchObject({ code: 'payout_may_be_paid' });
    await evm.mine(1);
    await rig.track();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'error', reason: 'transaction_conflict' });
    expect((await allOutgoingOf(evm.db, id)).map(({ txid, status }) => [txid, status])).toEqual([
      [first.txid, 'failed'],
      [second.txid, 'failed'],
    ]);
    await rig.operate(id, 'resolve_unpaid');
    expect(await rig.stateOf(id)).toMatchObject({ status: 'canceled' });
    expect((await rig.money('ETH')).held).toBe(held);
  });

  test('hazard 50: a reorganization that removes the other transaction restarts the wait, and the payout continues', async () => {
    const { evm, rig, etherOf, settle, steal } = payouts();
    const address = someone();
    const id = await rig.ask('ETH', 10n ** 15n, { address });
    const signed = await rig.signed(id);
    await steal(signed);
    await evm.mine(20);
    expect(await rig.send(signed)).toBe('conflict');
    await rig.track();
    await evm.undo(21);
    await evm.mine(1);
    await rig.track();
    await settle();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'done', needsOperator: false });
    expect(await etherOf(address)).toBe(10n ** 15n);
  });

  test('that a reorganisation undid is sent again as the same bytes', async () => {
    const { evm, rig, settle } = payouts();
    const address = someone();
    const id = await rig.ask('USDT_ERC20', 1_000_000n, { address });
    const signed = await rig.signed(id);
    await rig.send(signed);
    await settle();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'done' });
    await evm.undo(13);
    await evm.mine(1);
    expect(await usdtOf(address)).toBe(0n);
    await rig.track();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'confirming' });
    await settle();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'done' });
    expect((await allOutgoingOf(evm.db, id)).map(({ txid }) => txid)).toEqual([signed.txid]);
    expect(await usdtOf(address)).toBe(1_000_000n);
  });
});

describe('numbers', () => {
  test('are taken once and without a gap by many signers at once', async () => {
    const { rig, settle } = payouts();
    const ids: string[] = [];
    for (let at = 0; at < 12; at += 1) ids.push(await rig.ask('ETH', 10n ** 15n, { address: someone() }));
    const signed = await Promise.all(ids.flatMap((id) => [rig.signed(id), rig.signed(id)]));
    const numbers = signed.map(({ spends }) => Number(spends[0]?.split(':')[1]));
    const distinct = [...new Set(numbers)].sort((a, b) => a - b);
    expect(distinct).toEqual(distinct.map((_, at) => (distinct[0] ?? 0) + at));
    expect(distinct).toHaveLength(12);
    for (const id of ids) await rig.send(await rig.signed(id));
    await settle();
    for (const id of ids) expect(await rig.stateOf(id)).toMatchObject({ status: 'done' });
  });

  test('go back with the transaction that took them', async () => {
    const { evm, rig, family, settle } = payouts();
    const id = await rig.ask('ETH', 10n ** 15n, { address: someone() });
    const payment = { payoutId: id, gateId: 'ETH', destinationTag: null, netMinor: 10n ** 15n } as const;
    const address = someone();
    const payments = [{ ...payment, address, addressKey: address }];
    const conditions = await family.conditions(evm.db, payments);
    const request = { payments, conditions, keys: testKeys('ETH'), replaces: null, nowMs: Date.now() };
    const bounds = DEFAULT_FEE_BOUNDS.ETH;
    const dies = () => {
      throw new Error('died between reserving and signing');
    };
    const dying = inTransaction(evm.db, (tx) => family.sign(tx, { ...request, bounds, onReserved: dies }));
    await expect(dying).rejects.toThrow(/died/);
    const taken = await rig.signed(id);
    expect(taken.spends).toEqual([`${hot}:${conditions.account.number}`]);
    await rig.send(taken);
    await settle();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'done' });
  });
});

describe('nothing is signed', () => {
  test('without funds: what is missing is said, and promised money counts as gone', async () => {
    const { evm, rig, etherOf, settle } = payouts();
    const id = await rig.ask('ETH', 50n * ETHER, { address: someone() });
    expect(await rig.refusal(id)).toBe('no_funds');
    expect(await rig.words(id)).toMatch(/lacks \d+ minor units of ETH/);
    const half = ((await etherOf(hot)) * 6n) / 10n;
    const first = await rig.ask('ETH', half, { address: someone() });
    const second = await rig.ask('ETH', half, { address: someone() });
    const signed = await rig.signed(first);
    expect(await rig.refusal(second)).toBe('no_funds');
    await evm.send({ to: hot, value: 20n * ETHER });
    await rig.send(signed);
    await evm.mine(1);
    await rig.send(await rig.signed(second));
    await settle();
    expect(await rig.stateOf(second)).toMatchObject({ status: 'done' });
  });

  test('for a contract that takes no coins', async () => {
    const { rig } = payouts();
    const { held } = await rig.money('ETH');
    const id = await rig.ask('ETH', 10n ** 15n, { address: usdt().address });
    expect(await rig.words(id)).toMatch(/revert/);
    expect(await rig.refusal(id)).toBe('address_refused');
    expect(await rig.stateOf(id)).toMatchObject({ status: 'error', reason: 'address_refused', needsOperator: false });
    expect((await rig.money('ETH')).held).toBe(held);
  });

  test('for an account of the gateway itself, or the token', async () => {
    const { rig } = payouts();
    const lost = await rig.ask('USDT_ERC20', 1_000_000n, { address: usdt().address });
    expect(await rig.refusal(lost)).toBe('address_refused');
    const own = rig.ask('USDT_ERC20', 1_000_000n, { address: hot });
    await expect(own).rejects.toMatchObject({ code: 'address_invalid' });
  });

  test('hazard 27: while USDT is paused or has blocked the account; the money stays held', async () => {
    const { evm, rig, settle } = payouts();
    const id = await rig.ask('USDT_ERC20', 1_000_000n, { address: someone() });
    await evm.send({ to: usdt().address, data: usdt().call('setBlocked', [hot, true]) });
    await evm.mine(1);
    expect(await rig.refusal(id)).toBe('token_refuses');
    expect(await rig.stateOf(id)).toMatchObject({ status: 'queue', needsOperator: true });
    expect((await rig.money('USDT_ERC20')).held).toBeGreaterThan(1_000_000n);
    await evm.send({ to: usdt().address, data: usdt().call('setBlocked', [hot, false]) });
    await evm.mine(1);
    await rig.send(await rig.signed(id));
    await settle();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'done' });
  });
});

test('hazards 27, 50: mined without effect it has failed; the hold stays, the cost is booked, operators are asked', async () => {
  const { evm, rig, settle } = payouts();
  const id = await rig.ask('USDT_ERC20', 1_000_000n, { address: someone() });
  const before = await rig.costs();
  const signed = await rig.signed(id);
  await evm.send({ to: usdt().address, data: usdt().call('setPaused', [true]), tip: 9_000_000_000n });
  await evm.mine(1);
  await rig.send(signed);
  await settle();
  expect(await rig.stateOf(id)).toEqual({ status: 'error', reason: 'transaction_failed', needsOperator: true });
  expect((await rig.money('USDT_ERC20')).held).toBeGreaterThan(1_000_000n);
  expect(await rig.costs()).toHaveLength(before.length + 1);
  await evm.send({ to: usdt().address, data: usdt().call('setPaused', [false]) });
  await evm.mine(1);
});

test.each([
  ['already known', 'accepted'],
  ['AlreadyKnown', 'accepted'],
  ['transaction already imported', 'accepted'],
  ['nonce too low: next nonce 8, tx nonce 7', 'conflict'],
  ['OldNonce, Current nonce: 8, nonce of rejected tx: 7', 'conflict'],
  ['replacement transaction underpriced', 'conflict'],
  ['intrinsic gas too low', 'refused'],
])('hazards 48, 49: “%s” is %s', (words, kind) => {
  expect(interpretSendError(words).kind).toBe(kind);
});
