import type { BusHandler } from '../../db/bus/port.ts';
import { enqueue } from '../../db/outbox.ts';
import { type Db, inTransaction } from '../../db/sequelize.ts';
import { execute, maybeOne, prepared } from '../../db/sql.ts';
import type { InvoiceView } from '../../domain/view/invoice.ts';
import { type Mailer, MailRefused, type OutgoingMail } from './mailer.ts';
import { payerMail, payerMailKind } from './payer-mails.ts';

/** Who composes mails to payers, and from what. */
export const PAYER_MAIL_QUEUE = 'payer-mail';
export const PAYER_MAIL_TOPICS = ['event.invoice.#'] as const;

/** Who sends them. */
export const MAIL_QUEUE = 'mail';
export const MAIL_SEND = 'mail.send';

/**
 * Composes the mail that an invoice's event calls for and puts it into the outbox, once for each invoice and occasion however often the event
 * comes. Payers who left no address get none.
 */
export function onInvoiceEvent({ db, publicUrl }: { readonly db: Db; readonly publicUrl: string }): BusHandler {
  const domain = new URL(publicUrl).hostname;
  return async ({ eventId, topic }) => {
    // Most statuses call for no mail: the topic says so without a look into the database.
    if (payerMailKind(topic.slice('event.invoice.'.length) as InvoiceView['status']) === null) return;
    const event = await maybeOne<EventRow>(db, eventStatement, [eventId]);
    if (event === undefined) return;
    const { data: invoice } = JSON.parse(event.body) as { data: InvoiceView };
    const kind = payerMailKind(invoice.status);
    const to = invoice.customer.email;
    if (kind === null || to === undefined) return;
    // A further part is news, a second "paid" is not.
    const occasion = kind === 'partly_paid' ? `${kind}:${invoice.amount_paid}` : kind;
    const key = `mail:${invoice.id}:${occasion}`;
    const merchant = { name: event.merchant_name, supportEmail: event.support_email };
    const mail: OutgoingMail = {
      messageId: `${invoice.id}.${occasion.replaceAll(/[^\w.]/g, '-')}@${domain}`,
      to,
      replyTo: event.support_email,
      ...payerMail(kind, invoice, merchant),
    };
    await inTransaction(db, async (tx) => {
      const isNew = await execute(tx, stepStatement, [key]);
      if (isNew > 0) await enqueue(tx, [{ topic: MAIL_SEND, payload: mail }]);
    });
  };
}

/** Sends what is in the outbox. A mail the server refuses for good is let go; everything else is tried again by the relay. */
export function onMailSend(mailer: Mailer, onRefused: (error: MailRefused) => void = () => {}): BusHandler {
  return async ({ payload }) => {
    try {
      await mailer.send(payload as OutgoingMail);
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      onRefused(error);
    }
  };
}

interface EventRow {
  body: string;
  merchant_name: string;
  support_email: string | null;
}

const eventStatement = prepared(`
  SELECT e.body, p.support_email, coalesce(CASE WHEN p.show_company THEN m.company_name END, p.name) AS merchant_name
  FROM event e JOIN profile p ON p.id = e.profile_id JOIN merchant m ON m.id = p.merchant_id WHERE e.id = $1`);

const stepStatement = prepared(`INSERT INTO step (key, result) VALUES ($1, '{}') ON CONFLICT (key) DO NOTHING`);
