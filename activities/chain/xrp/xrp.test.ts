import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Wallet } from 'xrpl';
import { connect } from '../../../db/connect.ts';
import type { Db } from '../../../db/core/sequelize.ts';
import { createTestDatabase, type TestDatabase } from '../../../scripts/testing/database.ts';
import { createFollower, type Follower } from '../follower.ts';
import { type ChainPort, ChainUnavailableError } from '../port.ts';
import { paymentsOn, type RecordedEffects, recordEffects, watchInvoice } from '../testing.fixture.ts';
import { RESERVE, treasury } from './ledger.fixture.ts';
import { openXrpChain } from './port.ts';
import { closeLedgerWith, type RippledSimulator, startRippled } from './rippled.fixture.ts';

const USD = { currency: 'USD', issuer: treasury.address };
const PARTIAL_PAYMENT = 0x0002_0000;
const REQUIRE_DESTINATION_TAG = 1;

let database: TestDatabase;
let db: Db;
let server: RippledSimulator;
let port: ChainPort;
let follower: Follower;
let effects: RecordedEffects;
let gateway: Wallet;
let payer: Wallet;

beforeEach(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
  server = await startRippled();
  port = openXrpChain({ mode: 'sandbox', url: server.url });
  gateway = Wallet.generate();
  payer = Wallet.generate();
  give(gateway, 100n * RESERVE);
  give(payer, 1_000n * RESERVE);
  effects = recordEffects();
  follower = createFollower({ db, effects, nowMs: Date.now }, port, { dropAfterMs: 0 });
  await follower.poll();
});
afterEach(async () => {
  await port.close();
  await server.close();
  await db.close();
  await database.drop();
});

const send = (from: Wallet, transaction: object) => closeLedgerWith(server, from, transaction);

function give(to: Wallet, drops: bigint): void {
  send(treasury, { TransactionType: 'Payment', Destination: to.address, Amount: drops.toString() });
}

function pay(amount: unknown, more: object = {}) {
  return send(payer, { TransactionType: 'Payment', Destination: gateway.address, Amount: amount, ...more });
}

/** An invoice whose payer gets this tag. */
async function invoice(DestinationTag: number): Promise<string> {
  const { address } = gateway;
  const { invoiceId } = await watchInvoice(db, {
    gateId: 'XRP',
    address,
    addressKey: address,
    destinationTag: BigInt(DestinationTag),
    dueMinor: 5_000_000n,
  });
  return invoiceId;
}

/** The result of one round: payments by their amounts, without parts that do not concern a test. */
async function found() {
  await follower.poll();
  const payments = (await paymentsOn(db, 'XRP')).sort((a, b) => Number(BigInt(a.amount) - BigInt(b.amount)));
  return payments.map(({ invoice_id, asset_ref, amount, status, credited_to }) => ({
    invoice_id,
    asset_ref,
    amount,
    status,
    credited_to,
  }));
}

const confirmed = { asset_ref: 'XRP', status: 'confirmed' };
const stray = { ...confirmed, invoice_id: null, credited_to: 'suspense' };

describe('XRP', () => {
  test('a payment with the tag of an invoice is confirmed by the ledger that holds it, once', async () => {
    const invoice_id = await invoice(7);
    const { hash } = pay('5000000', { DestinationTag: 7 });
    expect(await found()).toMatchObject([{ ...confirmed, invoice_id, amount: '5000000' }]);
    server.ledger.accept();
    expect(await found()).toHaveLength(1);
    expect(await paymentsOn(db, 'XRP')).toMatchObject([{ key: hash, finalized: true, required_confirmations: 1 }]);
    expect(effects.steps.filter((step) => step.id === invoice_id)).toHaveLength(1);
    expect(await port.transaction(hash)).toMatchObject({
      txid: hash,
      block: { height: server.ledger.validated.index - 1 },
    });
  });

  test('what is not in a validated ledger does not exist', async () => {
    await invoice(7);
    const blob = payer.sign({
      TransactionType: 'Payment',
      Account: payer.address,
      Destination: gateway.address,
      Amount: '5000000',
      DestinationTag: 7,
      Fee: '10',
      Sequence: server.ledger.account(payer.address)?.sequence ?? 0,
    });
    expect(server.ledger.submit(blob.tx_blob)).toEqual({ result: 'tesSUCCESS', hash: blob.hash });
    expect(await found()).toEqual([]);
    expect(await port.transaction(blob.hash)).toBeNull();
    server.ledger.accept();
    expect(await found()).toHaveLength(1);
  });

  test('hazard 38: a partial payment counts with what was delivered, never with what it names', async () => {
    const invoice_id = await invoice(7);
    server.ledger.liquidityDrops = 25n;
    pay('5000000', { DestinationTag: 7, SendMax: { ...USD, value: '100' }, Flags: PARTIAL_PAYMENT });
    expect(await found()).toMatchObject([{ ...confirmed, invoice_id, amount: '25' }]);
  });

  test('hazard 38: a payment counts with no more than the balance of the account grew by, whatever was said to be delivered', async () => {
    const invoice_id = await invoice(7);
    server.ledger.saysDelivered = '5000000';
    pay('25', { DestinationTag: 7 });
    expect(await found()).toMatchObject([{ ...confirmed, invoice_id, amount: '25' }]);
  });

  test('hazard 39: issued money is no XRP, whatever it is called', async () => {
    const invoice_id = await invoice(7);
    const foreign = { currency: 'XRX', issuer: payer.address };
    send(gateway, { TransactionType: 'TrustSet', LimitAmount: { ...foreign, value: '1000000' } });
    pay({ ...foreign, value: '5000000' }, { DestinationTag: 7 });
    expect(await found()).toMatchObject([{ invoice_id, asset_ref: `XRP:XRX.${payer.address}`, credited_to: null }]);
    expect((await paymentsOn(db, 'XRP'))[0]).toMatchObject({ gate_id: null, quote_id: null });
  });

  test('hazard 40: a transaction that only cost its fee gives nothing', async () => {
    await invoice(7);
    send(gateway, { TransactionType: 'AccountSet', SetFlag: REQUIRE_DESTINATION_TAG });
    expect(pay('5000000').result).toBe('tecDST_TAG_NEEDED');
    expect(pay('999999999999', { DestinationTag: 7 }).result).toBe('tecUNFUNDED_PAYMENT');
    expect(pay({ ...USD, value: '5' }, { DestinationTag: 7 }).result).toBe('tecPATH_DRY');
    expect(await found()).toEqual([]);
  });

  test('hazard 41: coins without a tag, and with the tag of nobody, wait in suspense', async () => {
    await invoice(7);
    pay('1000');
    pay('2000', { DestinationTag: 8 });
    expect(await found()).toEqual([
      { ...stray, amount: '1000' },
      { ...stray, amount: '2000' },
    ]);
  });

  test('hazard 44: of a batch each inner payment counts by its own result, the batch itself never', async () => {
    const invoice_id = await invoice(7);
    const first = (server.ledger.account(payer.address)?.sequence ?? 0) + 1;
    const inner = (Sequence: number, Amount: string) => ({
      RawTransaction: {
        TransactionType: 'Payment',
        Account: payer.address,
        Destination: gateway.address,
        DestinationTag: 7,
        Amount,
        Sequence,
        Fee: '0',
        SigningPubKey: '',
        Flags: 0x4000_0000,
      },
    });
    send(payer, {
      TransactionType: 'Batch',
      Flags: 0x0008_0000,
      RawTransactions: [inner(first, '3000000'), inner(first + 1, '999999999999'), inner(first + 2, '2000000')],
    });
    expect(await found()).toEqual([
      { ...confirmed, invoice_id, amount: '2000000', credited_to: null },
      { ...confirmed, invoice_id, amount: '3000000', credited_to: null },
    ]);
  });

  test('hazard 45: coins that come by an escrow or a deleted account wait in suspense, tag or not', async () => {
    await invoice(7);
    const { Account, OfferSequence } = {
      Account: payer.address,
      OfferSequence: server.ledger.account(payer.address)?.sequence,
    };
    send(payer, {
      TransactionType: 'EscrowCreate',
      Destination: gateway.address,
      DestinationTag: 7,
      Amount: '4000',
      FinishAfter: 1,
    });
    expect(await found()).toEqual([]);
    send(payer, { TransactionType: 'EscrowFinish', Owner: Account, OfferSequence });
    send(payer, { TransactionType: 'AccountDelete', Destination: gateway.address, DestinationTag: 7 });
    const payments = await found();
    expect(payments).toHaveLength(2);
    expect(payments).toMatchObject([stray, stray]);
    expect(payments.map(({ amount }) => amount)).toContain('4000');
  });
});

describe('the server', () => {
  test('is asked which network it follows; one that does not say follows the main one', async () => {
    expect(await port.identify()).toMatchObject({ chain: 'regtest' });
    server.info.network_id = 1;
    expect(await port.identify()).toMatchObject({ chain: 'test' });
    delete server.info.network_id;
    expect(await port.identify()).toMatchObject({ chain: 'main' });
  });

  test('is not believed while it is behind, too old, cut off or talks nonsense', async () => {
    server.info.server_state = 'syncing';
    server.ledger.accept();
    await expect(follower.poll()).rejects.toThrow(ChainUnavailableError);
    server.info.server_state = 'full';
    server.info.amendment_blocked = true;
    await expect(follower.poll()).rejects.toThrow(/too old/);
    server.info.amendment_blocked = false;
    for (const failure of ['cut', 'nonsense'] as const) {
      server.failure = failure;
      await expect(follower.poll()).rejects.toThrow(ChainUnavailableError);
    }
    server.failure = 'none';
    await expect(follower.poll()).resolves.toMatchObject({ height: server.ledger.validated.index });
  });

  test('with a gap in its history is waited for: a payment may be in it', async () => {
    const invoice_id = await invoice(7);
    pay('5000000', { DestinationTag: 7 });
    server.oldest = server.ledger.accept().index;
    await expect(follower.poll()).rejects.toThrow(/has no ledger/);
    server.oldest = 0;
    expect(await found()).toMatchObject([{ invoice_id }]);
  });
});
