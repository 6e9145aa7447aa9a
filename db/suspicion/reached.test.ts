import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GateId } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import { convertAtQuote } from '../conversions/convert.ts';
import { makeConversionQuote } from '../conversions/quotes.ts';
import { fundGate, setMarket } from '../conversions/testing.fixture.ts';
import { inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { completeInvoice } from '../invoices/commands.ts';
import { makeInvoice, payInFull, paymentsChanged, recordPayment } from '../invoices/testing.fixture.ts';
import { makeMass, openAll, runMass } from '../mass-payouts/testing.fixture.ts';
import { writePolicy } from '../outflows/policy.ts';
import { cancelPayout } from '../payouts/commands.ts';
import { payoutProcess } from '../payouts/process.ts';
import { makePayout, RECIPIENTS } from '../payouts/testing.fixture.ts';
import { applyStep } from '../process/apply.ts';
import { refundDesk } from '../refunds/testing.fixture.ts';
import type { StaffMember } from '../staff/people.ts';
import { makeStaff } from '../staff/staff.fixture.ts';
import { cancelWithdrawal } from '../withdrawals/commands.ts';
import { addMethod, give, openTill, type Till, withdraw } from '../withdrawals/testing.fixture.ts';
import { agreeToRelease, suspend } from './suspensions.ts';

const { db } = await openTestDatabase();
const { refund, expire } = refundDesk(db);
const HELD = { code: 'operation_suspended' };
const ETHER = 10n ** 18n;
let officer: StaffMember;
let mlro: StaffMember;
let manager: StaffMember;
/** A merchant in production with EUR 1,000, 0.1 BTC, 1 LTC and 1 ETH. */
let till: Till;

beforeAll(async () => {
  await execute(db, 'UPDATE conversion_limit SET position_minor = 10 ^ 24');
  officer = await makeStaff(db, 'compliance_officer');
  mlro = await makeStaff(db, 'mlro');
  manager = await makeStaff(db, 'manager');
});
beforeEach(async () => {
  await setMarket(db);
  till = await openTill(db);
  await inTransaction(db, (tx) => writePolicy(tx, till.shop.profileId, { approvalRequired: false, coolOffSeconds: 0 }));
  await fundGate(db, till.shop, 'BTC', 10_000_000n);
  await fundGate(db, till.shop, 'LTC', 100_000_000n);
  await fundGate(db, till.shop, 'ETH', ETHER);
});

const act = (member: StaffMember) => ({ member, reason: 'It looks odd.', nowMs: Date.now() });
const by = () => ({ kind: 'user', id: till.shop.user.id }) as const;

/** Suspends the operation, and cancels it as its merchant. @returns the suspension */
async function suspendAndCancel(kind: 'payout' | 'withdrawal', id: string): Promise<string> {
  const row = await inTransaction(db, (tx) => suspend(tx, { kind, subjectId: id, ...act(officer) }));
  const { profileId } = till.shop;
  const command = { by: by(), nowMs: Date.now() };
  await inTransaction(db, async (tx) => {
    if (kind === 'payout') await cancelPayout(tx, { payoutId: id, scope: { profileId }, ...command });
    else await cancelWithdrawal(tx, { withdrawalId: id, profileId, ...command });
  });
  return row.id;
}
const suspendedPayout = async () => suspendAndCancel('payout', (await makePayout(db, till.shop)).id);
const suspendedWithdrawal = async () => suspendAndCancel('withdrawal', (await withdraw(db, till)).id);

async function release(id: string): Promise<void> {
  for (const member of [mlro, manager]) {
    const { status } = await one<{ status: string }>(db, 'SELECT status FROM suspension WHERE id = $1', [id]);
    if (status !== 'released') await inTransaction(db, (tx) => agreeToRelease(tx, id, act(member)));
  }
}

/** Converts a tenth of what the balance has at its first funding. */
async function convert(from: GateId, to: GateId, nowMs = Date.now()) {
  const amountFromMinor = { BTC: 1_000_000n, LTC: 10_000_000n, EUR: 10_000n, ETH: ETHER / 10n }[from as 'BTC'];
  const quote = await makeConversionQuote(db, till.shop, { from, to, amountFromMinor, nowMs });
  const accepted = { quoteId: quote.id, profileId: till.shop.profileId, by: till.shop.user.id, nowMs };
  return moneyTransaction(db, (tx) => convertAtQuote(tx, accepted));
}

const payout = (gateId: 'BTC' | 'LTC' | 'ETH') => {
  const amountMinor = { BTC: 100_000n, LTC: 10_000_000n, ETH: ETHER / 10n }[gateId];
  return makePayout(db, till.shop, { gateId, amountMinor });
};
const sign = (payoutId: string) =>
  inTransaction(db, (tx) =>
    applyStep(tx, payoutProcess, {
      id: payoutId,
      event: { type: 'signed' },
      cause: `signed:${newId()}`,
      nowMs: Date.now(),
    }),
  );
const nudges = (workflowId: string) =>
  select(db, `SELECT FROM outbox WHERE topic = 'workflow.signal' AND payload->>'workflowId' = $1`, [workflowId]);

describe('the money of a suspended payout that its merchant canceled', () => {
  test('stays when it was converted into another coin, until the release', async () => {
    const suspension = await suspendedPayout();
    await convert('BTC', 'LTC');
    const [coins, others] = [await payout('LTC'), await payout('ETH')];
    await expect(sign(coins.id)).rejects.toMatchObject(HELD);
    await sign(others.id);
    await release(suspension);
    expect(await nudges(`payout:${coins.id}`)).not.toEqual([]);
    await sign(coins.id);
  });

  test('stays when it was converted into euro, until the release', async () => {
    const suspension = await suspendedPayout();
    await convert('BTC', 'EUR');
    const { id } = await withdraw(db, till);
    await expect(give(db, id)).rejects.toMatchObject(HELD);
    await release(suspension);
    expect(await nudges(`withdrawal:${id}`)).not.toEqual([]);
    await give(db, id);
    expect(await one(db, 'SELECT bank_stage FROM withdrawal WHERE id = $1', [id])).not.toEqual({ bank_stage: 'none' });
  });

  test('stays when it was converted in several steps', async () => {
    await suspendedPayout();
    await convert('BTC', 'LTC');
    await convert('LTC', 'ETH');
    await convert('ETH', 'EUR');
    await expect(give(db, (await withdraw(db, till)).id)).rejects.toMatchObject(HELD);
    await expect(sign((await payout('ETH')).id)).rejects.toMatchObject(HELD);
  });

  test('stays when it would leave in a mass payout or to a method of the merchant', async () => {
    await suspendedPayout();
    await convert('BTC', 'LTC');
    const mass = await makeMass(db, till.shop, [['LTC', RECIPIENTS.LTC, 'line', '0.1']]);
    await runMass(db, till.shop, mass.id);
    await openAll(db, mass.id);
    const line = await one<{ id: string }>(db, 'SELECT id FROM payout WHERE mass_payout_id = $1', [mass.id]);
    await expect(sign(line.id)).rejects.toMatchObject(HELD);
    const method = await addMethod(db, till.shop, { gateId: 'LTC', address: RECIPIENTS.LTC });
    const automatic = { kind: 'withdrawal', methodId: method.id, by: { kind: 'system', id: 'schedule' } } as const;
    const own = await makePayout(db, till.shop, { gateId: 'LTC', amountMinor: 10_000_000n, ...automatic });
    await expect(sign(own.id)).rejects.toMatchObject(HELD);
  });

  test('is not sought in what was converted long before, nor in what another balance was converted into', async () => {
    await convert('BTC', 'LTC', Date.now() - 3_600_000);
    await suspendedPayout();
    await convert('ETH', 'EUR');
    await sign((await payout('LTC')).id);
    await give(db, (await withdraw(db, till)).id);
  });

  test('is not sought in what the settlement of an invoice converted', async () => {
    await suspendedPayout();
    const { id } = await makeInvoice(db, till.shop, { autoconversion: { type: 'full', gate_id: 'EUR' } });
    await payInFull(db, id);
    await give(db, (await withdraw(db, till)).id);
  });
});

test('a suspended withdrawal that its merchant canceled keeps its euro from leaving as coins', async () => {
  const suspension = await suspendedWithdrawal();
  await expect(give(db, (await withdraw(db, till)).id)).rejects.toMatchObject(HELD);
  await sign((await payout('BTC')).id);
  await convert('EUR', 'BTC');
  const coins = await payout('BTC');
  await expect(sign(coins.id)).rejects.toMatchObject(HELD);
  await release(suspension);
  await sign(coins.id);
});

test('a suspended withdrawal that its merchant canceled keeps its euro from leaving as a refund', async () => {
  const { id } = await makeInvoice(db, till.shop, { autoconversion: { type: 'full', gate_id: 'EUR' } });
  await payInFull(db, id);
  await suspendedWithdrawal();
  const bought = await refund(till.shop, id);
  expect(await select(db, `SELECT FROM conversion WHERE invoice_id = $1 AND kind = 'refund'`, [id])).toHaveLength(1);
  await expect(sign(bought.id)).rejects.toMatchObject(HELD);
});

test('a suspended refund that its merchant canceled keeps what the settlement then converted', async () => {
  const { id } = await makeInvoice(db, till.shop, { autoconversion: { type: 'full', gate_id: 'EUR' } });
  await recordPayment(db, { invoiceId: id, minor: 150_000n, status: 'confirmed' });
  await paymentsChanged(db, id);
  await expire(id);
  await suspendAndCancel('payout', (await refund(till.shop, id)).id);
  const nowMs = Date.now();
  const { profileId } = till.shop;
  await moneyTransaction(db, (tx) => completeInvoice(tx, { invoiceId: id, scope: { profileId }, nowMs }));
  expect(await select(db, 'SELECT FROM conversion WHERE invoice_id = $1', [id])).not.toEqual([]);
  await expect(give(db, (await withdraw(db, till)).id)).rejects.toMatchObject(HELD);
});
