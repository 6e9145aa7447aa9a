import { isDomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { PayoutEvent } from '../../domain/state/payout-event.ts';
import { type Db, inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { applyInvoiceEvent } from '../invoices/process.ts';
import { readInvoice } from '../invoices/read.ts';
import {
  balanceSheet,
  makeInvoice,
  makeShop,
  paymentsChanged,
  recordPayment,
  setPayment,
  settleNow,
} from '../invoices/testing.fixture.ts';
import { shownKind } from '../ledger/shown-posting.ts';
import { cancelPayout } from '../payouts/commands.ts';
import { payoutProcess } from '../payouts/process.ts';
import { RECIPIENTS, testPayoutSettings } from '../payouts/testing.fixture.ts';
import { applyStep } from '../process/apply.ts';
import { storeOutgoing } from '../sending/transactions.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { createRefund, type NewRefund } from './create.ts';

/** 100 EUR are 200 000; of these 1 % is the invoice's fee. */
export const DUE = 200_000n;

/** The code of the refusal, or `none`. */
export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (isDomainError(error) ? error.code : error),
  );

/** The steps of the tests of refunds, on one database. */
export function refundDesk(db: Db) {
  function refund(shop: TestMerchant, invoiceId: string, request: Partial<NewRefund> = {}) {
    return inTransaction(db, (tx) =>
      createRefund(tx, testPayoutSettings, {
        invoiceId,
        scope: { profileId: shop.profileId },
        amount: { type: 'all' },
        feePayer: 'recipient',
        address: RECIPIENTS.BTC,
        destinationTag: null,
        reason: null,
        by: { kind: 'token', id: shop.token.id },
        nowMs: Date.now(),
        ...request,
      }),
    );
  }

  const step = (payoutId: string, event: PayoutEvent) =>
    inTransaction(db, (tx) =>
      applyStep(tx, payoutProcess, { id: payoutId, event, cause: `${event.type}:${newId()}`, nowMs: Date.now() }),
    );

  async function sign(payoutId: string): Promise<void> {
    await inTransaction(db, async (tx) => {
      const txid = newId();
      await storeOutgoing(tx, {
        chain: { mode: 'sandbox', network: 'BTC' },
        txid,
        raw: 'raw',
        spends: [`coin:${txid}`],
        feeMinor: 1n,
        lines: [{ payoutId, output: '0' }],
        change: [],
        replaces: null,
        nowMs: Date.now(),
      });
      await applyStep(tx, payoutProcess, {
        id: payoutId,
        event: { type: 'signed' },
        cause: `signed:${txid}`,
        nowMs: Date.now(),
      });
    });
  }

  async function send(payoutId: string): Promise<void> {
    await sign(payoutId);
    await step(payoutId, { type: 'sent' });
    await step(payoutId, { type: 'confirmed' });
  }

  const cancel = (shop: TestMerchant, payoutId: string) =>
    inTransaction(db, (tx) =>
      cancelPayout(tx, {
        payoutId,
        scope: { profileId: shop.profileId },
        by: { kind: 'user', id: 'ada' },
        nowMs: Date.now(),
      }),
    );

  /** The deadline passes; a payment that comes now is late. */
  async function expire(invoiceId: string): Promise<void> {
    await execute(db, `UPDATE invoice SET expires_at = now() - interval '1 minute' WHERE id = $1`, [invoiceId]);
    const event = { type: 'deadline' } as const;
    await inTransaction(db, (tx) =>
      applyInvoiceEvent(tx, { id: invoiceId, event, cause: 'deadline', nowMs: Date.now() }),
    );
  }

  async function paid(minor: bigint, expired = false) {
    const shop = await makeShop(db);
    const invoice = await makeInvoice(db, shop);
    if (expired) await expire(invoice.id);
    const payment = await recordPayment(db, { invoiceId: invoice.id, minor });
    await paymentsChanged(db, invoice.id);
    await setPayment(db, payment, 'confirmed');
    await paymentsChanged(db, invoice.id);
    return { shop, invoiceId: invoice.id, payment };
  }

  async function done(minor = DUE) {
    const at = await paid(minor);
    await settleNow(db, at.invoiceId);
    return at;
  }

  const statusOf = async (invoiceId: string) => {
    const { status, statusReason, amountRefundedMinor, needsOperator } = await readInvoice(db, invoiceId);
    return { status, statusReason, amountRefundedMinor, needsOperator };
  };
  const sheet = (shop: TestMerchant) => balanceSheet(db, shop.merchantId, 'BTC');
  async function held(shop: TestMerchant): Promise<Record<string, bigint>> {
    const rows = await select<{ kind: string; minor: string }>(
      db,
      `SELECT ${shownKind('account')} AS kind, debits_pending::text AS minor FROM account
       WHERE owner = $1 AND asset = 'BTC' AND debits_pending > 0`,
      [shop.merchantId],
    );
    return Object.fromEntries(rows.map(({ kind, minor }) => [kind, BigInt(minor)]));
  }

  return { refund, step, sign, send, cancel, expire, paid, done, statusOf, sheet, held };
}
