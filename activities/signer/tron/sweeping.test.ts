import { TronWeb } from 'tronweb';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { saveChainIdentity } from '../../../db/chain/identity.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute, select } from '../../../db/core/sql.ts';
import { openTestDatabase } from '../../../db/database.fixture.ts';
import { testPayoutSettings } from '../../../db/payouts/testing.fixture.ts';
import { upsertRates } from '../../../db/rates/rates.ts';
import { deriveAddress, deriveOwnAddress } from '../../../domain/assets/derivation.ts';
import { transferData } from '../../../domain/assets/tron-transfer.ts';
import { parseRate } from '../../../domain/money/rates.ts';
import { DEFAULT_FEE_BOUNDS } from '../../../domain/payouts/fee-bounds.ts';
import { createFollower, type Follower } from '../../chain/follower.ts';
import type { ChainPort } from '../../chain/port.ts';
import { paymentsOn, recordEffects, watchInvoice } from '../../chain/testing.fixture.ts';
import { base58Of, CALL_FEE, PRICES, tokenWithBalances } from '../../chain/tron/chain.fixture.ts';
import { startTronNode, type TronNodeSimulator } from '../../chain/tron/node.fixture.ts';
import { openTronChain } from '../../chain/tron/port.ts';
import type { SendingPort } from '../../sending/port.ts';
import { openTronSending } from '../../sending/tron.ts';
import { openPayoutRig, type PayoutRig, testKeys, testXpub } from '../accounts.fixture.ts';
import type { SignerDeps } from '../sign.ts';
import { type Sweeping, sweepDeposits } from '../sweeping.ts';
import { openTronSigning } from './family.ts';
import { openTronSweeping } from './sweeping.ts';
import { signTron } from './transaction.ts';

const TRX = 1_000_000n;
const USDT = 1_000_000n;
const accountXpub = testXpub('TRON');
const own = deriveOwnAddress({ network: 'TRON', accountXpub, index: 0, chain: 'regtest' }).address;
const hexOf = (address: string) => TronWeb.address.toHex(address);
const payerKey = Buffer.from('7'.repeat(64), 'hex');
const payer = hexOf(String(TronWeb.address.fromPrivateKey(payerKey.toString('hex'))));
const usdt = hexOf(String(TronWeb.address.fromPrivateKey('2'.repeat(64))));
const tokens = new Map([[payer, 10_000n * USDT]]);

let node: TronNodeSimulator;
let port: ChainPort;
let sending: SendingPort;
let family: ReturnType<typeof openTronSigning>;
let sweeping: ReturnType<typeof openTronSweeping>;
let follower: Follower;
let rig: PayoutRig;
let signer: SignerDeps;
let nowMs = Date.now();
let nextIndex = 3;

const { db } = await openTestDatabase();
beforeAll(async () => {
  const now = () => nowMs;
  node = await startTronNode(now);
  node.chain.deploy(usdt, tokenWithBalances(usdt, tokens));
  node.chain.give(payer, 1_000n * TRX);
  node.chain.give(hexOf(own), 100n * TRX);
  produce(20);
  const options = { mode: 'sandbox', url: node.url, usdtContract: base58Of(usdt), nowMs: now } as const;
  [port, sending] = [openTronChain(options), openTronSending(options)];
  family = openTronSigning({ ...options, accountXpub });
  sweeping = openTronSweeping({ ...options, accountXpub });
  const chain = { mode: 'sandbox', network: 'TRON' } as const;
  await saveChainIdentity(db, chain, { chain: 'regtest', name: 'test', simulated: false });
  follower = createFollower({ db, effects: recordEffects(), nowMs: now }, port, { dropAfterMs: 0 });
  rig = await openPayoutRig({ db, port, family, sending, nowMs: now });
  signer = {
    db,
    settings: testPayoutSettings,
    nowMs: now,
    keysOf: () => testKeys('TRON'),
    familyOf: () => Promise.reject(new Error('No payout is signed here.')) as never,
    boundsOf: () => DEFAULT_FEE_BOUNDS.TRON,
  };
  const [sampledAt, expiresAt] = [new Date(), new Date(Date.now() + 3_600_000)];
  const rate = (asset: 'TRX' | 'USDT', value: string) =>
    parseRate(value, { asset, currency: 'EUR', source: 'test', sampledAt, expiresAt });
  await inTransaction(db, (tx) => upsertRates(tx, 'sandbox', [rate('TRX', '0.25'), rate('USDT', '0.9')]));
  await follower.poll();
});
afterAll(async () => {
  await Promise.all([family.close(), sweeping.close(), sending.close(), port.close()]);
  await node.close();
});
afterEach(async () => expect(await rig.mismatches()).toEqual([]));

function produce(count: number): void {
  for (let made = 0; made < count; made += 1) {
    nowMs += 3_000;
    node.chain.produce();
  }
}

/** Pays an invoice at an address that the gateway has the key of; the address in base58. */
async function deposit(gateId: 'TRX' | 'USDT_TRC20', minor: bigint): Promise<string> {
  nextIndex += 1;
  const index = nextIndex;
  const { address } = deriveAddress({ network: 'TRON', accountXpub, index, chain: 'regtest' });
  await watchInvoice(db, { gateId, address, addressKey: address, dueMinor: minor });
  await execute(db, 'UPDATE watched_address SET derivation_index = $2 WHERE address_key = $1', [address, index]);
  const to = hexOf(address);
  const action =
    gateId === 'TRX'
      ? ({ type: 'TransferContract', to, sun: minor } as const)
      : ({ type: 'TriggerSmartContract', contract: usdt, data: transferData(to, minor) } as const);
  const times = { expirationMs: nowMs + 60_000, timestampMs: nowMs + index };
  const draft = { from: payer, action, reference: node.chain.solid, feeLimitSun: 100n * TRX, ...times };
  expect(await sending.send(signTron(draft, payerKey).raw)).toEqual({ kind: 'accepted' });
  await settle();
  return address;
}
async function settle(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await rig.track();
    produce(22);
    while (!(await follower.poll()).complete);
    await rig.track();
  }
}
const sweep = () => {
  nowMs += 120_000;
  produce(1);
  return sweepDeposits(signer, { mode: 'sandbox', network: 'TRON' }, { sweeping: sweeping as Sweeping });
};
const holdings = (address: string) =>
  select<{ state: string }>(db, 'SELECT state FROM deposit_holding WHERE address_key = $1', [address]);

const alerts = () =>
  select<{ kind: string; subject: string; resolved_at: Date | null }>(
    db,
    `SELECT kind, subject, resolved_at FROM alert WHERE kind = 'transfer_refused'`,
    [],
  );
const outgoingOf = (address: string) =>
  select<{ refusals: number }>(
    db,
    `SELECT t.refusals FROM outgoing_transaction t JOIN outgoing_internal i ON i.transaction_id = t.id
     WHERE i.from_key = $1 ORDER BY t.signed_at`,
    [address],
  );

test('TRX is moved to the last unit, for nothing; dust is left and listed', async () => {
  const [address, dust] = [await deposit('TRX', 50n * TRX), await deposit('TRX', 2n * TRX)];
  const before = node.chain.balance(hexOf(own));
  expect(await sweep()).toMatchObject({ moved: 1, dust: 1 });
  await settle();
  expect(node.chain.balance(hexOf(address))).toBe(0n);
  expect(node.chain.balance(hexOf(own)) - before).toBe(50n * TRX);
  await sweep();
  expect(await holdings(address)).toEqual([]);
  expect(await holdings(dust)).toEqual([{ state: 'dust' }]);
  expect(await rig.costs()).toEqual([]);
});

test('USDT is moved after TRX for its energy opened the address, which no invoice takes for a payment', async () => {
  const address = await deposit('USDT_TRC20', 400n * USDT);
  const payments = (await paymentsOn(db, 'TRON')).length;
  expect(await sweep()).toMatchObject({ moved: 1 });
  await settle();
  expect(tokens.get(hexOf(address))).toBe(400n * USDT);
  expect(await sweep()).toMatchObject({ moved: 1 });
  await settle();
  expect(tokens.get(hexOf(address))).toBe(0n);
  expect(tokens.get(hexOf(own))).toBe(400n * USDT);
  expect(await paymentsOn(db, 'TRON')).toHaveLength(payments);
  expect(await rig.costs()).toEqual([String(PRICES.opening + PRICES.openingBytes), String(CALL_FEE)]);
  await sweep();
  expect(await holdings(address)).toEqual([]);
});

test('USDT that is worth little against its energy is left', async () => {
  const address = await deposit('USDT_TRC20', 20n * USDT);
  expect(await sweep()).toMatchObject({ moved: 0 });
  expect(await holdings(address)).toEqual([{ state: 'dust' }]);
});

test('operators are notified of a transfer that the node refuses; it is listed, and tried again after pauses', async () => {
  const address = await deposit('TRX', 50n * TRX);
  expect(await sweep()).toMatchObject({ moved: 1 });
  // The account that pays turns into a contract between the signature and the node.
  const { isContract } = node.chain;
  node.chain.isContract = () => true;
  await rig.track();
  const alert = { kind: 'transfer_refused', subject: `sandbox:TRON:${address}`, resolved_at: null };
  expect(await alerts()).toMatchObject([alert]);
  expect(await holdings(address)).toEqual([{ state: 'refused' }]);
  const sendings = async () => (await outgoingOf(address)).map(({ refusals }) => refusals);
  expect(await sendings()).toEqual([1]);
  // Looked after every two seconds, but sent only after the pause.
  await rig.track();
  expect(await sendings()).toEqual([1]);
  nowMs += 5_000;
  await rig.track();
  expect(await sendings()).toEqual([2]);
  expect(await sweep()).toMatchObject({ moved: 0, refused: 1 });
  expect(await alerts()).toMatchObject([alert]);
  // It lapses; the next one is signed after a pause that grows.
  produce(150);
  await rig.track();
  expect(await sweep()).toMatchObject({ moved: 1 });
  await rig.track();
  expect(await sendings()).toEqual([2, 1]);
  expect(await sweep()).toMatchObject({ moved: 0, refused: 0 });
  node.chain.isContract = isContract;
  produce(150);
  await rig.track();
  nowMs += 600_000;
  expect(await sweep()).toMatchObject({ moved: 1 });
  await settle();
  nowMs += 600_000;
  await sweep();
  expect(await holdings(address)).toEqual([]);
  expect(await alerts()).toMatchObject([{ ...alert, resolved_at: expect.any(Date) as Date }]);
});

test('the first sweep opens the account that pays, and pays for it', async () => {
  const address = await deposit('TRX', 50n * TRX);
  const before = node.chain.balance(hexOf(own));
  node.chain.close(hexOf(own));
  expect(await sweep()).toMatchObject({ moved: 1 });
  await settle();
  const opening = PRICES.opening + PRICES.openingBytes;
  expect(node.chain.balance(hexOf(address))).toBe(0n);
  expect(node.chain.balance(hexOf(own))).toBe(50n * TRX - BigInt(opening));
  expect((await rig.costs()).at(-1)).toBe(String(opening));
  node.chain.give(hexOf(own), before);
});

test('hazard 68: no coins are sent ahead to an address that is listed and not of our keys, nor is anything signed for it', async () => {
  const foreign = await deposit('USDT_TRC20', 400n * USDT);
  const kept = await deposit('TRX', 50n * TRX);
  // As a row that somebody wrote: the key at this place is of another address.
  const move = 'UPDATE watched_address SET derivation_index = 99 WHERE address_key = ANY($1::text[])';
  await execute(db, move, [[foreign, kept]]);
  const before = node.chain.balance(hexOf(own));
  expect(await sweep()).toMatchObject({ moved: 0 });
  await settle();
  expect(await holdings(foreign)).toMatchObject([{ state: 'waiting' }]);
  expect(await holdings(kept)).toMatchObject([{ state: 'waiting' }]);
  expect(node.chain.balance(hexOf(own))).toBe(before);
});
