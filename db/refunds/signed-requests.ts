import { createHash } from 'node:crypto';
import type { Network } from '../../domain/assets/assets.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import {
  canSign,
  MESSAGE_LIFE_MS,
  refundMessage,
  type Signature,
  type SigningNetwork,
  signerOf,
} from '../../domain/refunds/signed-request.ts';
import { type Db, moneyTransaction, retrying, type Tx } from '../core/sequelize.ts';
import { maybeOne, prepared } from '../core/sql.ts';
import { readInvoiceParts } from '../invoices/read.ts';
import type { PayoutSettings } from '../payouts/settings.ts';
import { sendRefundMail } from './mails.ts';
import { refundContext } from './quote.ts';
import { requestRefund } from './requests.ts';
import { refundTarget } from './target.ts';

/** The one account that paid an invoice. */
export interface SoleSender {
  readonly network: SigningNetwork;
  /** As payments name it. */
  readonly sender: string;
}

/**
 * The account that all confirmed payments on the invoice's quote came from; undefined if there are several, or the
 * chain does not name it. One of several senders could otherwise take what the others paid.
 */
export async function findSoleSender(on: Tx | Db, invoiceId: string): Promise<SoleSender | undefined> {
  const row = await maybeOne<{ network: Network; sender: string }>(on, senderSql, [invoiceId]);
  return row !== undefined && canSign(row.network) ? { network: row.network, sender: row.sender } : undefined;
}

export interface RefundToSign {
  readonly invoiceId: string;
  readonly host: string;
  readonly address: string;
  readonly destinationTag: string | null;
  readonly nowMs: number;
}

export interface MessageToSign {
  readonly network: SigningNetwork;
  readonly message: string;
  /** The account that has to sign, as payments name it. */
  readonly signer: string;
  readonly untilMs: number;
}

/**
 * The message that the sender of an invoice's payment signs for a refund to this address. Changes nothing.
 * @throws DomainError `sender_unknown`, `address_invalid`, `destination_tag_invalid`, and as `refundContext`
 */
export async function messageToSign(
  on: Db | Tx,
  settings: PayoutSettings,
  { nowMs, ...target }: RefundToSign,
): Promise<MessageToSign> {
  const parts = await readInvoiceParts(on, target.invoiceId);
  const context = await refundContext(on, settings, { parts, nowMs });
  await refundTarget(on, settings, { invoice: parts.row, context, ...target });
  const { network, sender: signer } = await soleSender(on, target.invoiceId);
  const untilMs = Math.floor((nowMs + MESSAGE_LIFE_MS) / 1_000) * 1_000;
  return { network, signer, message: refundMessage({ network, untilMs, ...target }), untilMs };
}

export interface SignedRefund extends RefundToSign, Signature {
  readonly untilMs: number;
}

/**
 * Requests a refund as a mailed link does: the sender's signature proves whose money it was, and the merchant decides.
 * Each message works once.
 * @throws DomainError `link_expired`, `sender_unknown`, `signature_invalid`, and as `requestRefund`
 */
export async function requestSignedRefund(db: Db, settings: PayoutSettings, ask: SignedRefund): Promise<void> {
  const { invoiceId, host, address, destinationTag, untilMs, nowMs } = ask;
  await retrying(() =>
    moneyTransaction(db, async (tx) => {
      const { network, sender } = await soleSender(tx, invoiceId);
      const message = refundMessage({ network, invoiceId, host, address, destinationTag, untilMs });
      if (signerOf(network, message, ask) !== sender) {
        throw fieldError('signature', 'Sign exactly this message with the address that paid.', 'signature_invalid');
      }
      if (untilMs <= nowMs || untilMs > nowMs + MESSAGE_LIFE_MS) throw new DomainError('link_expired');
      const link = `signed:${createHash('sha256').update(message).digest('hex').slice(0, 32)}`;
      await requestRefund(tx, settings, { invoiceId, link, address, destinationTag, nowMs });
      await sendRefundMail(tx, { kind: 'asked', invoiceId });
    }),
  );
}

async function soleSender(on: Db | Tx, invoiceId: string): Promise<SoleSender> {
  const sole = await findSoleSender(on, invoiceId);
  if (sole === undefined) throw new DomainError('sender_unknown');
  return sole;
}

const senderSql = prepared(`
  SELECT p.network, min(p.sender) AS sender
  FROM payment p JOIN invoice i ON i.id = p.invoice_id JOIN quote q ON q.id = p.quote_id AND q.gate_id = i.gate_id
  WHERE p.invoice_id = $1 AND p.status = 'confirmed'
  GROUP BY p.network HAVING count(*) = count(p.sender) AND count(DISTINCT p.sender) = 1`);
