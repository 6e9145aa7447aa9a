import type { Invoice } from '../../contract/invoice.ts';
import { presentInvoice } from '../../contract/invoice.view.ts';
import type { BusHandler } from '../../db/bus/port.ts';
import { one, prepared } from '../../db/core/sql.ts';
import { OTHER_COIN_MAIL, type OtherCoinMail } from '../../db/invoices/other-coin.ts';
import { readInvoice } from '../../db/invoices/read.ts';
import { REFUND_MAIL, type RefundMail } from '../../db/refunds/mails.ts';
import { emailForPayers, nameForPayers } from '../../db/shops/open-shop.ts';
import { ROLES, roleMay } from '../../domain/accounts/permissions.ts';
import type { Language } from '../../domain/languages.ts';
import { enqueueOnce, type InvoiceMails } from './consumers.ts';
import type { KeyedMail } from './mailer.ts';
import { merchantMail } from './merchant-mails.ts';
import { payerAllowance } from './payer-allowances.ts';
import { payerMail } from './payer-mails.ts';
import { mailReaders, mailsTo, shopIdSql } from './readers.ts';

/** The consumer that composes emails about refunds. */
export const REFUND_MAIL_QUEUE = 'refund-mail';
export const REFUND_MAIL_TOPICS = [REFUND_MAIL, OTHER_COIN_MAIL] as const;

/**
 * Composes the emails about a payer's request: to the team members who may refund, and to the payer, with a new link
 * each time; and about money that came in another coin. Repeated messages create no second email.
 */
export function onRefundMail(mails: InvoiceMails, nowMs: () => number): BusHandler {
  return async ({ eventId, topic, payload }) => {
    const mail =
      topic === OTHER_COIN_MAIL
        ? ({ ...(payload as OtherCoinMail), kind: 'other_coin' } as const)
        : (payload as RefundMail);
    const invoice = presentInvoice(await readInvoice(mails.db, mail.invoiceId));
    const about = await one<AboutRow>(mails.db, aboutSql, [mail.invoiceId]);
    const keyed =
      mail.kind === 'asked'
        ? await toMerchant(mails, { eventId, invoice, about })
        : toPayer(mails, { eventId, invoice, about, mail, nowMs: nowMs() });
    if (keyed.length > 0) await enqueueOnce(mails.db, keyed);
  };
}

interface About {
  readonly eventId: string;
  readonly invoice: Invoice;
  readonly about: AboutRow;
}

interface ToPayer extends About {
  readonly mail: Exclude<RefundMail, { kind: 'asked' }> | (OtherCoinMail & { readonly kind: 'other_coin' });
  readonly nowMs: number;
}

async function toMerchant({ db, publicUrl }: InvoiceMails, { eventId, invoice, about }: About): Promise<KeyedMail[]> {
  // A payer waits for the answer.
  const { merchant_id: merchantId, shop_id: shopId } = about;
  const readers = await mailReaders(db, { merchantId, shopId, roles: DECIDERS, isAwaited: true });
  return mailsTo(readers, { occasion: eventId, publicUrl }, (language) =>
    merchantMail('refund_asked', invoice, { profileName: about.profile_name, publicUrl, language }),
  );
}

function toPayer(
  { secrets, publicUrl, links }: InvoiceMails,
  { eventId, invoice, about, mail, nowMs }: ToPayer,
): KeyedMail[] {
  // A request by the mail to an address that was entered on the page is answered there.
  const to = invoice.customer.email ?? (mail.kind === 'rejected' ? about.entered_email : null);
  if (to === null) return [];
  const refundUrl =
    mail.kind === 'other_coin'
      ? undefined
      : links.make(invoice.checkout_url, {
          invoiceId: invoice.id,
          occasion: mail.kind === 'granted' ? mail.linkId : eventId,
          nowMs,
        });
  const content = payerMail(PAYER_MAILS[mail.kind], invoice, {
    merchant: { name: about.merchant_name, supportEmail: about.support_email },
    language: about.language ?? 'en',
    refundUrl,
    ...(mail.kind === 'rejected' && mail.note !== null ? { note: mail.note } : {}),
  });
  const messageId = `${eventId}@${new URL(publicUrl).hostname}`;
  const isAllowed = payerAllowance(secrets, { merchantId: about.merchant_id, mode: invoice.mode, to });
  return [
    {
      key: eventId,
      mail: { messageId, to, replyTo: about.support_email, logoOf: about.profile_id, ...content },
      isAllowed,
    },
  ];
}

const PAYER_MAILS = {
  link: 'refund_link',
  granted: 'refund_link',
  again: 'refund_again',
  rejected: 'refund_rejected',
  other_coin: 'other_coin',
} as const;

const DECIDERS = ROLES.filter((role) => roleMay(role, 'merchant_refund_create'));

interface AboutRow {
  readonly merchant_id: string;
  readonly profile_id: string;
  readonly shop_id: string;
  readonly merchant_name: string;
  readonly profile_name: string;
  readonly support_email: string | null;
  readonly language: Language | null;
  /** The address that was entered on the page before anything was paid. */
  readonly entered_email: string | null;
}

const aboutSql = prepared(`
  SELECT m.id AS merchant_id, p.id AS profile_id, ${shopIdSql} AS shop_id, p.name AS profile_name,
    ${emailForPayers} AS support_email,
    i.language, ${nameForPayers} AS merchant_name,
    (SELECT a.email FROM payer_email a WHERE a.invoice_id = i.id AND a.before_payment) AS entered_email
  FROM invoice i JOIN profile p ON p.id = i.profile_id JOIN merchant m ON m.id = p.merchant_id WHERE i.id = $1`);
