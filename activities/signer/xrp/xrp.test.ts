import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decode, Wallet } from 'xrpl';
import type { Db } from '../../../db/core/sequelize.ts';
import { execute } from '../../../db/core/sql.ts';
import { allOutgoingOf } from '../../../db/sending/transactions.fixture.ts';
import type { Outgoing } from '../../../db/sending/transactions.ts';
import { encodeXAddress } from '../../../domain/address/x-address.fixture.ts';
import { RESERVE, treasury } from '../../chain/xrp/ledger.fixture.ts';
import { closeLedgerWith, type RippledSimulator } from '../../chain/xrp/rippled.fixture.ts';
import { custodyOffset } from '../../custody/testing.fixture.ts';
import { openXrpHoldings } from '../../custody/xrp.ts';
import { RetryLaterError, type SendingPort } from '../../sending/port.ts';
import { interpretSubmission, LEDGERS_TO_LIVE } from '../../sending/xrp.ts';
import { type PayoutRig, testKeys } from '../accounts.fixture.ts';
import { accountXpub, hot, openXrpBench, XRP, type XrpBench } from './bench.fixture.ts';

let bench: XrpBench;
let db: Db;
let server: RippledSimulator;
let sending: SendingPort;
let rig: PayoutRig;
let recipient: Wallet;

beforeEach(async () => {
  bench = await openXrpBench();
  ({ db, server, sending, rig } = bench);
  recipient = Wallet.generate();
  give(recipient.address, 10n * XRP);
});
afterEach(async () => {
  expect(await rig.mismatches()).toEqual([]);
  await bench.close();
});

const submit = (from: Wallet, transaction: object) => closeLedgerWith(server, from, transaction);
/** As if somebody else had a key of ours. */
function useNumber(address: string): void {
  const { publicKey, privateKey } = testKeys('XRP').key(0, 0);
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();
  const Sequence = server.ledger.account(address)?.sequence ?? 1;
  const setting = { TransactionType: 'AccountSet', Account: address, Fee: '10', Sequence, NetworkID: 31_337 } as const;
  server.ledger.submit(new Wallet(hex(publicKey), `00${hex(privateKey)}`).sign(setting).tx_blob);
}
const give = (address: string, drops: bigint) => bench.pay(treasury, address, drops);
const balanceOf = (address: string) => server.ledger.account(address)?.balance ?? 0n;
const ask = (drops: bigint, more: { address?: string; destinationTag?: string } = {}) =>
  rig.ask('XRP', drops, { address: recipient.address, ...more });
const done = { status: 'done', needsOperator: false };

describe('a payout of XRP', () => {
  test('is signed, sent, and done with the ledger that holds it', async () => {
    const id = await ask(5n * XRP, { destinationTag: '42' });
    const signed = await rig.signed(id);
    expect(decode(signed.raw)).toMatchObject({
      DestinationTag: 42,
      NetworkID: 31_337,
      LastLedgerSequence: server.ledger.validated.index + LEDGERS_TO_LIVE,
    });
    expect(await rig.send(signed)).toBe('sent');
    expect(await rig.stateOf(id)).toMatchObject({ status: 'confirming' });
    server.ledger.accept();
    await rig.track();
    expect(await rig.stateOf(id)).toMatchObject(done);
    expect(balanceOf(recipient.address)).toBe(15n * XRP);
    expect(balanceOf(hot)).toBe(95n * XRP - 10n);
    expect(await rig.costs()).toEqual(['10']);
  });

  test('hazard 42: to an X-address goes to the tag inside; a different tag beside it is refused', async () => {
    const address = encodeXAddress(recipient.address, 7n, 'regtest');
    const signed = await rig.signed(await ask(5n * XRP, { address, destinationTag: '7' }));
    expect(decode(signed.raw)).toMatchObject({ Destination: recipient.address, DestinationTag: 7 });
    await expect(ask(5n * XRP, { address, destinationTag: '8' })).rejects.toMatchObject({
      code: 'destination_tag_invalid',
    });
  });

  test('takes from the ledger what it takes from the books', async () => {
    const holdings = openXrpHoldings({ mode: 'sandbox', url: server.url, accountXpub });
    const chain = { mode: 'sandbox', network: 'XRP' } as const;
    const id = await ask(5n * XRP);
    const before = await custodyOffset(db, chain, holdings);
    const [held] = await holdings.ownHoldings(db);
    expect(held).toEqual({ branch: 0, index: 0, amounts: { XRP: balanceOf(hot) } });
    await rig.send(await rig.signed(id));
    // Only what is validated counts.
    expect(await holdings.ownHoldings(db)).toEqual([held]);
    server.ledger.accept();
    await rig.track();
    expect(await custodyOffset(db, chain, holdings)).toEqual(before);
    const left = balanceOf(hot);
    expect(left).toBeLessThan((held?.amounts.XRP ?? 0n) - 5n * XRP);
    expect(await holdings.ownHoldings(db)).toEqual([{ ...held, amounts: { XRP: left } }]);
    await holdings.close();
  });

  test('hazard 48: sent again while it waits and after it is validated, it is there', async () => {
    const signed = await rig.signed(await ask(5n * XRP));
    await rig.send(signed);
    expect(await sending.send(signed.raw)).toEqual({ kind: 'accepted' });
    server.ledger.accept();
    expect(await sending.send(signed.raw)).toEqual({ kind: 'accepted' });
    server.ledger.accept();
    expect(balanceOf(recipient.address)).toBe(15n * XRP);
  });

  test('that waits for validation is no conflict, no matter who sends it again', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) ids.push(await ask(5n * XRP));
    const burst: Outgoing[] = [];
    for (const id of ids) burst.push(await rig.signed(id));
    const again = async () => {
      for (const each of burst) expect(await rig.send(each)).toBe('sent');
    };
    await again();
    // In the open ledger, in one that is closed and not validated, and in one that is.
    await again();
    server.ledger.accept();
    server.ledger.unvalidated = 1;
    await again();
    await rig.track();
    for (const id of ids) expect(await rig.stateOf(id)).toMatchObject({ status: 'confirming', needsOperator: false });
    server.ledger.unvalidated = 0;
    await again();
    await rig.track();
    for (const id of ids) expect(await rig.stateOf(id)).toMatchObject(done);
    expect(balanceOf(recipient.address)).toBe(35n * XRP);
  });

  test('whose number somebody else used is a conflict once a validated ledger says so, and is paid by another one', async () => {
    const id = await ask(5n * XRP);
    const signed = await rig.signed(id);
    useNumber(hot);
    expect(await rig.send(signed)).toBe('sent');
    server.ledger.accept();
    expect(await rig.send(signed)).toBe('conflict');
    expect(await rig.stateOf(id)).toMatchObject({ reason: 'transaction_conflict', needsOperator: true });
    for (let closed = 0; closed < LEDGERS_TO_LIVE; closed += 1) server.ledger.accept();
    await rig.track();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'queue', reason: 'transaction_lapsed' });
    await rig.send(await rig.signed(id));
    server.ledger.accept();
    await rig.track();
    expect(await rig.stateOf(id)).toMatchObject(done);
    expect(balanceOf(recipient.address)).toBe(15n * XRP);
  });

  test('of many at once, and sent in the wrong order, takes each number once', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 6; at += 1) ids.push(await ask(5n * XRP));
    const signed = await Promise.all(ids.flatMap((id) => [rig.signed(id), rig.signed(id)]));
    const own = [...new Map(signed.map((each) => [each.txid, each])).values()];
    expect(new Set(own.flatMap(({ spends }) => spends)).size).toBe(6);
    for (const each of own.reverse()) await rig.send(each);
    server.ledger.accept();
    await rig.track();
    for (const id of ids) expect(await rig.stateOf(id)).toMatchObject(done);
    expect(balanceOf(recipient.address)).toBe(40n * XRP);
  });
});

describe('a transaction that entered no ledger', () => {
  test('has lapsed after its last one: its number is used again, and its payout is paid once', async () => {
    const id = await ask(5n * XRP);
    const behind = await ask(5n * XRP);
    const [first, second] = [await rig.signed(id), await rig.signed(behind)];
    await rig.send(first);
    await rig.send(second);
    server.ledger.lose();
    for (let closed = 0; closed < LEDGERS_TO_LIVE - 1; closed += 1) server.ledger.accept();
    expect(await sending.hasExpired(first)).toBe(false);
    server.ledger.accept();
    expect(await sending.hasExpired(first)).toBe(true);
    await rig.track();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'queue', reason: 'transaction_lapsed' });
    const [again, other] = [await rig.signed(behind), await rig.signed(id)];
    expect([again.spends, other.spends]).toEqual([first.spends, second.spends]);
    for (const each of [again, other]) await rig.send(each);
    server.ledger.accept();
    await rig.track();
    for (const each of [id, behind]) expect(await rig.stateOf(each)).toMatchObject(done);
    expect(balanceOf(recipient.address)).toBe(20n * XRP);
    expect(await allOutgoingOf(db, id)).toHaveLength(2);
  });

  test('has not lapsed for a server that lacks some of the ledgers', async () => {
    const signed = await rig.signed(await ask(5n * XRP));
    useNumber(hot);
    for (let closed = 0; closed < LEDGERS_TO_LIVE + 2; closed += 1) server.ledger.accept();
    server.oldest = server.ledger.validated.index - 5;
    await expect(sending.hasExpired(signed)).rejects.toThrow(/keeps all ledgers/);
    server.oldest = 0;
    expect(await sending.hasExpired(signed)).toBe(true);
  });

  test('has lapsed for a server without old ledgers when its number is still free', async () => {
    const signed = await rig.signed(await ask(5n * XRP));
    for (let closed = 0; closed < LEDGERS_TO_LIVE + 2; closed += 1) server.ledger.accept();
    server.oldest = server.ledger.validated.index - 5;
    expect(await sending.hasExpired(signed)).toBe(true);
  });

  test('has not lapsed when a ledger holds it that the server no longer keeps', async () => {
    const signed = await rig.signed(await ask(5n * XRP));
    await rig.send(signed);
    for (let closed = 0; closed < LEDGERS_TO_LIVE + 2; closed += 1) server.ledger.accept();
    server.oldest = server.ledger.validated.index - 5;
    await expect(sending.hasExpired(signed)).rejects.toThrow(/keeps all ledgers/);
  });

  test('is sent again as it is while it may still enter one', async () => {
    const id = await ask(5n * XRP);
    const signed = await rig.signed(id);
    await rig.send(signed);
    server.ledger.lose();
    server.ledger.accept();
    await rig.track();
    server.ledger.accept();
    await rig.track();
    expect(await rig.stateOf(id)).toMatchObject({ status: 'done' });
    expect((await allOutgoingOf(db, id)).map(({ txid }) => txid)).toEqual([signed.txid]);
  });
});

describe('nothing is signed', () => {
  test('hazard 43: for an account that does not exist, when the amount is below its reserve', async () => {
    const { address } = Wallet.generate();
    const id = await ask(RESERVE - 1n, { address });
    expect(await rig.words(id)).toMatch(
      /does not exist yet, and 0[.]999999 XRP are less than the 1 XRP that would open it/,
    );
    expect(await rig.refusal(id)).toBe('address_refused');
    expect(await rig.stateOf(id)).toMatchObject({ status: 'error' });
    expect(await rig.money('XRP')).toMatchObject({ held: 0n });
    const enough = await ask(RESERVE, { address });
    await rig.send(await rig.signed(enough));
    server.ledger.accept();
    await rig.track();
    expect(await rig.stateOf(enough)).toMatchObject(done);
  });

  test('for a recipient who asks for a tag without one, or takes no payments', async () => {
    submit(recipient, { TransactionType: 'AccountSet', SetFlag: 1 });
    const without = await ask(5n * XRP);
    expect(await rig.words(without)).toMatch(/asks for a destination tag/);
    expect(await rig.refusal(without)).toBe('address_refused');
    expect(await rig.refusal(await ask(5n * XRP, { destinationTag: '0' }))).toBeNull();
    submit(recipient, { TransactionType: 'AccountSet', SetFlag: 9 });
    expect(await rig.refusal(await ask(5n * XRP, { destinationTag: '1' }))).toBe('address_refused');
  });

  test('to the gateway’s own account', async () => {
    await expect(ask(5n * XRP, { address: hot, destinationTag: '3' })).rejects.toMatchObject({
      code: 'address_invalid',
    });
    const id = await ask(5n * XRP);
    await execute(db, 'UPDATE payout SET address = $2, address_key = $2 WHERE id = $1', [id, hot]);
    expect(await rig.words(id)).toBe('This is the account of the gateway itself.');
  });

  test('beyond what the account has beside its reserve and its promises', async () => {
    const first = await ask(60n * XRP);
    const second = await ask(39n * XRP);
    await rig.signed(first);
    expect(await rig.words(second)).toMatch(/lacks 20 drops; 1000000 drops stay/);
    expect(await rig.refusal(second)).toBe('no_funds');
    give(hot, 1n * XRP);
    expect(await rig.refusal(second)).toBeNull();
  });

  test('while the fee is beyond the bound, or the server is not in sync', async () => {
    const id = await ask(5n * XRP);
    server.ledger.openLedgerFee = 3n * XRP;
    expect(await rig.refusal(id)).toBe('fee_too_high');
    server.ledger.openLedgerFee = 10n;
    server.info.server_state = 'syncing';
    expect(await rig.refusal(id)).toBe('network_unavailable');
    server.info.server_state = 'full';
    expect(await rig.refusal(id)).toBeNull();
  });
});

test('hazards 40, 50: a claimed fee is no payment: it has failed, the hold stays, the cost is booked', async () => {
  const id = await ask(5n * XRP);
  const signed = await rig.signed(id);
  submit(recipient, { TransactionType: 'AccountSet', SetFlag: 1 });
  await rig.send(signed);
  server.ledger.accept();
  await rig.track();
  expect(await rig.stateOf(id)).toEqual({ status: 'error', reason: 'transaction_failed', needsOperator: true });
  expect((await rig.money('XRP')).held).toBeGreaterThan(5n * XRP);
  expect(await rig.costs()).toEqual(['10']);
  const next = await ask(5n * XRP, { destinationTag: '1' });
  await rig.send(await rig.signed(next));
  server.ledger.accept();
  await rig.track();
  expect(await rig.stateOf(next)).toMatchObject(done);
});

describe('hazards 48, 49: preliminary results', () => {
  test.each([
    ['tesSUCCESS', 'accepted'],
    ['tefALREADY', 'accepted'],
    ['terQUEUED', 'accepted'],
    ['terPRE_SEQ', 'accepted'],
    ['tecDST_TAG_NEEDED', 'accepted'],
    ['tefPAST_SEQ', 'conflict'],
    ['temBAD_FEE', 'refused'],
    ['invalidTransaction', 'refused'],
    ['tefBAD_AUTH', 'refused'],
  ])('%s is %s', (engine_result, kind) => {
    expect(interpretSubmission({ engine_result }).kind).toBe(kind);
  });

  const passing = ['tefMAX_LEDGER', 'tefEXCEPTION', 'telINSUF_FEE_P', 'telCAN_NOT_QUEUE_FULL', 'telFAILED_PROCESSING'];
  test.each(passing)('%s passes', (engine_result) => {
    expect(() => interpretSubmission({ engine_result })).toThrow(RetryLaterError);
  });
});
