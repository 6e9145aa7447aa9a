import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyStrayPayments } from '../../db/chain/stray-payments.ts';
import { connect } from '../../db/connect.ts';
import { type Db, inTransaction, moneyTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { readCustodyBooks } from '../../db/custody/books.ts';
import { readCustodyChecks } from '../../db/custody/checks.ts';
import { endChain } from '../../db/custody/end-chain.ts';
import { applyInvoiceEvent } from '../../db/invoices/process.ts';
import { makeInvoice, makeRates, makeShop } from '../../db/invoices/testing.fixture.ts';
import type { AccountKind } from '../../db/ledger/accounts.ts';
import { allDebts } from '../../db/ledger/debts.ts';
import { holdTransfer, postTransfers } from '../../db/ledger/transfers.ts';
import { trialBalance } from '../../db/ledger/trial-balance.ts';
import { requestBlocks, requestPayment } from '../../db/simulator/commands.ts';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { useLitecoind } from '../../scripts/testing/nodes.ts';
import { testConfig } from '../../settings/config.fixture.ts';
import { createFollower } from '../chain/follower.ts';
import { openChain } from '../chain/open-chain.ts';
import { runSimulator } from '../chain/simulator/engine.fixture.ts';
import { startSimulator } from '../chain/simulator/engine.ts';
import { checkCustody } from './check.ts';
import { openHoldings } from './open-holdings.ts';

const chain = { mode: 'sandbox', network: 'LTC' } as const;
const by = { by: 'ada', note: 'a node of our own' };
const litecoin = useLitecoind();

let database: TestDatabase;
let db: Db;
let shop: Awaited<ReturnType<typeof makeShop>>;

beforeEach(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
  await makeRates(db);
  shop = await makeShop(db);
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

const simulated = testConfig();
function onNode() {
  const { chains } = simulated;
  return { ...simulated, chains: { ...chains, sandbox: { ...chains.sandbox, LTC: litecoin().url } } };
}

/**
 * Two invoices: the money of one became balance and fees, of the other more is paid than was requested, and it is still
 * with the invoice.
 */
async function payTwoInvoices(): Promise<void> {
  const nowMs = Date.now();
  const port = await openChain(simulated, db, chain.mode, chain.network);
  const simulator = { db, nowMs: () => nowMs, blockSeconds: 0, chains: [chain] };
  await startSimulator(simulator);
  const effects = { applyInvoiceEvent, applyStrayPayments };
  const follower = createFollower({ db, effects, nowMs: () => nowMs }, port, { dropAfterMs: 0 });
  await follower.poll();
  const invoiceIds: string[] = [];
  for (const scenario of ['paid', 'over'] as const) {
    const { id: invoiceId } = await makeInvoice(db, shop, { gateId: 'LTC', nowMs });
    const request = { mode: 'sandbox', invoiceId, scenario, nowMs, isSimulated: () => true } as const;
    await inTransaction(db, (tx) => requestPayment(tx, request));
    invoiceIds.push(invoiceId);
  }
  await inTransaction(db, (tx) => requestBlocks(tx, { ...chain, count: 12, nowMs, isSimulated: () => true }));
  await runSimulator(simulator);
  while (!(await follower.poll()).complete);
  for (const invoiceId of invoiceIds) {
    const step = { id: invoiceId, event: { type: 'settle' }, cause: 'settle', nowMs } as const;
    await moneyTransaction(db, (tx) => applyInvoiceEvent(tx, step));
  }
  await port.close();
}

/** The balance of each kind of account, credits less debits. */
async function balances(): Promise<Record<string, bigint>> {
  const rows = await select<{ kind: string; minor: string }>(
    db,
    `SELECT split_part(kind, ':', 1) AS kind, sum(credits_posted - debits_posted)::text AS minor FROM account
     WHERE asset = 'LTC' GROUP BY 1 ORDER BY 1`,
    [],
  );
  return Object.fromEntries(rows.map(({ kind, minor }) => [kind, BigInt(minor)]));
}

const account = (owner: string, kind: AccountKind) => ({ owner, mode: chain.mode, asset: 'LTC', kind });
const end = () => moneyTransaction(db, (tx) => endChain(tx, { ...chain, ...by }));

describe('a simulated chain whose place a node takes', () => {
  test('is refused while the books have simulated coins, in words that name the command, and nothing changes', async () => {
    await payTwoInvoices();
    await expect(openChain(onNode(), db, chain.mode, chain.network)).rejects.toThrow(
      /LTC in sandbox mode followed a simulated chain .* the books have \d+\.\d+ LTC .*npm run custody -- end-chain --mode sandbox --network LTC/s,
    );
    const identity = await select(db, `SELECT simulated FROM chain_identity WHERE network = 'LTC'`, []);
    expect(identity).toEqual([{ simulated: true }]);
    await (await openChain(simulated, db, chain.mode, chain.network)).close();
  });

  test('is followed by the node once its books were ended; coins and books agree there, and the rows still say what happened', async () => {
    await payTwoInvoices();
    const before = await balances();
    const [ended] = await end();
    expect(ended).toEqual({
      gateId: 'LTC',
      takenMinor: (before.available ?? 0n) + (before.fees ?? 0n),
      leftMinor: before.invoice,
    });
    expect(ended?.takenMinor).toBeGreaterThan(0n);
    expect(ended?.leftMinor).toBeGreaterThan(0n);
    expect(await balances()).toEqual({
      available: 0n,
      custody: 0n,
      fees: 0n,
      invoice: before.invoice,
      custody_ended: -(before.invoice ?? 0n),
    });
    expect((await trialBalance(db)).mismatches).toEqual([]);

    const port = await openChain(onNode(), db, chain.mode, chain.network);
    const effects = { applyInvoiceEvent, applyStrayPayments };
    const follower = createFollower({ db, effects, nowMs: Date.now }, port, { dropAfterMs: 0 });
    while (!(await follower.poll()).complete);
    const holdings = openHoldings(onNode(), port);
    if (holdings === null) throw new Error('A node is asked for holdings.');
    const ways = { port, holdings };
    await checkCustody({ db, nowMs: Date.now, graceMs: 0 }, ways);
    expect(await readCustodyChecks(db)).toMatchObject([
      { gateId: 'LTC', chainMinor: 0n, booksMinor: 0n, differsSince: null },
    ]);
    await ways.holdings.close();
    await port.close();
  });

  test('ends once: asked again, nothing is left to end, and one entry of the audit log names who did it', async () => {
    await payTwoInvoices();
    await end();
    expect(await end()).toEqual([]);
    expect(
      await select(
        db,
        `SELECT actor_name, data->>'note' AS note FROM audit_log WHERE action = 'money.chain_ended'`,
        [],
      ),
    ).toEqual([{ actor_name: 'ada', note: by.note }]);
  });

  test('takes debts back with the balances', async () => {
    await payTwoInvoices();
    const owed = [
      { debit: account(shop.merchantId, 'receivable'), credit: account('gateway', 'custody:LTC'), minor: 70n },
    ];
    await moneyTransaction(db, (tx) => postTransfers(tx, [{ key: 'owed', kind: 'cover', postings: owed }]));
    await end();
    expect(await balances()).toMatchObject({ available: 0n, receivable: 0n, custody: 0n });
    expect(await allDebts(db)).toEqual([]);
    expect((await trialBalance(db)).mismatches).toEqual([]);
  });

  test('does not end while money of a payout is held', async () => {
    await payTwoInvoices();
    const postings = [
      { debit: account(shop.merchantId, 'available'), credit: account('gateway', 'custody:LTC'), minor: 5n },
    ];
    await moneyTransaction(db, (tx) => holdTransfer(tx, { key: 'mass_payout:1:hold', kind: 'mass_hold', postings }));
    const before = await balances();
    await expect(end()).rejects.toThrow(/held by mass payouts on LTC/);
    expect(await balances()).toEqual(before);
  });

  test('does not end while a transaction of ours waits for its confirmations', async () => {
    await payTwoInvoices();
    await execute(
      db,
      `INSERT INTO outgoing_transaction (id, mode, network, txid, raw, spends, fee_minor, status, signed_at)
       VALUES (gen_random_uuid(), 'sandbox', 'LTC', 'aa', '00', '{}', 1, 'mined', now())`,
      [],
    );
    await expect(end()).rejects.toThrow(
      /0 payouts and refunds on LTC \(sandbox\) still hold money, and 1 transactions/,
    );
  });

  test('is never a main chain', async () => {
    await payTwoInvoices();
    await execute(db, `UPDATE chain_identity SET chain = 'main' WHERE network = 'LTC'`, []);
    await expect(end()).rejects.toThrow(/is the main chain: its books are never ended/);
    expect((await readCustodyBooks(db, chain)).custody.LTC).toBeGreaterThan(0n);
  });
});
