import { afterEach, beforeEach, expect, test } from 'vitest';
import { decode, Wallet } from 'xrpl';
import { type Db, inTransaction } from '../../../db/core/sequelize.ts';
import { select } from '../../../db/core/sql.ts';
import { changeStop } from '../../../db/payouts/emergency-stop.ts';
import { testPayoutSettings } from '../../../db/payouts/testing.fixture.ts';
import { listSettings, requestRequireTag } from '../../../db/sending/account-settings.ts';
import { DEFAULT_FEE_BOUNDS } from '../../../domain/payouts/fee-bounds.ts';
import { treasury } from '../../chain/xrp/ledger.fixture.ts';
import type { RippledSimulator } from '../../chain/xrp/rippled.fixture.ts';
import type { HoldingsPort } from '../../custody/holdings.ts';
import { custodyOffset } from '../../custody/testing.fixture.ts';
import { openXrpHoldings } from '../../custody/xrp.ts';
import { LEDGERS_TO_LIVE } from '../../sending/xrp.ts';
import { type PayoutRig, testKeys } from '../accounts.fixture.ts';
import type { SignerDeps, SigningFaultPoint } from '../sign.ts';
import { accountXpub, hot, openXrpBench, XRP, type XrpBench } from './bench.fixture.ts';
import { openXrpSettings, refuseXrpSettings, type XrpSettings } from './settings.ts';

const chain = { mode: 'sandbox', network: 'XRP' } as const;

let bench: XrpBench;
let db: Db;
let server: RippledSimulator;
let settings: XrpSettings;
let holdings: HoldingsPort;
let rig: PayoutRig;
let payer: Wallet;

beforeEach(async () => {
  bench = await openXrpBench();
  ({ db, server, rig } = bench);
  settings = openXrpSettings({ ...bench.node, accountXpub });
  holdings = openXrpHoldings({ ...bench.node, accountXpub });
  payer = Wallet.generate();
  pay(treasury, payer.address, 50n * XRP);
});
afterEach(async () => {
  expect(await rig.mismatches()).toEqual([]);
  await Promise.all([settings.close(), holdings.close()]);
  await bench.close();
});

const pay: XrpBench['pay'] = (...payment) => bench.pay(...payment);
const signerAt = (faultPoint?: (name: SigningFaultPoint) => void): SignerDeps => ({
  db,
  nowMs: Date.now,
  settings: testPayoutSettings,
  familyOf: () => {
    throw new Error('A setting needs no payouts.');
  },
  keysOf: () => testKeys('XRP'),
  boundsOf: () => DEFAULT_FEE_BOUNDS.XRP,
  faultPoint,
});
const request = () =>
  inTransaction(db, (tx) => requestRequireTag(tx, { mode: 'sandbox', by: 'ada', note: 'payers forget tags' }));
const apply = () => settings.apply(signerAt());
const transactions = () =>
  select<{ raw: string; kind: string; status: string; fee: string }>(
    db,
    `SELECT raw, kind, status, fee_minor::text AS fee FROM outgoing_transaction WHERE kind = 'setting'
     ORDER BY signed_at`,
  );
const requiresTag = () => server.ledger.account(hot)?.requireTag;
async function closeLedger(): Promise<void> {
  server.ledger.accept();
  await rig.track();
}
const stateOf = async () => (await listSettings(db)).map(({ status, words }) => ({ status, words }));

test('the account refuses payments without a tag from then on, the cost is booked and custody agrees to the drop', async () => {
  server.ledger.openLedgerFee = 12n;
  const before = await custodyOffset(db, chain, holdings);
  expect(await request()).toBe(true);
  expect(await apply()).toBe(true);
  const [signed] = await transactions();
  expect(decode(signed?.raw ?? '')).toMatchObject({
    TransactionType: 'AccountSet',
    SetFlag: 1,
    Account: hot,
    Fee: '12',
  });
  await rig.track();
  await closeLedger();
  expect(requiresTag()).toBe(true);
  expect(await rig.costs()).toEqual(['12']);
  expect(await custodyOffset(db, chain, holdings)).toEqual(before);
  expect(await transactions()).toMatchObject([{ status: 'confirmed' }]);
  expect(await apply()).toBe(false);
  expect(await stateOf()).toEqual([{ status: 'set', words: null }]);
  server.ledger.openLedgerFee = 10n;
  const had = server.ledger.account(hot)?.balance;
  pay(payer, hot, 5n * XRP);
  expect(server.ledger.account(hot)?.balance).toBe(had);
  pay(payer, hot, 5n * XRP, { DestinationTag: 7 });
  expect(server.ledger.account(hot)?.balance).toBe((had ?? 0n) + 5n * XRP);
});

test('payouts go on before, beside and after it', async () => {
  const ask = () => rig.ask('XRP', 5n * XRP, { address: payer.address });
  const [first, second, third] = [await ask(), await ask(), await ask()];
  await rig.send(await rig.signed(first));
  await request();
  expect(await apply()).toBe(true);
  await rig.send(await rig.signed(second));
  await rig.track();
  await closeLedger();
  await rig.send(await rig.signed(third));
  await closeLedger();
  for (const id of [first, second, third]) {
    expect(await rig.stateOf(id)).toEqual({ status: 'done', reason: null, needsOperator: false });
  }
  expect(await rig.costs()).toHaveLength(4);
  expect(requiresTag()).toBe(true);
});

test('requested twice and signed for by two signers at once, one transaction is made', async () => {
  expect(await Promise.all([request(), request()])).toEqual(expect.arrayContaining([true, false]));
  expect((await Promise.all([apply(), apply()])).filter(Boolean)).toHaveLength(1);
  expect(await apply()).toBe(false);
  await rig.track();
  await closeLedger();
  expect(await apply()).toBe(false);
  expect(await request()).toBe(true);
  expect(await apply()).toBe(false);
  expect(await transactions()).toHaveLength(1);
  expect(await stateOf()).toEqual([{ status: 'set', words: null }]);
});

test('nothing is signed where the account has the setting already, or nobody requested it', async () => {
  expect(await apply()).toBe(false);
  const { publicKey, privateKey } = testKeys('XRP').key(0, 0);
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();
  const Sequence = server.ledger.account(hot)?.sequence ?? 1;
  const byHand = {
    TransactionType: 'AccountSet',
    Account: hot,
    Fee: '10',
    SetFlag: 1,
    Sequence,
    NetworkID: 31_337,
  } as const;
  server.ledger.submit(new Wallet(hex(publicKey), `00${hex(privateKey)}`).sign(byHand).tx_blob);
  server.ledger.accept();
  await request();
  expect(await apply()).toBe(false);
  expect(await transactions()).toEqual([]);
  expect(await stateOf()).toEqual([{ status: 'set', words: null }]);
});

test('one that entered no ledger has lapsed and is signed again; its cost is booked once', async () => {
  await request();
  await apply();
  await rig.track();
  server.ledger.lose();
  for (let closed = 0; closed < LEDGERS_TO_LIVE; closed += 1) server.ledger.accept();
  expect(await apply()).toBe(false);
  await rig.track();
  expect(await apply()).toBe(true);
  await rig.track();
  await closeLedger();
  expect((await transactions()).map(({ status }) => status)).toEqual(['failed', 'confirmed']);
  expect(requiresTag()).toBe(true);
  expect(await rig.costs()).toEqual(['10']);
});

test('it waits in words while the emergency stop is pulled, and while the ledger is too expensive', async () => {
  await request();
  const stop = { modes: ['sandbox'], network: 'XRP', by: 'test', reason: 'test' } as const;
  await changeStop(db, { ...stop, stopped: true });
  expect(await apply()).toBe(false);
  expect(await stateOf()).toEqual([{ status: 'requested', words: 'The emergency stop is active.' }]);
  await changeStop(db, { ...stop, stopped: false });
  server.ledger.openLedgerFee = 3n * XRP;
  expect(await apply()).toBe(false);
  expect(await stateOf()).toEqual([{ status: 'requested', words: 'The next ledger asks for 3000000 drops.' }]);
  server.ledger.openLedgerFee = 10n;
  expect(await apply()).toBe(true);
});

test.each(['before_reserve', 'after_reserve', 'after_sign', 'after_store'] as const)(
  'a signer that dies at %s leaves nothing behind, and the next one signs',
  async (point) => {
    await request();
    const dying = signerAt((name) => {
      if (name === point) throw new Error('killed');
    });
    await expect(settings.apply(dying)).rejects.toThrow('killed');
    expect(await transactions()).toEqual([]);
    expect(await apply()).toBe(true);
    expect(await transactions()).toHaveLength(1);
  },
);

test('on a simulated network the request ends in words', async () => {
  await request();
  await refuseXrpSettings(db, 'sandbox');
  expect(await stateOf()).toEqual([
    { status: 'failed', words: 'XRP is simulated here: there is no account to change.' },
  ]);
});
