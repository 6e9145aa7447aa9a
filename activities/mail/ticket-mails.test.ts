import { beforeEach, expect, test } from 'vitest';
import { createAccountSecrets } from '../../db/accounts/secrets.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { newShortCode } from '../../db/core/short-code.ts';
import { execute, one } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeStaff } from '../../db/staff/staff.fixture.ts';
import { addNote, answerTicket, closeByStaff, type TicketAct } from '../../db/support/act.ts';
import { createRatingLinks } from '../../db/support/rating-links.ts';
import { createReplyProofs } from '../../db/support/reply-proof.ts';
import { openSiteTicket } from '../../db/support/site.ts';
import { lockTicket } from '../../db/support/state.ts';
import { addReply, type NewTicket, openTicket } from '../../db/support/write.ts';
import { makeMerchant } from '../../db/testing.fixture.ts';
import { newId, type UserId } from '../../domain/ids.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { readReplyAddress, replyAddress } from '../../domain/support/reply-address.ts';
import { mailsTo } from './enqueued.fixture.ts';
import { onContactMail, onTicketMail } from './ticket-mails.ts';

const { db } = await openTestDatabase();
const support = { mail: 'help@pay.example', hours: 'Always', answerHours: 12 };
const secrets = createAccountSecrets(new Uint8Array(32));
const proofs = createReplyProofs(new Uint8Array(32));
const ratings = createRatingLinks(new Uint8Array(32), 'https://pay.example');
const parts = { db, secrets, proofs, ratings, publicUrl: 'https://pay.example', operatorName: 'Quay Pay', support };

beforeEach(() => execute(db, 'DELETE FROM lockout', []));

async function open(more: Partial<NewTicket> = {}) {
  const message = { id: newId(), text: 'A question with words of its own', ...more.message };
  const { row } = await inTransaction(db, (tx) =>
    openTicket(tx, {
      source: 'mail',
      merchantId: null,
      userId: null,
      about: null,
      name: 'Ada',
      email: `${newId()}@payer.example`,
      language: 'en',
      subject: 'Buy cheap coins',
      nowMs: Date.now(),
      ...more,
      message,
    }),
  );
  return { row, message };
}

async function deskOf(id: string): Promise<TicketAct> {
  const member = await makeStaff(db, 'manager');
  const actor = { kind: 'staff', id: member.id, name: member.fullName } as const;
  return { id, member, actor, origin: null, nowMs: Date.now() };
}

/** Every message is delivered twice. */
const tell = async (kind: string, ticketId: string, subjectId: string, readsReplies = true) => {
  const message = { eventId: newId(), topic: 'mail.ticket', payload: { kind, ticketId, subjectId } };
  const consume = onTicketMail({ ...parts, readsReplies });
  await consume(message);
  await consume(message);
};

test('a customer gets the reference once, with a reply address that proves the ticket, and nothing that was typed', async () => {
  const { row, message } = await open();
  await tell('received', row.id, message.id);
  const [mail, ...others] = await mailsTo(db, row.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(`We have your message (${row.reference})`);
  expect(`${mail?.text} ${mail?.html}`).not.toMatch(/cheap coins|words of its own|Ada/);
  const proof = proofs.make(row.id, row.email);
  expect(mail?.replyTo).toBe(replyAddress(support.mail, { reference: row.reference, proof }));
  expect(proofs.isProof(row.id, row.email, proof)).toBe(true);
  expect(proofs.isProof(row.id, 'another@payer.example', proof)).toBe(false);
  expect(proofs.isProof(newId(), row.email, proof)).toBe(false);
});

test('what a visitor wrote by a form is acknowledged in the same way, with nothing that was typed', async () => {
  const email = `${newId()}@victim.example`;
  const entry = {
    kind: 'contact-us',
    name: 'Buy cheap coins',
    email,
    subject: 'Your account is locked',
    message: 'Call 555 0100 to unlock it, now',
    details: {},
  } as const;
  const reference = `TG-${newShortCode()}`;
  const form = { entry, reference, wasProven: true, language: 'de', nowMs: Date.now() } as const;
  await inTransaction(db, (tx) => openSiteTicket(tx, form));
  const { ticketId, messageId } = await one<{ ticketId: string; messageId: string }>(
    db,
    `SELECT t.id AS "ticketId", m.id AS "messageId" FROM ticket t JOIN ticket_message m ON m.ticket_id = t.id
     WHERE t.reference = $1`,
    [reference],
  );
  await tell('received', ticketId, messageId);
  const [mail, ...others] = await mailsTo(db, email);
  expect(others).toEqual([]);
  expect(mail?.subject).toContain(`(${reference})`);
  expect(mail?.replyTo).toMatch(/^help\+tg-[2-9a-z]{8}\.[a-z2-7]{20}@pay\.example$/);
  expect(readReplyAddress(support.mail, String(mail?.replyTo))?.reference).toBe(reference);
  expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/cheap coins|locked|555/);
});

/** As a process of the last release keeps a form and an answer. */
async function keepContact({ reference = `TG-${newShortCode()}`, email = `${newId()}@payer.example` } = {}) {
  const [id, answerId] = [newId(), newId()];
  await execute(
    db,
    `INSERT INTO contact_message (id, kind, reference, name, email, subject, message, details, was_proven, form_hash,
       content_hash)
     VALUES ($1, 'contact-us', $2, 'Ada', $3, 'Settlement', 'When does it arrive?', '{}', true, $4::bytea, $4::bytea)`,
    [id, reference, email, Buffer.from(id)],
  );
  const member = await makeStaff(db, 'manager');
  await execute(
    db,
    `INSERT INTO contact_answer (id, message_id, staff_id, staff_name, text) VALUES ($1, $2, $3, 'Ines', 'Today.')`,
    [answerId, id, member.id],
  );
  const consume = onContactMail({ ...parts, readsReplies: true });
  for (const payload of [
    { messageId: id },
    { messageId: id },
    { messageId: id, answerId },
    { messageId: id, answerId },
  ]) {
    await consume({ eventId: newId(), topic: 'mail.contact', payload });
  }
  return mailsTo(db, email);
}

test('mails about messages that processes of the last release keep go once, about their tickets', async () => {
  const mails = await keepContact();
  expect(mails.map(({ subject }) => subject.split(' (')[0])).toEqual([
    'We have your message',
    'An answer from support',
  ]);
  expect(mails[1]?.text).toContain('Today.');
});

test('an answer by the last release to a form that both releases have is mailed about its one ticket', async () => {
  const [reference, email] = [`TG-${newShortCode()}`, `${newId()}@payer.example`];
  const [kind, subject] = ['contact-us', 'Settlement'] as const;
  const entry = { kind, name: 'Ada', email, subject, message: 'When does it arrive?', details: {} };
  const form = { entry, reference, wasProven: true, language: 'de', nowMs: Date.now() } as const;
  await inTransaction(db, (tx) => openSiteTicket(tx, form));
  const mails = await keepContact({ reference, email });
  expect(mails.map((mail) => mail.subject)).toEqual([`Eine Antwort des Supports (${reference})`]);
  expect(mails[0]?.text).toContain('Today.');
});

test('two acknowledgements a day go to one address, however many tickets name it', async () => {
  const email = `${newId()}@victim.example`;
  for (let at = 0; at < 4; at += 1) {
    const { row, message } = await open({ email });
    await tell('received', row.id, message.id);
  }
  expect(await mailsTo(db, email)).toHaveLength(2);
});

test('answers are one thread with the mails of the customer; notes are never sent', async () => {
  const mail = { id: 'first@payer.example', hash: Buffer.alloc(32, newId()) };
  const { row, message } = await open({ message: { id: newId(), text: 'Where is my refund?', mail } });
  await tell('received', row.id, message.id);
  const desk = await deskOf(row.id);
  const noteId = newId();
  await inTransaction(db, (tx) => addNote(tx, { ...desk, messageId: noteId, text: 'A careful payer', seen: 1 }));
  await tell('answered', row.id, noteId);
  const ids = [newId(), newId()];
  for (const [at, messageId] of ids.entries()) {
    const answer = { messageId, text: `Answer ${at}.\n\nSee https://pay.example/pricing`, seen: 2 + at };
    await inTransaction(db, (tx) => answerTicket(tx, { ...desk, ...answer, needsCustomer: false }));
    await tell('answered', row.id, messageId);
  }
  const mails = (await mailsTo(db, row.email)).slice(1);
  expect(mails.map(({ messageId }) => messageId)).toEqual(ids.map((id) => `ticket-answer.${id}@pay.example`));
  expect(mails[1]?.references).toEqual([
    `ticket-received.${row.id}@pay.example`,
    'first@payer.example',
    `ticket-answer.${ids[0]}@pay.example`,
  ]);
  expect(mails[0]?.text).toContain('See https://pay.example/pricing');
  expect(mails.map(({ text }) => text).join()).not.toContain('careful');
});

test('support learns that a ticket waits, unless it works in the console alone', async () => {
  const { row, message } = await open();
  await tell('received', row.id, message.id, true);
  const about = async () => (await mailsTo(db, support.mail)).filter(({ subject }) => subject.includes(row.reference));
  expect(await about()).toEqual([]);
  await tell('received', row.id, message.id, false);
  const [mail, ...others] = await about();
  expect(others).toEqual([]);
  expect(mail?.text).toContain(`https://pay.example/compliance/tickets/${row.id}`);
});

test('people of merchants are led to their ticket, asked once how it was, and a test is marked', async () => {
  const merchant = await makeMerchant(db);
  const { row } = await open({
    source: 'back_office',
    merchantId: merchant.merchantId,
    userId: merchant.user.id as UserId,
    email: merchant.user.email,
    language: 'de',
    about: { kind: 'invoice', id: newId(), mode: 'sandbox' },
  });
  const desk = await deskOf(row.id);
  const messageId = newId();
  await inTransaction(db, (tx) => answerTicket(tx, { ...desk, messageId, text: 'Ja.', seen: 1, needsCustomer: false }));
  await tell('answered', row.id, messageId);
  await inTransaction(db, (tx) => closeByStaff(tx, desk));
  await tell('closed', row.id, '1');
  await inTransaction(db, async (tx) =>
    addReply(tx, await lockTicket(tx, row.id), { id: newId(), text: 'Noch etwas', nowMs: Date.now() }),
  );
  await inTransaction(db, (tx) => closeByStaff(tx, desk));
  await tell('closed', row.id, '2');
  const mails = await mailsTo(db, row.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    `[Sandbox] Eine Antwort des Supports (${row.reference})`,
    `[Sandbox] Ihr Ticket wurde geschlossen (${row.reference})`,
  ]);
  for (const { text } of mails) expect(text).toContain(`https://pay.example/tickets/${row.id}`);
});

test.each(LANGUAGES)(
  'people without an account are asked once how it was, by a link of their own, in %s',
  async (language) => {
    const { row } = await open({ source: 'invoice_page', language });
    const desk = await deskOf(row.id);
    const messageId = newId();
    await inTransaction(db, (tx) =>
      answerTicket(tx, { ...desk, messageId, text: 'Yes.', seen: 1, needsCustomer: false }),
    );
    for (let time = 0; time < 2; time += 1) {
      await inTransaction(db, (tx) => closeByStaff(tx, desk));
      await tell('closed', row.id, String(time));
      await inTransaction(db, async (tx) =>
        addReply(tx, await lockTicket(tx, row.id), { id: newId(), text: 'More', nowMs: Date.now() }),
      );
    }
    const [mail, ...others] = await mailsTo(db, row.email);
    expect(others).toEqual([]);
    const url = new URL(/https:\/\/pay\.example\/customer\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    expect([url.pathname, url.searchParams.get('lang')]).toEqual([`/customer/tickets/${row.id}/rating`, language]);
    const token = url.searchParams.get('token') ?? '';
    expect([ratings.isOf(row.id, token), ratings.isOf(newId(), token)]).toEqual([true, false]);
  },
);
