import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Invoice } from '../../contract/invoice.ts';
import { createAccountSecrets } from '../../db/accounts/secrets.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { setPayerLanguage } from '../../db/invoices/commands.ts';
import { createPayerEmailLinks } from '../../db/invoices/payer-emails.ts';
import { makeInvoice, makeRates } from '../../db/invoices/testing.fixture.ts';
import { createRefundLinks } from '../../db/refunds/links.ts';
import { storeLogo } from '../../db/shops/logos.ts';
import { makeMerchant, type TestMerchant } from '../../db/testing.fixture.ts';
import { MERCHANT_MAIL_EVENTS } from '../../domain/accounts/merchant-mail.ts';
import { newId } from '../../domain/ids.ts';
import { onInvoiceEvent } from './consumers.ts';
import { mailsTo } from './enqueued.fixture.ts';
import { invoiceView } from './invoice-view.fixture.ts';
import { type CaughtMails, catchMails } from './mail-catcher.fixture.ts';
import { MAIL_SEND, onMailSend } from './sending.ts';

const { db } = await openTestDatabase();
let mails: CaughtMails;
let merchant: TestMerchant;

beforeAll(async () => {
  mails = await catchMails();
  merchant = await makeMerchant(db, { profile: { supportEmail: 'help@shop.example' } });
});
afterAll(async () => {
  await mails?.stop();
});

/** Acts as the relay with an event of this invoice, twice on request. */
async function happened(view: Invoice, { times = 1, to = merchant } = {}): Promise<void> {
  const eventId = newId();
  const type = `invoice.${view.status}`;
  const body = JSON.stringify({ type, timestamp: view.created_at, data: view });
  await execute(db, 'INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($1, $2, $3, $4, $5)', [
    eventId,
    to.profileId,
    type,
    view.id,
    body,
  ]);
  const consume = onInvoiceEvent({
    db,
    publicUrl: 'https://pay.example',
    secrets: createAccountSecrets(new Uint8Array(32)),
    links: createRefundLinks(new Uint8Array(32)),
    payerLinks: createPayerEmailLinks(new Uint8Array(32), 'https://pay.example'),
  });
  for (let time = 0; time < times; time += 1) await consume({ eventId, topic: `event.${type}`, payload: {} });
}

const outgoing = (to: string) => mailsTo(db, to);

const payer = () => ({ email: `${newId()}@example.com` });

describe('a mail to a payer', () => {
  test('of a shop that shows nothing of its company names no address to answer to', async () => {
    const show = (isShown: boolean) =>
      execute(db, 'UPDATE profile SET show_company = $2 WHERE id = $1', [merchant.profileId, isShown]);
    await show(false);
    const customer = payer();
    await happened(invoiceView({ id: newId(), customer }));
    const [mail] = await outgoing(customer.email);
    expect(mail?.replyTo).toBeNull();
    expect(mail?.text).not.toContain('help@shop.example');
    await show(true);
  });

  test('goes from event to mailbox, with the shop as the one to answer to', async () => {
    const id = newId();
    const customer = payer();
    await happened(invoiceView({ id, customer }));
    const [mail] = await outgoing(customer.email);
    expect(mail).toMatchObject({ replyTo: 'help@shop.example', messageId: `${id}.paid@pay.example` });
    await onMailSend({ db, mailer: mails.mailer })({ eventId: newId(), topic: MAIL_SEND, payload: mail });
    const received = (await mails.read()).find(({ source }) => source.includes(id));
    expect(received).toMatchObject({
      to: [customer.email],
      subject: '[Sandbox] Your payment to Test Shop is complete',
      headers: { 'message-id': `<${id}.paid@pay.example>`, 'auto-submitted': 'auto-generated' },
    });
    expect(received?.text).toContain('Reference: order-1001');
    expect(received?.html).toContain('<h1');
  });

  test('carries the logo that the shop has when it is sent, and the mark of Tidegate otherwise', async () => {
    const mark = await readFile(join(import.meta.dirname, 'mark.png'));
    const logo = Buffer.concat([mark, Buffer.from('of the shop')]);
    const shop = await makeMerchant(db);
    const pictureOf = async () => {
      const id = newId();
      const customer = payer();
      await happened(invoiceView({ id, customer }), { to: shop });
      const [mail] = await outgoing(customer.email);
      await onMailSend({ db, mailer: mails.mailer })({ eventId: newId(), topic: MAIL_SEND, payload: mail });
      const received = (await mails.read()).find(({ source }) => source.includes(id));
      return /src="data:image\/png;base64,([^"]+)"/.exec(received?.html ?? '')?.[1];
    };
    expect(await pictureOf()).toBe(mark.toString('base64'));
    await inTransaction(db, (tx) => storeLogo(tx, shop.profileId, { png: logo, width: 96, height: 96 }));
    expect(await pictureOf()).toBe(logo.toString('base64'));
    const huge = Buffer.concat([mark, Buffer.alloc(200_000)]);
    await inTransaction(db, (tx) => storeLogo(tx, shop.profileId, { png: huge, width: 512, height: 512 }));
    expect(await pictureOf()).toBe(mark.toString('base64'));
  });

  test('of the sandbox goes to one address twenty times an hour, whatever its shops', async () => {
    const [customer, other] = [payer(), await makeMerchant(db)];
    const views = Array.from({ length: 60 }, () => invoiceView({ id: newId(), customer }));
    for (const [at, view] of views.entries()) await happened(view, { to: at % 2 === 0 ? merchant : other });
    // The hour of the clock may end meanwhile.
    expect((await outgoing(customer.email)).length).toBeLessThanOrEqual(40);
    const real = payer();
    for (const _ of views) await happened(invoiceView({ id: newId(), customer: real, mode: 'production' }));
    expect(await outgoing(real.email)).toHaveLength(60);
  });

  test('speaks the language of the page that the payer read, English before it was opened', async () => {
    await makeRates(db);
    const { id } = await makeInvoice(db, merchant);
    const [before, after] = [payer(), payer()];
    await happened(invoiceView({ id, customer: before }));
    await inTransaction(db, (tx) => setPayerLanguage(tx, { invoiceId: id, language: 'pt' }));
    await happened(invoiceView({ id, customer: after, status: 'expired_paid' }));
    expect((await outgoing(before.email))[0]?.subject).toBe('[Sandbox] Your payment to Test Shop is complete');
    expect((await outgoing(after.email))[0]?.subject).toBe('[Sandbox] O seu pagamento a Test Shop chegou tarde');
  });

  test('is written once for an occasion, and again for each further part', async () => {
    const id = newId();
    const customer = payer();
    const partly = invoiceView({
      id,
      customer,
      status: 'partially_paid',
      amount_paid: '0.00010000',
      amount_remaining: '0.00070000',
    });
    await happened(partly, { times: 2 });
    await happened(partly);
    await happened({ ...partly, amount_paid: '0.00020000', amount_remaining: '0.00060000' });
    await happened(invoiceView({ id, customer, status: 'overpaid' }));
    await happened(invoiceView({ id, customer, status: 'done' }));
    expect((await outgoing(customer.email)).map(({ subject }) => subject)).toEqual([
      '[Sandbox] Your payment to Test Shop is incomplete',
      '[Sandbox] Your payment to Test Shop is incomplete',
      '[Sandbox] Your payment to Test Shop is complete',
    ]);
  });

  test('is written once by workers that take the same event at the same time', async () => {
    const customer = payer();
    const view = invoiceView({ id: newId(), customer });
    await Promise.all(Array.from({ length: 8 }, () => happened(view)));
    expect(await outgoing(customer.email)).toHaveLength(1);
  });

  test('is not written without an address, nor for other statuses', async () => {
    const before = await select(db, 'SELECT 1 FROM outbox', []);
    await happened(invoiceView({ id: newId(), customer: {} }));
    await happened(invoiceView({ id: newId(), status: 'confirming' }));
    await happened(invoiceView({ id: newId(), status: 'expired' }));
    expect(await select(db, 'SELECT 1 FROM outbox', [])).toHaveLength(before.length);
  });
});

describe('an address that was entered on the page', () => {
  const entered = async (at: 'before' | 'after', email = payer().email) => {
    const { id } = await makeInvoice(db, merchant);
    await execute(
      db,
      'INSERT INTO payer_email (invoice_id, email, before_payment, entered_at) VALUES ($1, $2, $3, now())',
      [id, email, at === 'before'],
    );
    return { id, email };
  };
  const view = (id: string, changes: Partial<Invoice> = {}) => invoiceView({ id, customer: {}, ...changes });
  const excess = { status: 'overpaid', amount_excess: '0.00010000' } as const;
  beforeAll(() => makeRates(db));

  test('gets one mail about the outcome, whatever follows, and none about parts', async () => {
    const { id, email } = await entered('before');
    await happened(view(id, { status: 'partially_paid', amount_paid: '0.00010000', amount_remaining: '0.00070000' }));
    expect(await outgoing(email)).toEqual([]);
    await happened(view(id, excess), { times: 2 });
    await happened(view(id, { status: 'done' }));
    await happened(view(id, { status: 'refunded' }));
    const mails = await outgoing(email);
    expect(mails.map(({ subject }) => subject)).toEqual(['[Sandbox] Your payment to Test Shop is complete']);
    expect(mails[0]?.messageId).toBe(`${id}.outcome@pay.example`);
    expect(mails[0]?.text).toContain(`Remove it: https://pay.example/invoice/${id}/email?token=`);
  });

  test('leads to a refund only if it was entered before anything was paid', async () => {
    const [before, after] = [await entered('before'), await entered('after')];
    for (const status of ['overpaid', 'expired_paid', 'invalid'] as const) {
      const [early, late] = [await entered('before'), await entered('after')];
      await happened(view(early.id, { ...excess, status }));
      await happened(view(late.id, { ...excess, status }));
      expect((await outgoing(early.email))[0]?.text, status).toContain('#refund=');
      expect((await outgoing(late.email))[0]?.text, status).not.toContain('#refund=');
    }
    await happened(view(before.id));
    await happened(view(after.id));
    expect((await outgoing(before.email))[0]?.text).not.toContain('#refund=');
    expect(await outgoing(after.email)).toHaveLength(1);
  });

  test('gets nothing where the shop gave another one', async () => {
    const { id, email } = await entered('before');
    const customer = payer();
    await happened(invoiceView({ id, customer }));
    expect(await outgoing(email)).toEqual([]);
    expect(await outgoing(customer.email)).toHaveLength(1);
  });

  test('gets ten mails a day of all invoices together', async () => {
    const email = payer().email;
    for (let at = 0; at < 12; at += 1) {
      const { id } = await entered('before', email);
      await happened(view(id, { mode: 'production' }));
    }
    expect(await outgoing(email)).toHaveLength(10);
  });
});

describe('a mail to the merchant', () => {
  const member = async (changes: string, to = merchant): Promise<string> => {
    const email = `${newId()}@merchant.test`;
    await execute(
      db,
      `INSERT INTO app_user (id, merchant_id, email, full_name, password_hash, role, email_verified_at)
       VALUES ($1, $2, $3, 'Member', '-', 'admin', now())`,
      [newId(), to.merchantId, email],
    );
    await execute(db, `UPDATE app_user SET ${changes} WHERE email = $1`, [email]);
    return email;
  };
  const toggles = (events: readonly string[], to = merchant) =>
    execute(db, 'UPDATE profile SET email_events = $2 WHERE id = $1', [to.profileId, events]);

  test('comes for the events that the profile names, and for no others', async () => {
    const reader = await member(`language = 'en'`);
    for (const requested of MERCHANT_MAIL_EVENTS) {
      await toggles([requested]);
      await execute(db, 'DELETE FROM outbox', []);
      for (const type of MERCHANT_MAIL_EVENTS) {
        const status = type.slice('invoice.'.length) as Invoice['status'];
        await happened(invoiceView({ id: newId(), customer: {}, status, reference: `for-${status}` }));
      }
      const subjects = (await outgoing(reader)).map(({ subject }) => subject);
      expect(subjects, requested).toHaveLength(1);
      expect(subjects[0]).toContain(`for-${requested.slice('invoice.'.length)}`);
    }
  });

  test('comes once for each event, however often it is handled', async () => {
    const reader = await member(`language = 'en'`);
    await toggles(['invoice.error']);
    const view = invoiceView({ id: newId(), customer: {}, status: 'error' });
    await happened(view, { times: 3 });
    expect(await outgoing(reader)).toHaveLength(1);
    await happened(view);
    expect(await outgoing(reader)).toHaveLength(2);
  });

  test('is not written again for what the end of a refund leads back to', async () => {
    const reader = await member(`language = 'en'`);
    await toggles(['invoice.done', 'invoice.overpaid', 'invoice.invalid']);
    const amounts = { amount: '0.0001', net_amount: '0.0001', covered_amount: null };
    const refund = { id: newId(), gate_id: 'BTC', ...amounts, txid: null } as const;
    const refunds = (status: 'done' | 'canceled') => [{ ...refund, status, created_at: new Date(0).toISOString() }];
    const about = { id: newId(), customer: {} };
    await happened(invoiceView({ ...about, status: 'overpaid' }));
    await happened(invoiceView({ ...about, status: 'overpaid', refunds: refunds('canceled') }));
    await happened(invoiceView({ ...about, status: 'done', refunds: refunds('done') }));
    expect(await outgoing(reader)).toHaveLength(1);
    // That asks for a decision once more, and a completion is news.
    await happened(invoiceView({ ...about, status: 'invalid', refunds: refunds('canceled') }));
    await happened(invoiceView({ ...about, status: 'done', refunds: refunds('canceled') }));
    expect(await outgoing(reader)).toHaveLength(3);
  });

  test('goes to those who may act on it, each in their language', async () => {
    const team = await makeMerchant(db);
    await toggles(['invoice.invalid'], team);
    const people = {
      german: await member(`language = 'de'`, team),
      support: await member(`role = 'support', language = 'fr'`, team),
      viewer: await member(`role = 'viewer'`, team),
      blocked: await member('blocked_at = now()', team),
      unproved: await member('email_verified_at = NULL', team),
      silent: await member('mail_subscription = false', team),
      stranger: await member(`language = 'en'`),
    };
    await happened(invoiceView({ id: newId(), customer: {}, status: 'invalid' }), { to: team });
    const subjects = await Promise.all(
      Object.entries(people).map(async ([who, to]) => [who, (await outgoing(to)).map(({ subject }) => subject)]),
    );
    expect(Object.fromEntries(subjects)).toEqual({
      german: ['[Sandbox] Bitte entscheiden: order-1001 wurde nicht ganz bezahlt'],
      support: ['[Sandbox] À décider\u00a0: order-1001 n’a pas été payée en entier'],
      viewer: [],
      blocked: [],
      unproved: [],
      silent: [],
      stranger: [],
    });
  });

  test('asks for decisions from the start', async () => {
    const [row] = await select<{ email_events: string[] }>(db, 'SELECT email_events FROM profile WHERE id = $1', [
      (await makeMerchant(db)).profileId,
    ]);
    expect(row?.email_events).toEqual(['invoice.expired_paid', 'invoice.invalid', 'invoice.error']);
  });
});
