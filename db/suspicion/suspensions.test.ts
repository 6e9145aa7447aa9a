import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.ts';
import type { PayoutEvent } from '../../domain/state/payout-event.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { depositProcess } from '../deposits/process.ts';
import { depositsAt, makeAddress, receive } from '../deposits/testing.fixture.ts';
import { completeInvoice } from '../invoices/commands.ts';
import { applyInvoiceEvent } from '../invoices/process.ts';
import {
  makeInvoice,
  makeRates,
  makeShop,
  payInFull,
  paymentsChanged,
  recordPayment,
  setPayment,
} from '../invoices/testing.fixture.ts';
import { payoutProcess } from '../payouts/process.ts';
import { fund, makePayout } from '../payouts/testing.fixture.ts';
import { applyStep } from '../process/apply.ts';
import { restartable } from '../process/restart.ts';
import { blockStaff, type StaffMember } from '../staff/people.ts';
import { makeStaff } from '../staff/staff.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { suspensionEvents } from './events.ts';
import { releaseOf } from './release.ts';
import { readSuspension } from './rows.ts';
import { agreeToRelease, reportSuspension, suspend } from './suspensions.ts';

const { db } = await openTestDatabase();
let shop: TestMerchant;
let officer: StaffMember;
let manager: StaffMember;
let mlro: StaffMember;
let board: StaffMember;

beforeAll(async () => {
  await makeRates(db);
  shop = await makeShop(db);
  officer = await makeStaff(db, 'compliance_officer');
  manager = await makeStaff(db, 'manager');
  mlro = await makeStaff(db, 'mlro');
  board = await makeStaff(db, 'representative');
});

const act = (member: StaffMember) => ({ member, reason: 'It looks odd.', nowMs: Date.now() });

/** An invoice that is paid as the status says, suspended by the officer. */
async function suspended(minor: bigint, status: 'seen' | 'confirmed' = 'confirmed') {
  const invoice = await makeInvoice(db, shop, { priceMinor: 500_000n });
  await recordPayment(db, { invoiceId: invoice.id, minor, status });
  await paymentsChanged(db, invoice.id);
  const row = await inTransaction(db, (tx) => suspend(tx, { kind: 'invoice', subjectId: invoice.id, ...act(officer) }));
  return { invoiceId: invoice.id, ...row };
}

const settle = (invoiceId: string, cause: string) =>
  inTransaction(db, (tx) =>
    applyInvoiceEvent(tx, { id: invoiceId, event: { type: 'settle' }, cause, nowMs: Date.now() }),
  );
const agree = (id: string, member: StaffMember) => inTransaction(db, (tx) => agreeToRelease(tx, id, act(member)));
const statusOf = (invoiceId: string) =>
  one<{ status: string; settled: string; held: boolean }>(
    db,
    'SELECT status, amount_settled_minor::text AS settled, compliance_hold AS held FROM invoice WHERE id = $1',
    [invoiceId],
  );

describe('a suspended invoice', () => {
  it('is confirmed and credited, and its money stays unsettled until it is released', async () => {
    const { id, invoiceId } = await suspended(10_000_000n);
    await settle(invoiceId, 'first');
    expect(await statusOf(invoiceId)).toEqual({ status: 'processing', settled: '0', held: true });
    const [unsettled] = await select<{ sum: string }>(
      db,
      `SELECT sum(-e.amount)::text AS sum FROM entry e
       JOIN account a ON a.id = e.account_id JOIN transfer t ON t.id = e.transfer_id
       WHERE t.invoice_id = $1 AND a.invoice_id = t.invoice_id`,
      [invoiceId],
    );
    expect(unsettled?.sum).toBe('10000000');
    await agree(id, manager);
    expect(await statusOf(invoiceId)).toMatchObject({ held: true });
    const { row, missing } = await agree(id, board);
    expect({ status: row.status, missing }).toEqual({ status: 'released', missing: null });
    expect(await statusOf(invoiceId)).toEqual({ status: 'done', settled: '10000000', held: false });
  });

  it('is not the merchant’s by completing it, is not suspended again, and one that is settled cannot be suspended', async () => {
    const { invoiceId } = await suspended(10_000_000n);
    const complete = inTransaction(db, (tx) =>
      completeInvoice(tx, { invoiceId, scope: { profileId: shop.profileId }, nowMs: Date.now() }),
    );
    await expect(complete).rejects.toMatchObject({ status: 409 });
    const again = inTransaction(db, (tx) => suspend(tx, { kind: 'invoice', subjectId: invoiceId, ...act(mlro) }));
    await expect(again).rejects.toMatchObject({ code: 'conflict' });

    const done = await makeInvoice(db, shop, { priceMinor: 500_000n });
    await recordPayment(db, { invoiceId: done.id, minor: 10_000_000n, status: 'confirmed' });
    await paymentsChanged(db, done.id);
    await settle(done.id, 'first');
    const late = inTransaction(db, (tx) => suspend(tx, { kind: 'invoice', subjectId: done.id, ...act(mlro) }));
    await expect(late).rejects.toMatchObject({ code: 'illegal_transition' });
    expect(await select(db, 'SELECT 1 FROM suspension WHERE subject_id = $1', [done.id])).toEqual([]);
  });

  it('in error keeps its money unsettled when the payment is mined again, until it is released', async () => {
    const { id: invoiceId } = await makeInvoice(db, shop, { priceMinor: 500_000n });
    const payment = await payInFull(db, invoiceId);
    await setPayment(db, payment, 'seen');
    await paymentsChanged(db, invoiceId);
    const { id } = await inTransaction(db, (tx) =>
      suspend(tx, { kind: 'invoice', subjectId: invoiceId, ...act(officer) }),
    );
    await setPayment(db, payment, 'confirmed');
    await paymentsChanged(db, invoiceId);
    expect(await statusOf(invoiceId)).toEqual({ status: 'processing', settled: '0', held: true });
    await agree(id, manager);
    const { row } = await agree(id, board);
    expect(row.status).toBe('released');
    expect(await statusOf(invoiceId)).toEqual({ status: 'done', settled: '10000000', held: false });
  });

  it('starts the clock of its report', async () => {
    const { id, dueAt } = await suspended(1_000n, 'seen');
    const rows = await select<{ payload: { workflowId: string; input: { dueAt: string; remindAt: string[] } } }>(
      db,
      `SELECT payload FROM outbox WHERE topic = 'workflow.start' AND payload->>'workflowId' = $1`,
      [`suspicious-operation:${id}`],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.payload.input).toMatchObject({ dueAt: dueAt.toISOString() });
    expect(rows[0]?.payload.input.remindAt).toHaveLength(2);
  });
});

describe('a suspended deposit', () => {
  const found = async (addressId: string) => (await depositsAt(db, addressId))[0];

  async function received(minor = 10_000_000n) {
    const shop = await makeShop(db);
    const address = await makeAddress(db, shop, 'BTC');
    await receive(db, address, { minor, status: 'confirmed' });
    const deposit = await found(address.id);
    if (deposit === undefined) throw new Error('There is no deposit.');
    return { shop, addressId: address.id, deposit };
  }
  const hold = (subjectId: string) =>
    inTransaction(db, (tx) => suspend(tx, { kind: 'deposit', subjectId, ...act(officer) }));
  const settleHeld = (id: string) =>
    inTransaction(db, (tx) =>
      applyStep(tx, depositProcess, {
        id,
        event: { type: 'settle', converts: false } as const,
        cause: `settle:${newId()}`,
        nowMs: Date.now(),
      }),
    );

  it('stays as it is and is not settled until enough people release it', async () => {
    const { addressId, deposit } = await received();
    const { id } = await hold(deposit.id);
    await expect(settleHeld(deposit.id)).rejects.toMatchObject({ code: 'illegal_transition' });
    expect(await found(addressId)).toEqual({ ...deposit, complianceHold: true });
    await agree(id, manager);
    expect(await found(addressId)).toMatchObject({ complianceHold: true });
    const { row } = await agree(id, board);
    expect(row).toMatchObject({ status: 'released', valueEurMinor: 500_000n });
    await settleHeld(deposit.id);
    expect(await found(addressId)).toMatchObject({ status: 'done', settledMinor: 10_000_000n });
  });

  it('starts its workflow again when it is released, and needs none before', async () => {
    const { deposit } = await received();
    const { id } = await hold(deposit.id);
    const all = restartable(depositProcess);
    expect(await all.start(db, [deposit.id], Date.now())).toBe(0);
    await execute(db, 'DELETE FROM outbox');
    await agree(id, manager);
    await agree(id, board);
    const signals = await select<{ held: boolean }>(
      db,
      `SELECT payload#>'{signalArgs,0,watch}' ? 'held' AS held FROM outbox WHERE payload->>'workflowId' = $1`,
      [`deposit:${deposit.paymentKey}`],
    );
    expect(signals).toEqual([{ held: false }]);
    expect(await all.start(db, [deposit.id], Date.now())).toBe(1);
  });

  it('cannot be one that is settled', async () => {
    const { deposit } = await received();
    await settleHeld(deposit.id);
    await expect(hold(deposit.id)).rejects.toMatchObject({ code: 'illegal_transition' });
  });

  it('counts with a payout to the address that it came from', async () => {
    const { deposit } = await received(100_000n);
    const shop = await makeShop(db);
    await fund(db, shop, 'ETH', 10n ** 18n);
    const payout = await makePayout(db, shop, { gateId: 'ETH', amountMinor: 10n ** 17n * 4n });
    await execute(db, `UPDATE payment SET network = 'ETH', spends = $2 WHERE deposit_id = $1`, [
      deposit.id,
      [`${payout.address.toLowerCase()}:7`],
    ]);
    const { id } = await hold(deposit.id);
    expect((await releaseOf(db, await readSuspension(db, id))).togetherEurMinor).toBe(5_000n);
    await inTransaction(db, (tx) => suspend(tx, { kind: 'payout', subjectId: payout.id, ...act(officer) }));
    const { togetherEurMinor } = await releaseOf(db, await readSuspension(db, id));
    expect(togetherEurMinor).toBeGreaterThan(100_000n);
  });
});

describe('a suspended payout', () => {
  const user = { kind: 'user', id: 'somebody' } as const;
  async function suspendedPayout() {
    // A shop of its own: operations of one count together.
    const shop = await makeShop(db);
    await fund(db, shop, 'BTC', 1_000_000n);
    const payout = await makePayout(db, shop);
    const row = await inTransaction(db, (tx) => suspend(tx, { kind: 'payout', subjectId: payout.id, ...act(officer) }));
    return { shop, payoutId: payout.id, id: row.id };
  }
  const apply = (payoutId: string, event: PayoutEvent) =>
    inTransaction(db, (tx) =>
      applyStep(tx, payoutProcess, { id: payoutId, event, cause: `${event.type}:${Date.now()}`, nowMs: Date.now() }),
    );

  it('keeps the money from leaving by another payout once its merchant cancels it', async () => {
    const { id, payoutId, shop } = await suspendedPayout();
    await apply(payoutId, { type: 'cancel', by: user });
    const next = await makePayout(db, shop);
    const refused = { code: 'operation_suspended' };
    await expect(apply(next.id, { type: 'signed' })).rejects.toMatchObject(refused);
    const otherCoin = await fund(db, shop, 'LTC', 100_000_000n).then(() =>
      makePayout(db, shop, { gateId: 'LTC', amountMinor: 10_000_000n }),
    );
    await apply(otherCoin.id, { type: 'signed' });
    await agree(id, mlro);
    await apply(next.id, { type: 'signed' });
  });

  it('is not signed until it is released', async () => {
    const { id, payoutId } = await suspendedPayout();
    const refused = { code: 'operation_suspended' };
    await expect(apply(payoutId, { type: 'signed' })).rejects.toMatchObject(refused);
    await agree(id, mlro);
    const told = await select(
      db,
      `SELECT 1 FROM outbox WHERE payload->>'workflowId' = $1 AND topic = 'workflow.signal'`,
      [`payout:${payoutId}`],
    );
    expect(told.length).toBeGreaterThan(0);
    await apply(payoutId, { type: 'cancel', by: user });
  });

  it('cannot be suspended once it is over', async () => {
    const { id, payoutId } = await suspendedPayout();
    await agree(id, mlro);
    await apply(payoutId, { type: 'cancel', by: user });
    const late = inTransaction(db, (tx) => suspend(tx, { kind: 'payout', subjectId: payoutId, ...act(mlro) }));
    await expect(late).rejects.toMatchObject({ code: 'illegal_transition' });
  });
});

describe('a release', () => {
  it('by who suspended it alone is none, also when it is asked twice at once', async () => {
    const { id } = await suspended(10_000_000n);
    await agree(id, officer);
    const twice = await Promise.allSettled([agree(id, manager), agree(id, manager), agree(id, manager)]);
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await suspensionEvents(db, id)).map(({ event }) => event)).toEqual([
      'suspended',
      'agreed',
      'agreed',
      'released',
    ]);
  });

  it('does not count the vote of a person who was blocked since', async () => {
    const { id } = await suspended(10_000_000n);
    const leaver = await makeStaff(db, 'manager');
    await agree(id, leaver);
    await inTransaction(db, (tx) => blockStaff(tx, leaver.id, true));
    const { row, missing } = await agree(id, board);
    expect([row.status, missing]).toEqual(['suspended', 'One more person of another role must agree.']);
    expect((await suspensionEvents(db, id)).map(({ staffName }) => staffName)).toContain(leaver.fullName);
    await expect(agree(id, mlro)).resolves.toMatchObject({ row: { status: 'released' } });
  });

  it('counts what is due of an invoice that nobody has paid, because it may come after the release', async () => {
    const invoice = await makeInvoice(db, await makeShop(db), { priceMinor: 500_000n });
    const { id } = await inTransaction(db, (tx) =>
      suspend(tx, { kind: 'invoice', subjectId: invoice.id, ...act(officer) }),
    );
    expect((await agree(id, board)).row.status).toBe('suspended');
    expect((await agree(id, manager)).row.status).toBe('released');
  });

  it('counts what came after the suspension, at its value of now', async () => {
    const invoice = await makeInvoice(db, await makeShop(db), { priceMinor: 10_000n });
    const { id } = await inTransaction(db, (tx) =>
      suspend(tx, { kind: 'invoice', subjectId: invoice.id, ...act(officer) }),
    );
    await recordPayment(db, { invoiceId: invoice.id, minor: 10_000_000n, status: 'confirmed' });
    expect((await agree(id, board)).row).toMatchObject({ status: 'suspended', valueEurMinor: 500_000n });
  });

  it('by one person ends where many small operations of one merchant are much together', async () => {
    const many = await makeShop(db);
    const held = [];
    for (let n = 0; n < 2; n += 1) {
      const invoice = await makeInvoice(db, many, { priceMinor: 60_000n });
      held.push(
        await inTransaction(db, (tx) => suspend(tx, { kind: 'invoice', subjectId: invoice.id, ...act(officer) })),
      );
    }
    const [one, other] = held;
    expect((await agree(one?.id ?? '', board)).row.status).toBe('suspended');
    expect((await agree(one?.id ?? '', manager)).row.status).toBe('released');
    expect((await agree(other?.id ?? '', board)).row.status, 'what was released counts on').toBe('suspended');
    const small = await makeInvoice(db, await makeShop(db), { priceMinor: 60_000n });
    const alone = await inTransaction(db, (tx) =>
      suspend(tx, { kind: 'invoice', subjectId: small.id, ...act(officer) }),
    );
    expect((await agree(alone.id, board)).row.status).toBe('released');
  });

  it('by two people at the same moment happens once', async () => {
    const { id, invoiceId } = await suspended(10_000_000n);
    await settle(invoiceId, 'first');
    const both = await Promise.all([agree(id, manager), agree(id, mlro)]);
    expect(both.map(({ row }) => row.status).sort()).toEqual(['released', 'suspended']);
    expect(await statusOf(invoiceId)).toMatchObject({ status: 'done' });
    await expect(agree(id, board)).rejects.toMatchObject({ code: 'illegal_transition' });
  });

  it('of a reported operation waits for the MLRO', async () => {
    const { id } = await suspended(10_000_000n);
    await inTransaction(db, (tx) => reportSuspension(tx, id, act(mlro)));
    await expect(inTransaction(db, (tx) => reportSuspension(tx, id, act(mlro)))).rejects.toMatchObject({
      code: 'illegal_transition',
    });
    await agree(id, manager);
    const { row, missing } = await agree(id, board);
    expect(row.status).toBe('reported');
    expect(missing).toContain('MLRO');
    await expect(agree(id, mlro)).resolves.toMatchObject({ row: { status: 'released' } });
  });

  it('keeps its history for good', async () => {
    const { id } = await suspended(1_000n);
    const change = inTransaction(db, (tx) => one(tx, "UPDATE suspension_event SET words = '' RETURNING 1"));
    await expect(change).rejects.toThrow('append-only');
    expect(await suspensionEvents(db, id)).toHaveLength(1);
  });
});
