import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Db } from '../../db/sequelize.ts';
import { execute, select } from '../../db/sql.ts';
import { makeMerchant, type TestMerchant } from '../../db/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import type { InvoiceView } from '../../domain/view/invoice.ts';
import { type CaughtMail, type RunningMailCatcher, startMailCatcher } from '../../scripts/services/mail-catcher.ts';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { MAIL_SEND, onInvoiceEvent, onMailSend } from './consumers.ts';
import { invoiceView } from './invoice-view.fixture.ts';
import { type Mailer, MailRefused, type OutgoingMail, openMailer } from './mailer.ts';

let database: TestDatabase;
let db: Db;
let catcher: RunningMailCatcher;
let mailer: Mailer;
let merchant: TestMerchant;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
  catcher = await startMailCatcher();
  mailer = openMailer({ smtpUrl: catcher.smtpUrl, from: 'Tidegate <no-reply@pay.example>' });
  merchant = await makeMerchant(db, { profile: { supportEmail: 'help@shop.example' } });
});
afterAll(async () => {
  mailer?.close();
  await catcher?.stop();
  await db?.close();
  await database?.drop();
});

async function happened(view: InvoiceView): Promise<void> {
  const eventId = newId();
  const type = `invoice.${view.status}`;
  const body = JSON.stringify({ type, timestamp: view.created_at, data: view });
  await execute(db, 'INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($1, $2, $3, $4, $5)', [
    eventId,
    merchant.profileId,
    type,
    view.id,
    body,
  ]);
  await onInvoiceEvent({ db, publicUrl: 'https://pay.example' })({ eventId, topic: `event.${type}`, payload: {} });
}

async function outgoing(invoiceId: string): Promise<OutgoingMail[]> {
  const rows = await select<{ payload: OutgoingMail }>(
    db,
    `SELECT payload FROM outbox WHERE topic = $1 AND payload->>'messageId' LIKE $2 || '%' ORDER BY id`,
    [MAIL_SEND, invoiceId],
  );
  return rows.map(({ payload }) => payload);
}

async function caught(): Promise<CaughtMail[]> {
  const read = async <T>(path: string): Promise<T> => {
    const answer = (await (await fetch(`${catcher.url}${path}`)).json()) as { data: T };
    return answer.data;
  };
  const list = await read<{ id: number }[]>('/api/messages');
  return Promise.all(list.map(({ id }) => read<CaughtMail>(`/api/messages/${id}`)));
}

describe('a mail to a payer', () => {
  test('goes from event to mailbox, with the shop as the one to answer to', async () => {
    const id = newId();
    await happened(invoiceView({ id }));
    const [mail] = await outgoing(id);
    expect(mail).toMatchObject({
      to: 'payer@example.com',
      replyTo: 'help@shop.example',
      messageId: `${id}.paid@pay.example`,
    });
    await onMailSend(mailer)({ eventId: newId(), topic: MAIL_SEND, payload: mail });
    const received = (await caught()).find(({ source }) => source.includes(id));
    expect(received).toMatchObject({
      to: ['payer@example.com'],
      subject: 'Your payment to Test Shop is complete',
      headers: { 'message-id': `<${id}.paid@pay.example>`, 'auto-submitted': 'auto-generated' },
    });
    expect(received?.text).toContain('Reference: order-1001');
    expect(received?.html).toContain('<h1');
  });

  test('is written once for an occasion, and again for each further part', async () => {
    const id = newId();
    const partly = invoiceView({
      id,
      status: 'partially_paid',
      amount_paid: '0.00010000',
      amount_remaining: '0.00070000',
    });
    await happened(partly);
    await happened(partly);
    await happened({ ...partly, amount_paid: '0.00020000', amount_remaining: '0.00060000' });
    await happened(invoiceView({ id, status: 'overpaid' }));
    await happened(invoiceView({ id, status: 'done' }));
    expect((await outgoing(id)).map(({ subject }) => subject)).toEqual([
      'A part of your payment to Test Shop is missing',
      'A part of your payment to Test Shop is missing',
      'Your payment to Test Shop is complete',
    ]);
  });

  test('is not written without an address, nor for other statuses', async () => {
    const id = newId();
    await happened(invoiceView({ id, customer: {} }));
    await happened(invoiceView({ id, status: 'confirming' }));
    await happened(invoiceView({ id, status: 'expired' }));
    expect(await outgoing(id)).toEqual([]);
  });

  test('hazard 71: an address with another one inside reaches nobody else', async () => {
    const id = newId();
    await happened(invoiceView({ id, customer: { email: 'a@example.com, b@example.com' } }));
    const [mail] = await outgoing(id);
    await onMailSend(mailer)({ eventId: newId(), topic: MAIL_SEND, payload: mail });
    const recipients = (await caught()).filter(({ source }) => source.includes(id)).flatMap(({ to }) => to);
    expect(recipients).not.toContain('a@example.com');
    expect(recipients).not.toContain('b@example.com');
  });

  test('that the server refuses for good is let go, one it cannot take now is tried again', async () => {
    const id = newId();
    await happened(invoiceView({ id }));
    const [payload] = await outgoing(id);
    const refused: MailRefused[] = [];
    const message = { eventId: newId(), topic: MAIL_SEND, payload };
    const refusing: Mailer = { send: () => Promise.reject(new MailRefused('550 no such mailbox')), close: () => {} };
    await onMailSend(refusing, (error) => refused.push(error))(message);
    expect(refused).toHaveLength(1);

    const away = openMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'no-reply@pay.example' });
    await expect(onMailSend(away)(message)).rejects.not.toThrow(MailRefused);
    away.close();
  });
});
