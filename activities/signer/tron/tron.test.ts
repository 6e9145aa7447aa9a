import { TronWeb, utils } from 'tronweb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { saveChainIdentity } from '../../../db/chain/identity.ts';
import { connect } from '../../../db/connect.ts';
import type { Db } from '../../../db/core/sequelize.ts';
import { execute } from '../../../db/core/sql.ts';
import { makeRates } from '../../../db/invoices/testing.fixture.ts';
import { allOutgoingOf } from '../../../db/sending/transactions.fixture.ts';
import type { CryptoGateId } from '../../../domain/assets/assets.ts';
import { deriveOwnAddress } from '../../../domain/assets/derivation.ts';
import { createTestDatabase, type TestDatabase } from '../../../scripts/testing/database.ts';
import { type ChainPort, ChainUnavailableError } from '../../chain/port.ts';
import { base58Of, CALL_FEE, PRICES, tokenWithBalances } from '../../chain/tron/chain.fixture.ts';
import { startTronNode, type TronNodeSimulator } from '../../chain/tron/node.fixture.ts';
import { openTronChain } from '../../chain/tron/port.ts';
import { custodyOffset } from '../../custody/testing.fixture.ts';
import { openTronHoldings } from '../../custody/tron.ts';
import { RetryLaterError, type SendingPort } from '../../sending/port.ts';
import { interpretBroadcast, LIFE_MS, openTronSending } from '../../sending/tron.ts';
import { openPayoutRig, type PayoutRig, testXpub } from '../accounts.fixture.ts';
import { openTronSigning } from './family.ts';

const accountXpub = testXpub('TRON');
const own = deriveOwnAddress({ network: 'TRON', accountXpub, index: 0, chain: 'regtest' }).address;
const hot = TronWeb.address.toHex(own);
const TRX = 1_000_000n;
const USDT = 1_000_000n;

let database: TestDatabase;
let db: Db;
let node: TronNodeSimulator;
let port: ChainPort;
let sending: SendingPort;
let family: ReturnType<typeof openTronSigning>;
let rig: PayoutRig;
let nowMs: number;
let tokens: Map<string, bigint>;
let state: { paused: boolean };
let next = 500;

const accountOf = (number: number) =>
  TronWeb.address.toHex(String(TronWeb.address.fromPrivateKey(number.toString(16).padStart(64, '0'))));
const usdt = accountOf(2);

beforeEach(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
  // The energy charge for USDT is priced by them.
  await makeRates(db);
  // The signature contains this time, and a time that the database takes for the future is left to its workflow.
  nowMs = Date.now() - 600_000;
  node = await startTronNode(() => nowMs);
  tokens = new Map([[hot, 10_000n * USDT]]);
  state = { paused: false };
  node.chain.deploy(usdt, tokenWithBalances(usdt, tokens, state));
  node.chain.give(hot, 1_000n * TRX);
  produce(20);
  const options = { mode: 'sandbox', url: node.url, usdtContract: base58Of(usdt), nowMs: () => nowMs } as const;
  port = openTronChain(options);
  sending = openTronSending(options);
  family = openTronSigning({ ...options, accountXpub });
  await saveChainIdentity(
    db,
    { mode: 'sandbox', network: 'TRON' },
    { chain: 'regtest', name: 'test', simulated: false },
  );
  rig = await openPayoutRig({ db, port, family, sending, nowMs: () => nowMs });
});
afterEach(async () => {
  expect(await rig.mismatches()).toEqual([]);
  await Promise.all([family.close(), sending.close(), port.close()]);
  await node.close();
  await db.close();
  await database.drop();
});

/** Blocks at their pace. */
function produce(count: number): void {
  for (let made = 0; made < count; made += 1) {
    nowMs += 3_000;
    node.chain.produce();
  }
}
function someone(): string {
  next += 1;
  return accountOf(next);
}
const ask = (gateId: CryptoGateId, minor: bigint, to: string) => rig.ask(gateId, minor, { address: base58Of(to) });
async function settle(): Promise<void> {
  produce(42);
  await rig.track();
}
const done = { status: 'done', needsOperator: false };

describe('a payout', () => {
  test('of TRX is signed, sent, mined and done; the first payment to an address opens it', async () => {
    const to = someone();
    for (const costs of [PRICES.opening + PRICES.openingBytes, 0]) {
      const before = node.chain.balance(to);
      const id = await ask('TRX', 5n * TRX, to);
      const signed = await rig.signed(id);
      expect(await rig.send(signed)).toBe('sent');
      await settle();
      expect(await rig.stateOf(id)).toMatchObject(done);
      expect(node.chain.balance(to) - before).toBe(5n * TRX);
      expect(await sending.paidFee(signed.txid)).toBe(BigInt(costs));
    }
    expect(await rig.costs()).toEqual(['1100000']);
  });

  test('takes from the chain what it takes from the books, coins and tokens', async () => {
    const options = { mode: 'sandbox', url: node.url, usdtContract: base58Of(usdt) } as const;
    const holdings = openTronHoldings({ ...options, accountXpub });
    const chain = { mode: 'sandbox', network: 'TRON' } as const;
    const ids = [await ask('TRX', 5n * TRX, someone()), await ask('USDT_TRC20', 25n * USDT, someone())];
    const before = await custodyOffset(db, chain, holdings);
    for (const id of ids) await rig.send(await rig.signed(id));
    await settle();
    expect(await custodyOffset(db, chain, holdings)).toEqual(before);
    const amounts = { TRX: node.chain.balance(hot), USDT_TRC20: tokens.get(hot) };
    expect(amounts.USDT_TRC20).toBe(9_975n * USDT);
    expect(await holdings.ownHoldings(db)).toEqual([{ branch: 1, index: 0, amounts }]);
    await holdings.close();
  });

  test('hazard 34: of USDT is done although its transfer returns false', async () => {
    const to = someone();
    const id = await ask('USDT_TRC20', 25n * USDT, to);
    const signed = await rig.signed(id);
    await rig.send(signed);
    await settle();
    expect(await rig.stateOf(id)).toMatchObject(done);
    expect(tokens.get(to)).toBe(25n * USDT);
    expect(await rig.costs()).toEqual([String(CALL_FEE)]);
    expect(signed.feeMinor).toBeGreaterThan(BigInt(CALL_FEE));
  });

  test('hazard 35: is not done by confirmations alone, before its block is solid', async () => {
    const id = await ask('TRX', 5n * TRX, someone());
    await rig.send(await rig.signed(id));
    node.chain.solidLag = 40;
    produce(30);
    await rig.track();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'confirming' });
    produce(11);
    await rig.track();
    expect(await rig.stateOf(id)).toMatchObject(done);
  });

  test('hazard 48: sent again while it waits and when it is in a block, it is there', async () => {
    const to = someone();
    const signed = await rig.signed(await ask('TRX', 5n * TRX, to));
    await rig.send(signed);
    expect(await sending.send(signed.raw)).toEqual({ kind: 'accepted' });
    produce(1);
    expect(await sending.send(signed.raw)).toEqual({ kind: 'accepted' });
    produce(1);
    expect(node.chain.balance(to)).toBe(5n * TRX);
  });

  test('on a branch that was left, and one that the node forgot, are sent again as the same bytes', async () => {
    const to = someone();
    const id = await ask('USDT_TRC20', 5n * USDT, to);
    const signed = await rig.signed(id);
    await rig.send(signed);
    produce(2);
    await rig.track();
    tokens.set(to, 0n);
    node.chain.fork(2, { lose: true });
    await rig.track();
    node.chain.lose();
    await rig.track();
    await settle();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'done' });
    expect((await allOutgoingOf(db, id)).map(({ txid }) => txid)).toEqual([signed.txid]);
    expect(tokens.get(to)).toBe(5n * USDT);
  });

  test('of many at once is signed once for each', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 6; at += 1) ids.push(await ask('USDT_TRC20', 5n * USDT, accountOf(400)));
    const signed = await Promise.all(ids.flatMap((id) => [rig.signed(id), rig.signed(id)]));
    expect(new Set(signed.map(({ txid }) => txid)).size).toBe(6);
    for (const each of signed) await rig.send(each);
    await settle();
    for (const id of ids) expect(await rig.stateOf(id)).toMatchObject(done);
    expect(tokens.get(accountOf(400))).toBe(30n * USDT);
  });
});

describe('a transaction that entered no block', () => {
  test('hazard 37: has lapsed by the time of solid blocks, not by the clock; its payout is paid once', async () => {
    const to = someone();
    const id = await ask('TRX', 5n * TRX, to);
    const first = await rig.signed(id);
    await rig.send(first);
    node.chain.lose();
    nowMs += LIFE_MS + 60_000;
    expect(await sending.hasExpired(first)).toBe(false);
    produce(19);
    expect(await sending.hasExpired(first)).toBe(false);
    await expect(sending.send(first.raw)).rejects.toThrow(RetryLaterError);
    produce(1);
    expect(await sending.hasExpired(first)).toBe(true);
    await rig.track();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'queue', reason: 'transaction_lapsed' });
    await rig.send(await rig.signed(id));
    await settle();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'done' });
    expect(node.chain.balance(to)).toBe(5n * TRX);
    expect(await allOutgoingOf(db, id)).toHaveLength(2);
  });

  test('has not lapsed when a block holds it, although the node says that it does not know it', async () => {
    const signed = await rig.signed(await ask('TRX', 5n * TRX, someone()));
    await rig.send(signed);
    produce(1);
    nowMs += LIFE_MS;
    produce(21);
    node.forgetsTransactions = true;
    expect(await sending.hasExpired(signed)).toBe(false);
  });

  test('has not lapsed when a block holds it that nobody looked at for so long that its reference names a newer one', async () => {
    const signed = await rig.signed(await ask('TRX', 5n * TRX, someone()));
    await rig.send(signed);
    produce(0x1_0000 + 200);
    node.forgetsTransactions = true;
    expect(await sending.hasExpired(signed)).toBe(false);
    // Signed before the height was stored with it: the hash of the reference tells which block it is.
    expect(await sending.hasExpired({ ...signed, referenceHeight: null })).toBe(false);
  });

  test('because the node refused it gives the held money back once it can never enter one', async () => {
    const to = someone();
    const id = await ask('TRX', 5n * TRX, to);
    const signed = await rig.signed(id);
    node.chain.deploy(to, () => ({ result: 'REVERT' }));
    expect(await rig.send(signed)).toBe('refused');
    expect(await rig.stateOf(id)).toMatchObject({
      status: 'error',
      reason: 'transaction_refused',
      needsOperator: true,
    });
    expect((await rig.money('TRX')).held).toBeGreaterThan(5n * TRX);
    nowMs += LIFE_MS;
    produce(22);
    await rig.track();
    expect(await rig.stateOf(id)).toEqual({ status: 'error', reason: 'transaction_refused', needsOperator: false });
    expect((await rig.money('TRX')).held).toBe(0n);
  });

  test('that nobody looked after for days has lapsed when no block holds it', async () => {
    const signed = await rig.signed(await ask('TRX', 5n * TRX, someone()));
    produce(0x1_0000 + 200);
    expect(await sending.hasExpired(signed)).toBe(true);
    expect(await sending.hasExpired({ ...signed, referenceHeight: null })).toBe(true);
  });

  test('is not given up by a node on whose chain its reference block never was', async () => {
    const signed = await rig.signed(await ask('TRX', 5n * TRX, someone()));
    nowMs += LIFE_MS;
    produce(22);
    const height = (signed.referenceHeight ?? 0) + 1;
    await expect(sending.hasExpired({ ...signed, referenceHeight: height })).rejects.toThrow(ChainUnavailableError);
  });

  test('is not given up by a node that lacks a block it may be in', async () => {
    const signed = await rig.signed(await ask('TRX', 5n * TRX, someone()));
    await rig.send(signed);
    node.chain.lose();
    nowMs += LIFE_MS;
    produce(22);
    node.withoutBlock = (signed.referenceHeight ?? 0) + 5;
    await expect(sending.hasExpired(signed)).rejects.toThrow(ChainUnavailableError);
    const later = await ask('TRX', 5n * TRX, someone());
    await rig.send(await rig.signed(later));
    await expect(rig.track()).rejects.toThrow(/does not show/);
    produce(1);
    await expect(rig.track()).rejects.toThrow(/does not show/);
    // It holds up nothing that was signed after it.
    expect((await allOutgoingOf(db, later)).map(({ status }) => status)).toEqual(['mined']);
    node.withoutBlock = null;
    expect(await sending.hasExpired(signed)).toBe(true);
  });
});

describe('nothing is signed', () => {
  test('hazard 36: without TRX for energy; once the account is refuelled it is paid', async () => {
    node.chain.give(hot, -999n * TRX);
    const to = someone();
    const id = await ask('USDT_TRC20', 25n * USDT, to);
    expect(await rig.words(id)).toMatch(/lacks \d+ sun for energy: send TRX to it/);
    expect(await rig.refusal(id)).toBe('no_funds');
    expect(await rig.stateOf(id)).toMatchObject({ status: 'queue', reason: 'no_funds' });
    expect((await rig.money('USDT_TRC20')).held).toBeGreaterThan(25n * USDT);
    node.chain.give(hot, 100n * TRX);
    await rig.send(await rig.signed(id));
    await settle();
    expect(await rig.stateOf(id)).toMatchObject(done);
    expect(tokens.get(to)).toBe(25n * USDT);
  });

  test('beyond what the account has beside its promises', async () => {
    await rig.signed(await ask('TRX', 600n * TRX, someone()));
    const second = await ask('TRX', 500n * TRX, someone());
    expect(await rig.refusal(second)).toBe('no_funds');
    await rig.signed(await ask('USDT_TRC20', 9_000n * USDT, someone()));
    expect(await rig.words(await ask('USDT_TRC20', 1_001n * USDT, someone()))).toMatch(/lacks 1000000 minor units/);
  });

  test('of TRX to a contract: the network takes none there; the money comes back', async () => {
    const before = await rig.money('TRX');
    const id = await ask('TRX', 5n * TRX, usdt);
    expect(await rig.words(id)).toMatch(/is a contract/);
    expect(await rig.refusal(id)).toBe('address_refused');
    expect(await rig.stateOf(id)).toMatchObject({ status: 'error', needsOperator: false });
    expect((await rig.money('TRX')).held).toBe(before.held);
  });

  test('to the token itself', async () => {
    expect(await rig.refusal(await ask('USDT_TRC20', 25n * USDT, usdt))).toBe('address_refused');
  });

  test('while the token is paused, and to the account itself', async () => {
    state.paused = true;
    const id = await ask('USDT_TRC20', 25n * USDT, someone());
    expect(await rig.words(id)).toBe('The USDT contract refuses transfers of ours now: Pausable: paused');
    expect(await rig.refusal(id)).toBe('token_refuses');
    await expect(ask('TRX', 5n * TRX, hot)).rejects.toMatchObject({ code: 'address_invalid' });
    const moved = await ask('TRX', 5n * TRX, someone());
    await execute(db, 'UPDATE payout SET address = $2, address_key = $2 WHERE id = $1', [moved, own]);
    expect(await rig.words(moved)).toBe('This is an account of the gateway itself.');
  });
});

test.each([
  ['REVERT', () => (state.paused = true)],
  ['OUT_OF_ENERGY', () => node.chain.give(hot, -990n * TRX)],
])('hazards 31, 50: mined with %s it has failed; the hold stays, the cost is booked', async (result, spoil) => {
  const id = await ask('USDT_TRC20', 25n * USDT, someone());
  const signed = await rig.signed(id);
  spoil();
  await rig.send(signed);
  await settle();
  expect((await port.transaction(signed.txid))?.failed).toBe(true);
  expect(node.chain.find(signed.txid)?.outcome.receipt?.result).toBe(result);
  expect(await rig.stateOf(id)).toEqual({ status: 'error', reason: 'transaction_failed', needsOperator: true });
  expect((await rig.money('USDT_TRC20')).held).toBeGreaterThan(25n * USDT);
  expect(await rig.costs()).toEqual([result === 'REVERT' ? '13000000' : '10000000']);
});

test('a signature of another key, and bytes that were changed, are refused by the node', async () => {
  const { raw } = await rig.signed(await ask('TRX', 5n * TRX, someone()));
  const transaction = JSON.parse(raw) as { raw_data: object };
  const forged = utils.crypto.signTransaction('11'.repeat(32), { ...transaction, signature: [] });
  expect(await sending.send(JSON.stringify(forged))).toEqual({ kind: 'refused', words: 'SIGERROR' });
  const nonsense = JSON.stringify({ ...transaction, signature: ['11'.repeat(65)] });
  expect(await sending.send(nonsense)).toMatchObject({ kind: 'refused' });
  const changed = { ...transaction, raw_data: { ...transaction.raw_data, expiration: nowMs + 1 } };
  expect(await sending.send(JSON.stringify(changed))).toMatchObject({ kind: 'refused' });
});

test.each([
  ['DUP_TRANSACTION_ERROR', 'accepted'],
  ['SIGERROR', 'refused'],
  ['CONTRACT_VALIDATE_ERROR', 'refused'],
])('hazard 48: %s is %s', (code, kind) => {
  expect(interpretBroadcast({ result: false, code }).kind).toBe(kind);
});
