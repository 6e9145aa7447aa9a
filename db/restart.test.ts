import { beforeAll, expect, test } from 'vitest';
import { INVOICE_STATUSES } from '../domain/state/invoice-status.ts';
import { invoiceTable } from '../domain/state/invoice-table.ts';
import { openCase } from './compliance/cases.ts';
import { inTransaction } from './core/sequelize.ts';
import { execute, select } from './core/sql.ts';
import { openTestDatabase } from './database.fixture.ts';
import { depositsAt, makeAddress, receive } from './deposits/testing.fixture.ts';
import { invoiceProcess } from './invoices/process.ts';
import { readInvoice } from './invoices/read.ts';
import {
  makeInvoice,
  makeRates,
  makeShop,
  payInFull,
  paymentsChanged,
  recordPayment,
} from './invoices/testing.fixture.ts';
import { massPayoutProcess } from './mass-payouts/process.ts';
import { cancelPayout } from './payouts/commands.ts';
import { payoutProcess } from './payouts/process.ts';
import { fund, makePayout } from './payouts/testing.fixture.ts';
import { restartAll } from './processes.ts';
import { openTill, withdraw } from './withdrawals/testing.fixture.ts';

const { db } = await openTestDatabase();
beforeAll(() => makeRates(db));

const started = async () => {
  const sql = `SELECT DISTINCT payload->>'workflowId' AS id FROM outbox WHERE topic = 'workflow.signal' ORDER BY 1`;
  return (await select<{ id: string }>(db, sql)).map(({ id }) => id);
};

test('the rows alone start what is unfinished of every process, and nothing that rests', async () => {
  const shop = await makeShop(db);
  await fund(db, shop, 'BTC', 1_000_000n);
  const waiting = await makeInvoice(db, shop, { gateId: 'BTC', reference: 'waiting' });
  const done = await makeInvoice(db, shop, { gateId: 'BTC', reference: 'done' });
  await payInFull(db, done.id);
  const queued = await makePayout(db, shop);
  const canceled = await makePayout(db, shop);
  const scope = { profileId: shop.profileId };
  const by = { kind: 'user', id: shop.user.id } as const;
  await inTransaction(db, (tx) => cancelPayout(tx, { payoutId: canceled.id, scope, by, nowMs: Date.now() }));
  const till = await openTill(db);
  const withdrawal = await withdraw(db, till);
  const address = await makeAddress(db, shop, 'BTC');
  // One has to be settled, the other is below the minimum.
  for (const minor of [100_000n, 1n]) await receive(db, address, { minor, status: 'confirmed' });
  const [deposit] = await depositsAt(db, address.id);
  const { caseId } = await inTransaction(db, (tx) => openCase(tx, shop.merchantId));
  expect(caseId).toBeDefined();
  // Temporal, the broker and the outbox have lost all they knew.
  await execute(db, 'DELETE FROM outbox');

  expect(await restartAll(db, Date.now())).toEqual({
    invoice: 1,
    deposit: 1,
    payout: 1,
    mass_payout: 0,
    mass_slice: 0,
    withdrawal: 1,
    claim: 0,
    card_order: 0,
    case: 1,
    suspension: 0,
    webhook: 0,
    product_update: 0,
  });
  const expected = [
    `invoice:${waiting.id}`,
    `onboarding:${shop.merchantId}`,
    `payout:${queued.id}`,
    `withdrawal:${withdrawal.id}`,
    `deposit:${deposit?.paymentKey}`,
  ];
  expect(await started()).toEqual(expected.sort());

  expect(await restartAll(db, Date.now())).toMatchObject({ invoice: 1, payout: 1 });
  expect(await started()).toEqual(expected.sort());
});

test('of finished invoices, those with money to settle are unfinished, and those whose money only waits for the merchant are not', async () => {
  const shop = await makeShop(db);
  await makeInvoice(db, shop, { gateId: 'BTC', lifetimeSeconds: 60, nowMs: Date.now() - 120_000 });
  const [late, completing] = await Promise.all(
    [false, true].map((autocomplete) =>
      makeInvoice(db, shop, { gateId: 'BTC', lifetimeSeconds: 60, nowMs: Date.now() - 120_000, autocomplete }),
    ),
  );
  for (const id of [late?.id ?? '', completing?.id ?? '']) {
    await execute(db, `UPDATE invoice SET status = 'expired', expiry_decided_at = now() WHERE id = $1`, [id]);
    const { quote } = await readInvoice(db, id);
    const minor = quote?.amountDueMinor ?? 0n;
    await recordPayment(db, { invoiceId: id, minor, status: 'confirmed', seenValueMinor: 10_000n });
    await paymentsChanged(db, id);
    expect(await readInvoice(db, id)).toMatchObject({ status: 'expired_paid' });
  }
  await execute(db, 'DELETE FROM outbox');
  await restartAll(db, Date.now());
  expect(await started()).toContain(`invoice:${completing?.id}`);
  expect(await started()).not.toContain(`invoice:${late?.id}`);
});

test('only invoices in statuses that the rules settle are asked about', () => {
  const settled = INVOICE_STATUSES.filter((status) => invoiceTable[status].settle !== undefined);
  const requested = invoiceProcess.workflow?.due?.when ?? '';
  expect(INVOICE_STATUSES.filter((status) => requested.includes(`'${status}'`))).toEqual(settled);
});

test.each([invoiceProcess, payoutProcess, massPayoutProcess])(
  'unfinished rows of $name have an index of their own',
  async (process) => {
    const { name } = process.table;
    // As the database writes the condition that the code asks for.
    const { neededWhen, due } = process.workflow ?? {};
    const requested = [neededWhen, due?.when]
      .filter((each) => each !== undefined)
      .join(' OR ')
      .replaceAll('t.', '');
    await execute(db, `CREATE INDEX ${name}_asked ON ${name} (id) WHERE ${requested}`);
    const conditions = await select<{ condition: string }>(
      db,
      `SELECT DISTINCT pg_get_expr(indpred, indrelid) AS condition FROM pg_index
     WHERE indexrelid IN ('${name}_asked'::regclass, '${name}_unfinished'::regclass)`,
    );
    await execute(db, `DROP INDEX ${name}_asked`);
    expect(conditions).toHaveLength(1);
  },
);
