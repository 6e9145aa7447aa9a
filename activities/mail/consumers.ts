import { newestEvent } from '../../contract/event-text.ts';
import type { Invoice } from '../../contract/invoice.ts';
import type { AccountSecrets } from '../../db/accounts/secrets.ts';
import type { BusHandler } from '../../db/bus/port.ts';
import { enqueue, type OutboxRow } from '../../db/core/outbox.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { maybeOne, prepared, select, unseen } from '../../db/core/sql.ts';
import type { PayerEmailLinks } from '../../db/invoices/payer-emails.ts';
import type { RefundLinks } from '../../db/refunds/links.ts';
import { emailForPayers, nameForPayers } from '../../db/shops/open-shop.ts';
import { CONVERSION_FAILED, isMerchantMailEvent } from '../../domain/accounts/merchant-mail.ts';
import { ROLES, type Role, roleMay } from '../../domain/accounts/permissions.ts';
import { canConvert } from '../../domain/conversion/pairs.ts';
import { isPayerEmailOutcome } from '../../domain/invoices/payer-email.ts';
import type { Language } from '../../domain/languages.ts';
import { refundOccasion } from '../../domain/refunds/link.ts';
import type { KeyedMail, OutgoingMail } from './mailer.ts';
import { merchantMail } from './merchant-mails.ts';
import { enteredAllowance, payerAllowance } from './payer-allowances.ts';
import { lastRefund, type PayerMail, payerMail, payerMailKind } from './payer-mails.ts';
import { mailReaders, mailsTo, shopIdSql } from './readers.ts';
import { MAIL_SEND } from './sending.ts';

/** The composer of mails about invoices, and its sources. */
export const INVOICE_MAIL_QUEUE = 'invoice-mail';
export const INVOICE_MAIL_TOPICS = ['event.invoice.#'] as const;

/**
 * Composes the mails that an invoice's event calls for and puts them into the outbox, each once however often the event
 * comes: to the payer who left an address, in the language of the payer's page, and to the merchant's people, each in
 * their own, as the profile specifies.
 */
export function onInvoiceEvent({
  db,
  secrets,
  publicUrl,
  links,
  payerLinks,
}: InvoiceMails & { readonly payerLinks: PayerEmailLinks }): BusHandler {
  return async ({ eventId, topic }) => {
    const type = topic.slice('event.'.length);
    // Most statuses need no email, which the topic shows without a query.
    if (!isMerchantMailEvent(type) && !TELLS_PAYERS.has(type)) return;
    const event = await maybeOne<EventRow>(db, eventStatement, [eventId, type]);
    if (event === undefined) return;
    const { data: invoice, timestamp } = newestEvent<Invoice>(event.body);
    const domain = new URL(publicUrl).hostname;
    const mails = [...toPayer(invoice, event, { domain, secrets, links, payerLinks, atMs: Date.parse(timestamp) })];
    const about = { invoice, event, publicUrl };
    if (event.is_chosen && isMerchantMailEvent(type) && !isKnown(invoice)) {
      mails.push(...(await toMerchant(db, about, { kind: type, roles: DECIDERS, occasion: eventId })));
    }
    if (event.is_failure_chosen && isNotConverted(invoice)) {
      const occasion = `${invoice.id}.not_converted`;
      mails.push(...(await toMerchant(db, about, { kind: 'not_converted', roles: CONVERTERS, occasion })));
    }
    if (mails.length > 0) await enqueueOnce(db, mails);
  };
}

/** The parts that mails about invoices are made of. */
export interface InvoiceMails {
  readonly db: Db;
  /** For counting mails to one address without storing it. */
  readonly secrets: AccountSecrets;
  readonly publicUrl: string;
  readonly links: RefundLinks;
}

/** News for the payer alone. */
const TELLS_PAYERS: ReadonlySet<string> = new Set(['invoice.refunded', 'invoice.partially_refunded']);

/** The merchant was notified about the status: it returned after a refund, or a conversion was dropped since. */
function isKnown({ status, status_reason, refunds }: Invoice): boolean {
  if (status_reason === 'conversion_given_up') return true;
  return status === 'overpaid' ? refunds.length > 0 : status === 'done' && lastRefund({ refunds }) !== undefined;
}

const NOT_CONVERTED: ReadonlySet<string> = new Set(['conversion_not_possible', 'conversion_given_up']);

/** Money stayed what it was although its pair converts: of pairs that never do, the merchant knows from the profile. */
function isNotConverted({ status_reason, gate_id, autoconversion }: Invoice): boolean {
  if (status_reason === null || !NOT_CONVERTED.has(status_reason) || gate_id === null) return false;
  return autoconversion.gate_id !== undefined && canConvert(gate_id, autoconversion.gate_id);
}

interface MerchantMail {
  readonly kind: Parameters<typeof merchantMail>[0];
  readonly roles: readonly Role[];
  /** The key by which two mails to one person are the same one. */
  readonly occasion: string;
}

async function toMerchant(
  db: Db,
  { invoice, event, publicUrl }: About,
  { kind, roles, occasion }: MerchantMail,
): Promise<KeyedMail[]> {
  const readers = await mailReaders(db, { merchantId: event.merchant_id, shopId: event.shop_id, roles });
  return mailsTo(readers, { occasion, publicUrl }, (language) =>
    merchantMail(kind, invoice, { profileName: event.profile_name, publicUrl, language }),
  );
}

interface About {
  readonly invoice: Invoice;
  readonly event: EventRow;
  readonly publicUrl: string;
}

interface Posting {
  readonly domain: string;
  readonly secrets: AccountSecrets;
  readonly links: RefundLinks;
  readonly payerLinks: PayerEmailLinks;
  readonly atMs: number;
}

function toPayer(invoice: Invoice, event: EventRow, posting: Posting): readonly KeyedMail[] {
  const kind = payerMailKind(invoice);
  const to = invoice.customer.email;
  if (kind === null) return [];
  if (to === undefined) return toEnteredAddress(kind, invoice, event, posting);
  const { domain, secrets, links, atMs } = posting;
  // A further part is news, a second "paid" is not.
  const occasion = occasionOf(kind, invoice);
  const reason = refundOccasion(invoice.status);
  const { id: invoiceId, checkout_url } = invoice;
  const refundUrl =
    reason === null ? undefined : links.make(checkout_url, { invoiceId, occasion: reason, nowMs: atMs });
  const merchant = { name: event.merchant_name, supportEmail: event.support_email };
  const mail: OutgoingMail = {
    messageId: `${invoice.id}.${occasion.replaceAll(/[^\w.]/g, '-')}@${domain}`,
    to,
    replyTo: event.support_email,
    logoOf: event.profile_id,
    ...payerMail(kind, invoice, { merchant, language: event.language ?? 'en', refundUrl }),
  };
  const isAllowed = payerAllowance(secrets, { merchantId: event.merchant_id, mode: invoice.mode, to });
  return [{ key: `${invoice.id}:${occasion}`, mail, isAllowed }];
}

/**
 * The same to the address that was entered on the page: one mail for each invoice, about its outcome. It leads to a
 * refund only if the address was entered before anything was paid, because later a thief could have entered it.
 */
function toEnteredAddress(
  kind: PayerMail,
  invoice: Invoice,
  event: EventRow,
  { domain, secrets, links, payerLinks, atMs }: Posting,
): readonly KeyedMail[] {
  const { id: invoiceId, status, mode, checkout_url } = invoice;
  const { entered, merchant_id: merchantId, merchant_name: name, support_email: supportEmail } = event;
  if (entered === null || kind === 'refunded' || !isPayerEmailOutcome(status)) return [];
  const { email: to, isBeforePayment } = entered;
  const reason = isBeforePayment ? refundOccasion(status) : null;
  const mail: OutgoingMail = {
    messageId: `${invoiceId}.outcome@${domain}`,
    to,
    replyTo: supportEmail,
    ...payerMail(kind, invoice, {
      merchant: { name, supportEmail },
      language: event.language ?? 'en',
      refundUrl: reason === null ? undefined : links.make(checkout_url, { invoiceId, occasion: reason, nowMs: atMs }),
      removeUrl: payerLinks.removeUrl(invoiceId),
    }),
  };
  return [{ key: `${invoiceId}:outcome`, mail, isAllowed: enteredAllowance(secrets, { merchantId, mode, to }) }];
}

/** The key by which two mails are the same one. */
function occasionOf(kind: PayerMail, invoice: Invoice): string {
  if (kind === 'partly_paid') return `${kind}:${invoice.amount_paid}`;
  return kind === 'refunded' ? `${kind}:${lastRefund(invoice)?.id ?? ''}` : kind;
}

/** Adds emails to the outbox, once per key, and no more than are allowed. */
export async function enqueueOnce(db: Db, mails: readonly KeyedMail[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    const rows = await select<{ key: string }>(tx, stepStatement, [mails.map(({ key }) => `mail:${key}`)]);
    const fresh = new Set(rows.map(({ key }) => key));
    const toSend: OutboxRow[] = [];
    for (const { key, mail, isAllowed } of mails) {
      if (!fresh.has(`mail:${key}`) || (await isAllowed?.(tx)) === false) continue;
      toSend.push({ topic: MAIL_SEND, payload: mail });
    }
    await enqueue(tx, toSend);
  });
}

/** Those who can act on what the mail says. */
const DECIDERS = ROLES.filter((role) => roleMay(role, 'merchant_invoice_done'));
const CONVERTERS = ROLES.filter((role) => roleMay(role, 'merchant_manualConversion_run'));

interface EventRow {
  readonly body: string;
  readonly merchant_id: string;
  readonly profile_id: string;
  readonly shop_id: string;
  readonly merchant_name: string;
  readonly profile_name: string;
  readonly support_email: string | null;
  readonly is_chosen: boolean;
  /** The profile wants to know when money was not converted. */
  readonly is_failure_chosen: boolean;
  readonly language: Language | null;
  /** The address that was entered on the page of the invoice. */
  readonly entered: { readonly email: string; readonly isBeforePayment: boolean } | null;
}

const eventStatement = prepared(`
  SELECT e.body, m.id AS merchant_id, p.id AS profile_id, ${shopIdSql} AS shop_id, p.name AS profile_name,
    ${emailForPayers} AS support_email, $2 = ANY(p.email_events) AS is_chosen,
    '${CONVERSION_FAILED}' = ANY(p.newer_email_events) AS is_failure_chosen, i.language,
    ${nameForPayers} AS merchant_name,
    (SELECT jsonb_build_object('email', a.email, 'isBeforePayment', a.before_payment)
      FROM payer_email a WHERE a.invoice_id = e.entity_id) AS entered
  FROM event e JOIN profile p ON p.id = e.profile_id JOIN merchant m ON m.id = p.merchant_id
  LEFT JOIN invoice i ON i.id = e.entity_id
  WHERE e.id = ${unseen('$1::uuid')}`);

const stepStatement = prepared(`
  INSERT INTO step (key, result) SELECT key, '{}' FROM unnest($1::text[]) AS key ON CONFLICT (key) DO NOTHING
  RETURNING key`);
