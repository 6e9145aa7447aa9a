import { createTestClient, type Hex, http, parseTransaction, publicActions, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { allOutgoingOf } from '../../../db/outgoing/transactions.fixture.ts';
import type { Outgoing } from '../../../db/outgoing/transactions.ts';
import { inTransaction } from '../../../db/sequelize.ts';
import { deriveOwnAddress } from '../../../domain/derivation.ts';
import { DEFAULT_FEE_BOUNDS } from '../../../domain/payouts/fee-bounds.ts';
import { useAnvil } from '../../../scripts/testing/nodes.ts';
import { openTestEvm, type TestEvm } from '../../chain/evm/node.fixture.ts';
import { openEvmHoldings } from '../../custody/evm.ts';
import { custodyOffset } from '../../custody/testing.fixture.ts';
import { interpretSendError, openEvmSending } from '../../sending/evm.ts';
import type { SendingPort } from '../../sending/port.ts';
import { openPayoutRig, type PayoutRig, testKeys, testXpub } from '../accounts.fixture.ts';
import { openEvmSigning } from './family.ts';

const ETHER = 10n ** 18n;
const server = useAnvil({ args: ['--no-mining', '--slots-in-an-epoch', '10'] });
const accountXpub = testXpub('ETH');
const hot = deriveOwnAddress({ network: 'ETH', accountXpub, index: 0, chain: 'regtest' }).addressKey as Hex;
let evm: TestEvm;
let rig: PayoutRig;
let sending: SendingPort;
let family: ReturnType<typeof openEvmSigning>;
let node: ReturnType<typeof openClient>;

const openClient = (url: string) => createTestClient({ mode: 'anvil', transport: http(url) }).extend(publicActions);

beforeAll(async () => {
  const { url } = server();
  evm = await openTestEvm(url);
  node = openClient(url);
  family = openEvmSigning({
    ...{ mode: 'sandbox', url, accountXpub },
    usdtContract: evm.contracts.usdt.address.toLowerCase(),
  });
  sending = openEvmSending({ mode: 'sandbox', url });
  rig = await openPayoutRig({ db: evm.db, port: evm.port, family, sending });
  await evm.send({ to: hot, value: 20n * ETHER });
  await giveUsdt(5_000_000_000n);
  await evm.mine(1);
}, 60_000);
afterAll(async () => {
  await family.close();
  await sending.close();
  await evm.close();
});
afterEach(async () => expect(await rig.mismatches()).toEqual([]));

const { usdt } = { usdt: () => evm.contracts.usdt };
const giveUsdt = (minor: bigint) => evm.send({ to: usdt().address, data: usdt().call('transfer', [hot, minor]) });
const etherOf = (address: string) => node.getBalance({ address: address as Hex });
const someone = () => `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`;
async function usdtOf(address: string): Promise<bigint> {
  const { data } = await node.call({ to: usdt().address, data: usdt().call('balanceOf', [address]) });
  return BigInt(data ?? '0x0');
}
/** Mines until everything sent is at its confirmations. */
async function settle(): Promise<void> {
  await evm.mine(13);
  await rig.track();
}
/** Somebody else has the keys, and mines a transaction with the number of this one. */
async function steal({ spends }: Outgoing): Promise<void> {
  const thief = privateKeyToAccount(toHex(testKeys('ETH').key(1, 0).privateKey));
  const bytes = await thief.signTransaction({
    ...{ type: 'eip1559', chainId: 31337, gas: 21_000n, to: someone() as Hex, value: 1n },
    ...{ nonce: Number(spends[0]?.split(':')[1]), maxFeePerGas: 90_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
  });
  await node.sendRawTransaction({ serializedTransaction: bytes });
  await evm.mine(1);
}
const feesOf = ({ raw }: Outgoing) => parseTransaction(raw as `0x02${string}`);

describe('a payout', () => {
  test('of ETH is signed, sent, mined and done; its cost is booked from the receipt', async () => {
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
    const address = someone();
    const id = await rig.ask('USDT_ERC20', 25_000_000n, { address });
    await rig.send(await rig.signed(id));
    await settle();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'done' });
    expect(await usdtOf(address)).toBe(25_000_000n);
    expect((await rig.money('USDT_ERC20')).held).toBe(0n);
  });

  test('takes from the chain what it takes from the books, coins and tokens', async () => {
    const chain = { mode: 'sandbox', network: 'ETH' } as const;
    const usdtContract = usdt().address.toLowerCase();
    const holdings = openEvmHoldings({ mode: 'sandbox', url: server().url, usdtContract, accountXpub });
    const address = someone();
    const ids = [await rig.ask('ETH', ETHER / 10n, { address }), await rig.ask('USDT_ERC20', 7_000_000n, { address })];
    const before = await custodyOffset(evm.db, chain, holdings);
    for (const id of ids) await rig.send(await rig.signed(id));
    await settle();
    expect(await custodyOffset(evm.db, chain, holdings)).toEqual(before);
    await holdings.close();
  });

  test('hazard 48: sent twice, and sent when it is mined already, it is there', async () => {
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

  test('hazard 50: a reorganisation that takes the other one away begins the wait anew, and the payout goes on', async () => {
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
    const { held } = await rig.money('ETH');
    const id = await rig.ask('ETH', 10n ** 15n, { address: usdt().address });
    expect(await rig.words(id)).toMatch(/revert/);
    expect(await rig.refusal(id)).toBe('address_refused');
    expect(await rig.stateOf(id)).toMatchObject({ status: 'error', reason: 'address_refused', needsOperator: false });
    expect((await rig.money('ETH')).held).toBe(held);
  });

  test('for an account of the gateway itself, or the token', async () => {
    const lost = await rig.ask('USDT_ERC20', 1_000_000n, { address: usdt().address });
    expect(await rig.refusal(lost)).toBe('address_refused');
    const own = rig.ask('USDT_ERC20', 1_000_000n, { address: hot });
    await expect(own).rejects.toMatchObject({ code: 'address_invalid' });
  });

  test('hazard 27: while USDT is paused or has blocked the account; the money stays held', async () => {
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
