import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { PayoutTarget } from '../../domain/payouts/target.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import type { PayoutRecord } from '../../domain/view/payout.ts';
import { applyInvoiceEvent } from '../invoices/apply.ts';
import { type InvoiceScope, lockInvoice } from '../invoices/read.ts';
import type { InvoiceRow } from '../invoices/rows.ts';
import { enqueue } from '../outbox.ts';
import { bookAddress } from '../payouts/address-book.ts';
import { applyPayoutEvent } from '../payouts/apply.ts';
import { holdPayout } from '../payouts/holds.ts';
import { publishPayout, workflowStart } from '../payouts/publish.ts';
import { readPayout, readPayoutRow } from '../payouts/read.ts';
import type { PayoutSettings } from '../payouts/settings.ts';
import type { Tx } from '../sequelize.ts';
import { execute, prepared } from '../sql.ts';
import {
  checkSmallest,
  quoteRefund,
  type RefundContext,
  type RefundQuote,
  type RefundTerms,
  refundContext,
} from './quote.ts';
import { refundSources } from './source.ts';
import { refundTarget } from './target.ts';

export interface NewRefund extends RefundTerms {
  readonly invoiceId: string;
  readonly scope: InvoiceScope;
  readonly address: string;
  readonly destinationTag: string | null;
  /** Shown to the payer. */
  readonly reason: string | null;
  readonly by: PayoutActor & { readonly kind: 'user' | 'token' };
  /** The payer gave this address by the mailed link, so it need not cool off: nobody of the merchant chose it. */
  readonly addressIsPayers?: boolean;
  readonly nowMs: number;
}

/**
 * Asks for a refund: the row, the hold on the account where the invoice's money is, its approval where the creator may give it, the invoice's new status, events,
 * and the start of its workflow, all in the caller's transaction. The invoice's lock makes requests at once wait for each other, so together they are never
 * more than what was paid (hazard 54).
 * @throws DomainError `illegal_transition` also while another refund of the invoice is open, `amount_too_small`, `amount_too_large`, `address_invalid`,
 *   `destination_tag_invalid`, `insufficient_balance`, `account_frozen`, `operation_suspended`, `gate_not_offered`, `rate_unavailable`, `not_found`
 */
export async function createRefund(tx: Tx, settings: PayoutSettings, input: NewRefund): Promise<PayoutRecord> {
  const { invoiceId, scope, by, nowMs } = input;
  const parts = await lockInvoice(tx, invoiceId);
  const { row: invoice } = parts;
  if (scope.profileId !== undefined && invoice.profile_id !== scope.profileId) throw new DomainError('not_found');
  const context = await refundContext(tx, settings, { parts, nowMs });
  const quote = quoteRefund(context, input);
  await checkSmallest(tx, invoice.merchant_id, quote);
  const target = await refundTarget(tx, settings, { invoice, context, ...input });

  const id = newId(nowMs);
  const notBefore = await coolOff(tx, { input, invoice, context, target });
  await insert(tx, { id, input, invoice, context, quote, target, notBefore });
  const asked = await readPayoutRow(tx, id);
  await holdPayout(tx, asked, await refundSources(tx, { ...asked, invoice_id: invoiceId }));
  await publishPayout(tx, asked, nowMs);
  const event = { type: 'refund', minor: quote.amountMinor } as const;
  await applyInvoiceEvent(tx, { invoiceId, event, cause: `refund:${id}`, nowMs });
  if (!context.approvalRequired) {
    const approval = { type: 'approve', by, mac: settings.seal.approve(asked, by) } as const;
    await applyPayoutEvent(tx, { payoutId: id, event: approval, cause: 'approve', nowMs, byWorkflow: true });
  }
  await enqueue(tx, [workflowStart(await readPayoutRow(tx, id))]);
  return readPayout(tx, id);
}

interface Insert {
  readonly id: string;
  readonly input: NewRefund;
  readonly invoice: InvoiceRow;
  readonly context: RefundContext;
  readonly quote: RefundQuote;
  readonly target: PayoutTarget;
  readonly notBefore: Date | null;
}

/** An address that a person of the merchant typed waits as one of a payout does. */
async function coolOff(
  tx: Tx,
  { input, invoice, context, target }: Pick<Insert, 'input' | 'invoice' | 'context' | 'target'>,
): Promise<Date | null> {
  const { by, addressIsPayers = false, nowMs } = input;
  if (by.kind === 'token' || addressIsPayers) return null;
  const { coolOffSeconds } = context;
  const { network } = context.gate;
  const usableFrom = await bookAddress(tx, {
    ...target,
    profileId: invoice.profile_id,
    network,
    coolOffSeconds,
    nowMs,
  });
  return usableFrom.getTime() > nowMs ? usableFrom : null;
}

async function insert(tx: Tx, { id, input, invoice, context, quote, target, notBefore }: Insert): Promise<void> {
  await execute(tx, insertSql, [
    id,
    invoice.merchant_id,
    invoice.profile_id,
    invoice.mode,
    quote.gate.id,
    quote.gate.network,
    quote.amountMinor,
    quote.netMinor,
    quote.serviceFeeMinor,
    quote.networkFeeMinor,
    quote.heldMinor,
    quote.feePayer,
    context.chain,
    target.address,
    target.addressKey,
    target.destinationTag,
    input.reason,
    invoice.id,
    context.approvalRequired,
    input.by.kind,
    input.by.id,
    new Date(input.nowMs),
    notBefore,
  ]);
}

const insertSql = prepared(`
  INSERT INTO payout (id, kind, merchant_id, profile_id, mode, status, status_reason, gate_id, network, amount_minor, net_minor, service_fee_minor,
    network_fee_minor, held_minor, fee_payer, chain, address, address_key, destination_tag, description, invoice_id, approval_required,
    created_by_kind, created_by, created_at, not_before)
  VALUES ($1, 'refund', $2, $3, $4, 'new', CASE WHEN $19 THEN 'awaiting_approval' END, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
    $18, $19, $20, $21, $22, $23)`);
