import type { Logger } from 'pino';
import { APPROVAL_MAIL_QUEUE, APPROVAL_MAIL_TOPICS, onApprovalMissing } from '../activities/mail/approval-mails.ts';
import { CARD_ORDER_MAIL_QUEUE, CARD_ORDER_MAIL_TOPICS, onCardOrderMail } from '../activities/mail/card-order-mails.ts';
import { CLAIM_MAIL_QUEUE, CLAIM_MAIL_TOPICS, onClaimMail } from '../activities/mail/claim-mails.ts';
import { INVOICE_MAIL_QUEUE, INVOICE_MAIL_TOPICS, onInvoiceEvent } from '../activities/mail/consumers.ts';
import { DEPOSIT_MAIL_QUEUE, DEPOSIT_MAIL_TOPICS, onDepositEvent } from '../activities/mail/deposit-mails.ts';
import { openMailer } from '../activities/mail/mailer.ts';
import { NOTICE_MAIL_QUEUE, NOTICE_MAIL_TOPICS, onNoticeEvent } from '../activities/mail/notice-mails.ts';
import { OUTGOING_MAIL_QUEUE, OUTGOING_MAIL_TOPICS, onOutgoingEvent } from '../activities/mail/outgoing-mails.ts';
import { onRefundMail, REFUND_MAIL_QUEUE, REFUND_MAIL_TOPICS } from '../activities/mail/refund-mails.ts';
import { onRequestMail, REQUEST_MAIL_QUEUE, REQUEST_MAIL_TOPICS } from '../activities/mail/request-mails.ts';
import {
  ACCOUNT_MAIL_QUEUE,
  CODE_MAIL_QUEUE,
  MAIL_QUEUE,
  MAIL_SEND,
  onAccountMail,
  onMailSend,
} from '../activities/mail/sending.ts';
import { onStaffMail, STAFF_MAIL_QUEUE, STAFF_MAIL_TOPICS } from '../activities/mail/staff-mails.ts';
import {
  CONTACT_MAIL_QUEUE,
  CONTACT_MAIL_TOPICS,
  onContactMail,
  onTicketMail,
  TICKET_MAIL_QUEUE,
  TICKET_MAIL_TOPICS,
} from '../activities/mail/ticket-mails.ts';
import {
  NEWSLETTER_MAIL_QUEUE,
  NEWSLETTER_MAIL_TOPICS,
  onNewsletterMail,
  onUpdateMail,
  UPDATE_MAIL_QUEUE,
  UPDATE_MAIL_TOPICS,
} from '../activities/mail/update-mails.ts';
import {
  onWithdrawalEvent,
  WITHDRAWAL_MAIL_QUEUE,
  WITHDRAWAL_MAIL_TOPICS,
} from '../activities/mail/withdrawal-mails.ts';
import { createAccountSecrets } from '../db/accounts/secrets.ts';
import type { Bus } from '../db/bus/port.ts';
import type { Db } from '../db/core/sequelize.ts';
import { createPayerEmailLinks } from '../db/invoices/payer-emails.ts';
import { createRefundLinks } from '../db/refunds/links.ts';
import { createRatingLinks } from '../db/support/rating-links.ts';
import { createReplyProofs } from '../db/support/reply-proof.ts';
import { createUpdateLinks } from '../db/updates/links.ts';
import { ACCOUNT_MAIL, CODE_MAIL } from '../domain/accounts/account-mail.ts';
import type { Config } from '../settings/config.ts';

/** Consumes emails about invoices and accounts if a mail server is set. @returns a function that closes it */
export async function consumeMails(
  bus: Bus,
  { db, config, log }: { db: Db; config: Config; log: Logger },
): Promise<() => void> {
  if (config.smtpUrl === undefined) {
    log.warn('SMTP_URL is not set: no mails, and therefore no codes, are sent');
    return () => {};
  }
  const { smtpUrl, smtpCa: ca, mailFrom: from, supportUrl } = config;
  const smtp = { smtpUrl, ca, from, supportUrl };
  // Codes go over connections of their own: whatever waits for the others does not delay them.
  const [mailer, codeMailer] = [openMailer(smtp), openMailer(smtp)];
  const onGivenUp = (error: Error, messageId: string) =>
    log.warn({ err: error, messageId }, 'the mail server refused a mail permanently');
  const sending = { db, mailer, onGivenUp };
  const { publicUrl } = config;
  const secrets = createAccountSecrets(config.encryptionKey);
  const invoiceMails = { db, publicUrl, secrets, links: createRefundLinks(config.encryptionKey) };
  const payerLinks = createPayerEmailLinks(config.encryptionKey, publicUrl);
  const onInvoice = onInvoiceEvent({ ...invoiceMails, payerLinks });
  await bus.consume(INVOICE_MAIL_QUEUE, INVOICE_MAIL_TOPICS, onInvoice, { concurrency: 20 });
  await bus.consume(WITHDRAWAL_MAIL_QUEUE, WITHDRAWAL_MAIL_TOPICS, onWithdrawalEvent(invoiceMails), { concurrency: 4 });
  await bus.consume(OUTGOING_MAIL_QUEUE, OUTGOING_MAIL_TOPICS, onOutgoingEvent(invoiceMails), { concurrency: 4 });
  await bus.consume(DEPOSIT_MAIL_QUEUE, DEPOSIT_MAIL_TOPICS, onDepositEvent(invoiceMails), { concurrency: 4 });
  const onNotice = onNoticeEvent(invoiceMails, Date.now);
  await bus.consume(NOTICE_MAIL_QUEUE, NOTICE_MAIL_TOPICS, onNotice, { concurrency: 4 });
  const onRefund = onRefundMail(invoiceMails, Date.now);
  await bus.consume(REFUND_MAIL_QUEUE, REFUND_MAIL_TOPICS, onRefund, { concurrency: 4 });
  await bus.consume(CLAIM_MAIL_QUEUE, CLAIM_MAIL_TOPICS, onClaimMail(invoiceMails), { concurrency: 2 });
  await bus.consume(CARD_ORDER_MAIL_QUEUE, CARD_ORDER_MAIL_TOPICS, onCardOrderMail(invoiceMails), { concurrency: 2 });
  await bus.consume(APPROVAL_MAIL_QUEUE, APPROVAL_MAIL_TOPICS, onApprovalMissing(invoiceMails), { concurrency: 2 });
  const onRequest = onRequestMail({ ...invoiceMails, lifetimeSeconds: config.invoiceLifetimeSeconds }, Date.now);
  await bus.consume(REQUEST_MAIL_QUEUE, REQUEST_MAIL_TOPICS, onRequest, { concurrency: 4 });
  await bus.consume(STAFF_MAIL_QUEUE, STAFF_MAIL_TOPICS, onStaffMail(invoiceMails), { concurrency: 2 });
  await bus.consume(MAIL_QUEUE, [MAIL_SEND], onMailSend(sending), { concurrency: 6 });
  const accountMails = { ...sending, box: secrets.box, publicUrl };
  await bus.consume(ACCOUNT_MAIL_QUEUE, [ACCOUNT_MAIL], onAccountMail(accountMails), { concurrency: 6 });
  const onCode = onAccountMail({ ...accountMails, mailer: codeMailer });
  await bus.consume(CODE_MAIL_QUEUE, [CODE_MAIL], onCode, { concurrency: 6 });
  const { operatorName, support } = config;
  const tickets = {
    db,
    secrets,
    publicUrl,
    operatorName,
    support,
    proofs: createReplyProofs(config.encryptionKey),
    ratings: createRatingLinks(config.encryptionKey, publicUrl),
    readsReplies: support.inbox !== undefined,
  };
  await bus.consume(TICKET_MAIL_QUEUE, TICKET_MAIL_TOPICS, onTicketMail(tickets), { concurrency: 2 });
  await bus.consume(CONTACT_MAIL_QUEUE, CONTACT_MAIL_TOPICS, onContactMail(tickets), { concurrency: 2 });
  const links = createUpdateLinks(config.encryptionKey, publicUrl);
  const updates = { ...sending, secrets, links, publicUrl, operatorName };
  await bus.consume(NEWSLETTER_MAIL_QUEUE, NEWSLETTER_MAIL_TOPICS, onNewsletterMail(updates), { concurrency: 2 });
  // Updates wait for everything else: few at once, and none of them is urgent.
  await bus.consume(UPDATE_MAIL_QUEUE, UPDATE_MAIL_TOPICS, onUpdateMail(updates), { concurrency: 2 });
  return () => {
    mailer.close();
    codeMailer.close();
  };
}
