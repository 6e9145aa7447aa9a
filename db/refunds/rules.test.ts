import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { createInvoice } from '../invoices/create.ts';
import { readInvoice, readInvoiceParts } from '../invoices/read.ts';
import { makeRates, makeShop, testSettings } from '../invoices/testing.fixture.ts';
import { fund, RECIPIENTS, testPayoutSettings } from '../payouts/testing.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { refundFormFacts } from './form.ts';
import { sendRefundMail } from './mails.ts';
import { quoteRefund, refundContext } from './quote.ts';
import {
  approveRequest,
  latestRequest,
  readRefundOverview,
  readRequest,
  rejectRequest,
  requestRefund,
} from './requests.ts';
import { codeOf, DUE, refundDesk } from './testing.fixture.ts';

const { db } = await openTestDatabase();
beforeAll(() => makeRates(db));

const { refund, step, sign, paid, done } = refundDesk(db);
const nowMs = Date.now();
const settings = testPayoutSettings;

const contextOf = async (invoiceId: string, at: { nowMs?: number; gateId?: 'LTC' | 'BTC'; isOpen?: boolean } = {}) => {
  const parts = await readInvoiceParts(db, invoiceId, {});
  const open = at.isOpen === false ? { ...settings, isOpen: () => false } : settings;
  return refundContext(db, open, { parts, gateId: at.gateId, nowMs: at.nowMs ?? nowMs });
};
const ask = (
  invoiceId: string,
  changed: { link?: string; address?: string; destinationTag?: string; nowMs?: number } = {},
) =>
  inTransaction(db, (tx) =>
    requestRefund(tx, settings, {
      invoiceId,
      link: 'overpaid',
      address: RECIPIENTS.BTC,
      destinationTag: null,
      nowMs,
      ...changed,
    }),
  );
const decide = (requestId: string, invoiceId: string) => ({ requestId, invoiceId, by: 'ada', nowMs });

describe('what decides about a refund', () => {
  test('is what was paid, the fee of the plan, the rate, and the rules of the profile', async () => {
    const { shop, invoiceId } = await paid(DUE, true);
    expect(await contextOf(invoiceId)).toMatchObject({
      gate: { id: 'BTC' },
      serviceFeeBps: 500,
      chain: 'regtest',
      approvalRequired: false,
      coolOffSeconds: 0,
      facts: { confirmedMinor: DUE, refundedMinor: 0n, excessMinor: 0n },
      networkFee: { chargedMinor: 2_000n },
      rate: { asset: 'BTC', currency: 'EUR' },
    });
    expect(await contextOf(invoiceId)).toMatchObject({ defaultFeePayer: 'merchant' });
    await execute(db, "UPDATE profile SET refund_fee_payer = 'customer' WHERE id = $1", [shop.profileId]);
    const chosen = await contextOf(invoiceId);
    expect(quoteRefund(chosen, { amount: { type: 'all' } })).toMatchObject({ feePayer: 'recipient', heldMinor: DUE });
    expect(quoteRefund(chosen, { amount: { type: 'all' }, feePayer: 'merchant' }).netMinor).toBe(DUE);
    await execute(
      db,
      'INSERT INTO payout_policy (profile_id, approval_required, cool_off_seconds) VALUES ($1, true, 60)',
      [shop.profileId],
    );
    expect(await contextOf(invoiceId)).toMatchObject({ approvalRequired: true, coolOffSeconds: 60 });
  });

  test('has no rate once it has expired, and a value in the currency is refused then', async () => {
    const { invoiceId } = await paid(DUE, true);
    const later = await contextOf(invoiceId, { nowMs: Date.now() + 3_600_001 });
    expect(later.rate).toBeNull();
    const terms = { feePayer: 'recipient' } as const;
    const value = { type: 'value', fiatMinor: 1_000n } as const;
    expect(await codeOf((async () => quoteRefund(later, { ...terms, amount: value }))())).toBe('rate_unavailable');
    expect(quoteRefund(later, { ...terms, amount: { type: 'all' } }).amountMinor).toBe(DUE);
  });

  test('refuses without a gate, for a blocked merchant, on a closed network, and money of no other quote', async () => {
    const { shop, invoiceId } = await paid(DUE, true);
    const about = { profileId: shop.profileId, currency: 'EUR', priceMinor: 10_000n, nowMs } as const;
    const { invoice } = await inTransaction(db, (tx) => createInvoice(tx, testSettings, about));
    expect(await codeOf(contextOf(invoice.id))).toBe('illegal_transition');
    expect(await codeOf(contextOf(invoiceId, { gateId: 'LTC' }))).toBe('illegal_transition');
    expect(await codeOf(contextOf(invoiceId, { isOpen: false }))).toBe('gate_not_offered');
    await execute(db, `UPDATE merchant SET status = 'blocked' WHERE id = $1`, [shop.merchantId]);
    expect(await codeOf(contextOf(invoiceId))).toBe('merchant_blocked');
  });

  test('charges the fee that was agreed while it covers what the network asks for', async () => {
    const { invoiceId } = await paid(DUE, true);
    const context = await contextOf(invoiceId);
    const agreedFee = { chargedMinor: 700n, ceilingMinor: 700n, costMinor: null, sampledAt: null };
    const terms = { amount: { type: 'all' }, feePayer: 'recipient', agreedFee } as const;
    expect(quoteRefund(context, terms)).toEqual({
      amountMinor: DUE,
      netMinor: DUE - 10_700n,
      heldMinor: DUE,
      serviceFeeMinor: 10_000n,
      networkFeeMinor: 700n,
      gate: context.gate,
      networkFee: agreedFee,
      feePayer: 'recipient',
    });
    const busy = { ...context, networkFee: { ...context.networkFee, costMinor: 701n } };
    expect(await codeOf((async () => quoteRefund(busy, terms))())).toBe('changed_meanwhile');
  });

  test('refuses an amount that the network would not carry', async () => {
    const { shop, invoiceId } = await paid(DUE, true);
    const amount = (amountMinor: bigint) => ({ amount: { type: 'part', amountMinor } }) as const;
    expect(await codeOf(refund(shop, invoiceId, amount(2_200n)))).toBe('amount_too_small');
  });
});

describe('a refund', () => {
  test('is a row with all that was decided', async () => {
    const { shop, invoiceId } = await paid(DUE, true);
    const { id } = await refund(shop, invoiceId, { reason: 'too late' });
    const row = await one(
      db,
      `
        SELECT kind, merchant_id, profile_id, mode, gate_id, network, chain, address, destination_tag,
          amount_minor::text, net_minor::text,
        service_fee_minor::text, network_fee_minor::text, held_minor::text, fee_ceiling_minor::text, fee_sampled_at,
        fee_payer, reference,
        description, method_id, invoice_id, approval_required, not_before FROM payout WHERE id = $1`,
      [id],
    );
    expect(row).toEqual({
      kind: 'refund',
      merchant_id: shop.merchantId,
      profile_id: shop.profileId,
      mode: 'sandbox',
      gate_id: 'BTC',
      network: 'BTC',
      chain: 'regtest',
      address: RECIPIENTS.BTC,
      destination_tag: null,
      amount_minor: '200000',
      net_minor: '188000',
      service_fee_minor: '10000',
      network_fee_minor: '2000',
      held_minor: '200000',
      fee_ceiling_minor: '2000',
      fee_sampled_at: null,
      fee_payer: 'recipient',
      reference: null,
      description: 'too late',
      method_id: null,
      invoice_id: invoiceId,
      approval_required: false,
      not_before: null,
    });
    const caused = await select(db, 'SELECT FROM event WHERE entity_id = $1', [id]);
    expect(caused.length).toBeGreaterThan(0);
  });

  test('to an address that a person typed waits, to the payer’s own it does not', async () => {
    const { shop, invoiceId } = await paid(DUE, true);
    await execute(
      db,
      'INSERT INTO payout_policy (profile_id, approval_required, cool_off_seconds) VALUES ($1, false, 60)',
      [shop.profileId],
    );
    const by = { kind: 'user', id: shop.user.id } as const;
    const notBefore = (id: string) =>
      one<{ not_before: Date | null }>(db, 'SELECT not_before FROM payout WHERE id = $1', [id]).then(
        ({ not_before: at }) => at?.getTime() ?? null,
      );
    const part = { by, nowMs, amount: { type: 'part', amountMinor: 50_000n } } as const;
    const typed = await refund(shop, invoiceId, part);
    expect(await notBefore(typed.id)).toBe(nowMs + 60_000);
    const other = await paid(DUE, true);
    const own = await refund(other.shop, other.invoiceId, { ...part, by: { kind: 'user', id: other.shop.user.id } });
    expect(await notBefore(own.id)).toBeNull();
    const third = await paid(DUE, true);
    await execute(
      db,
      'INSERT INTO payout_policy (profile_id, approval_required, cool_off_seconds) VALUES ($1, false, 60)',
      [third.shop.profileId],
    );
    const payers = { ...part, by: { kind: 'user', id: third.shop.user.id }, addressIsPayers: true } as const;
    expect(await notBefore((await refund(third.shop, third.invoiceId, payers)).id)).toBeNull();
  });

  test('that ends while its invoice waits for none goes to operators', async () => {
    const alerts = (invoiceId: string) =>
      select<{ message: string }>(db, `SELECT message FROM alert WHERE kind = 'refund_not_counted' AND subject = $1`, [
        `invoice:${invoiceId}`,
      ]);
    const ended = async (event: 'confirmed' | 'refuse') => {
      const { shop, invoiceId } = await paid(DUE, true);
      const { id } = await refund(shop, invoiceId);
      if (event === 'confirmed') await sign(id);
      await execute(db, `UPDATE invoice SET status = 'expired' WHERE id = $1`, [invoiceId]);
      if (event === 'confirmed') {
        await step(id, { type: 'sent' });
        await step(id, { type: 'confirmed' });
      } else await step(id, { type: 'refuse', reason: 'address_refused' });
      return (await alerts(invoiceId)).map(({ message }) => message.replace(id, '<id>'));
    };
    const advice = 'although its invoice expected no refund. Compare the invoice with its refunds.';
    expect(await ended('confirmed')).toEqual([`The refund <id> was paid ${advice}`]);
    expect(await ended('refuse')).toEqual([`The refund <id> was not paid ${advice}`]);
  });

  test('has its mail written', async () => {
    const invoiceId = newId();
    await inTransaction(db, (tx) => sendRefundMail(tx, { kind: 'link', invoiceId }));
    expect(await select(db, `SELECT topic FROM outbox WHERE payload->>'invoiceId' = $1`, [invoiceId])).toEqual([
      { topic: 'mail.refund' },
    ]);
  });
});

describe('a request of the payer', () => {
  test('is taken down once per link while none waits, to an address of the network', async () => {
    const { shop, invoiceId } = await done(300_000n);
    expect(await latestRequest(db, invoiceId)).toBeUndefined();
    const of = { id: invoiceId, merchantId: shop.merchantId };
    expect(await readRefundOverview(db, of)).toMatchObject({
      request: null,
      serviceFeeBps: 500,
      feePayer: 'merchant',
    });
    await execute(db, "UPDATE profile SET refund_fee_payer = 'customer' WHERE id = $1", [shop.profileId]);
    expect(await readRefundOverview(db, of)).toMatchObject({ feePayer: 'customer' });
    expect(await codeOf(ask(invoiceId, { address: 'nowhere' }))).toBe('address_invalid');
    const { quote } = await readInvoice(db, invoiceId);
    const own = { address: quote?.address ?? '' };
    await expect(ask(invoiceId, own)).rejects.toMatchObject({
      code: 'address_invalid',
      fields: { address: ['This address belongs to an invoice. Enter an address of the payer.'] },
    });
    const made = await ask(invoiceId);
    expect(made).toMatchObject({
      id: expect.any(String),
      invoiceId,
      link: 'overpaid',
      status: 'open',
      version: 1,
      gateId: 'BTC',
      address: RECIPIENTS.BTC,
      destinationTag: null,
      note: null,
      createdAt: new Date(nowMs),
      refundId: null,
      decidedBy: null,
      decidedAt: null,
    });
    expect(await latestRequest(db, invoiceId)).toEqual(made);
    expect((await readRefundOverview(db, of)).request).toEqual(made);
    expect(await codeOf(ask(invoiceId))).toBe('link_used');
    await expect(ask(invoiceId, { link: 'other' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'A refund was already requested.',
    });
    expect(await readRequest(db, { requestId: made.id, invoiceId })).toEqual(made);
    expect(await codeOf(readRequest(db, { requestId: made.id, invoiceId: newId() }))).toBe('not_found');
    expect(await codeOf(readRequest(db, { requestId: newId(), invoiceId }))).toBe('not_found');
  });

  test('is rejected or approved once, and by whom is kept', async () => {
    const { shop, invoiceId } = await done(300_000n);
    const first = await ask(invoiceId);
    const reject = (id: string) =>
      inTransaction(db, (tx) => rejectRequest(tx, { ...decide(id, invoiceId), note: 'no' }));
    await reject(first.id);
    expect(await codeOf(reject(first.id))).toBe('illegal_transition');
    // By link, too, it comes after the first: only the order by time finds it.
    const second = await ask(invoiceId, { link: 'second', nowMs: nowMs + 1 });
    expect(await latestRequest(db, invoiceId)).toEqual(second);
    const { id: refundId } = await refund(shop, invoiceId, { amount: { type: 'excess' } });
    const approve = () => inTransaction(db, (tx) => approveRequest(tx, { ...decide(second.id, invoiceId), refundId }));
    await approve();
    expect(await codeOf(approve())).toBe('illegal_transition');
    const rows = await select(
      db,
      'SELECT version, status, refund_id, decided_by, decided_at, note FROM refund_request WHERE invoice_id = $1 ORDER BY id',
      [invoiceId],
    );
    const by = { version: 2, decided_by: 'ada', decided_at: new Date(nowMs) };
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(
      expect.arrayContaining([
        { status: 'rejected', refund_id: null, note: 'no', ...by },
        { status: 'approved', refund_id: refundId, note: null, ...by },
      ]),
    );
  });
});

describe('the form of a refund', () => {
  const formOf = ({ invoiceId, shop }: { invoiceId: string; shop: TestMerchant }) =>
    refundFormFacts(db, settings, { invoiceId, profileId: shop.profileId, nowMs });

  test('is filled with balances, the smallest amount and the request that waits', async () => {
    const at = await done(300_000n);
    await fund(db, at.shop, 'BTC', 5_000n);
    expect(await formOf(at)).toMatchObject({
      minMinor: 4_000n,
      availableMinor: 203_000n,
      owedMinor: 0n,
      unsettledMinor: 100_000n,
      request: null,
      parts: { row: { id: at.invoiceId } },
      context: { gate: { id: 'BTC' } },
    });
    const request = await ask(at.invoiceId);
    expect((await formOf(at)).request).toEqual(request);
    await execute(db, `UPDATE refund_request SET gate_id = 'LTC' WHERE id = $1`, [request.id]);
    expect((await formOf(at)).request).toBeNull();
    await execute(db, `UPDATE refund_request SET gate_id = 'BTC' WHERE id = $1`, [request.id]);
    await inTransaction(db, (tx) => rejectRequest(tx, { ...decide(request.id, at.invoiceId), note: null }));
    expect((await formOf(at)).request).toBeNull();
  });

  test('has nothing available while the balance is frozen, and is of the profile alone', async () => {
    const at = await done(300_000n);
    await execute(db, `UPDATE account SET frozen_at = now() WHERE owner = $1 AND kind = 'available'`, [
      at.shop.merchantId,
    ]);
    expect((await formOf(at)).availableMinor).toBe(0n);
    expect(await codeOf(formOf({ ...at, shop: await makeShop(db) }))).toBe('not_found');
  });
});
