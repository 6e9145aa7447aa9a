import { beforeEach, expect, test } from 'vitest';
import { createAccountSecrets } from '../../db/accounts/secrets.ts';
import { answerContact } from '../../db/contact/act.ts';
import { createFormTokens } from '../../db/contact/form-tokens.ts';
import { keepSubmission } from '../../db/contact/submit.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, one } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeStaff } from '../../db/staff/staff.fixture.ts';
import type { ContactEntry } from '../../domain/forms/contact.ts';
import { newId } from '../../domain/ids.ts';
import { linksIn } from '../../domain/web/link-finder.fixture.ts';
import { onContactMail } from './contact-mails.ts';
import { mailsTo } from './enqueued.fixture.ts';

const { db } = await openTestDatabase();
const support = { mail: 'help@pay.example', hours: 'Always', answerHours: 12 };
const secrets = createAccountSecrets(new Uint8Array(32));
const consume = onContactMail({ db, secrets, publicUrl: 'https://pay.example', operatorName: 'Quay Pay', support });
const tokens = createFormTokens(new Uint8Array(32));

beforeEach(() => execute(db, 'DELETE FROM lockout', []));

/** A visitor's message, and the messages that followed. */
async function submit(more: Partial<ContactEntry> = {}) {
  const email = `${newId()}@victim.example`;
  const token = tokens.read(tokens.make(Date.now()), Date.now());
  if (token === undefined) throw new Error('The token does not open.');
  const entry: ContactEntry = {
    kind: 'contact-us',
    name: 'Ada',
    email,
    subject: 'Settlement',
    message: 'When does it arrive?',
    details: {},
    ...more,
  };
  const reference = await inTransaction(db, (tx) =>
    keepSubmission(tx, { entry, token, wasProven: true, ip: '127.0.0.1' }),
  );
  const { id } = await one<{ id: string }>(db, 'SELECT id FROM contact_message WHERE reference = $1', [reference]);
  return { id, reference, email: entry.email };
}

const tell = async (messageId: string, answerId?: string) => {
  const message = { eventId: newId(), topic: 'mail.contact', payload: { messageId, answerId: answerId || undefined } };
  await consume(message);
  await consume(message);
};
const toSupport = async (reference: string) =>
  (await mailsTo(db, support.mail)).filter(({ subject }) => subject.includes(reference));

test('support learns what came and where it is answered, once', async () => {
  const { id, reference } = await submit();
  await tell(id);
  const [mail, ...others] = await toSupport(reference);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(`[Contact] Settlement (${reference})`);
  expect(mail?.text).toContain('When does it arrive?');
  expect(mail?.text).toContain(`https://pay.example/compliance/contacts/${id}`);
});

test('support gets nothing that is a link, a second header, or markup', async () => {
  const { id, reference } = await submit({
    subject: 'Look at evil.example',
    message: '<b>Pay</b> at https://evil.example/now\nBcc: all@evil.example',
  });
  await tell(id);
  const [mail] = await toSupport(reference);
  expect(mail?.html).not.toContain('<b>Pay');
  expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/evil\.example|^Bcc/m);
  const own = `https://pay.example/compliance/contacts/${id}`;
  expect(linksIn((mail?.text ?? '').replaceAll(own, ''))).toEqual([]);
});

test('the acknowledgement has nothing of what was typed: the address may be of somebody else', async () => {
  const typed = {
    name: 'Buy cheap coins',
    subject: 'Your account is locked',
    message: 'Call 555 0100 to unlock it, now',
  };
  const { id, reference, email } = await submit(typed);
  await tell(id);
  const [mail, ...others] = await mailsTo(db, email);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ subject: `We have your message (${reference})`, replyTo: support.mail });
  const whole = `${mail?.subject} ${mail?.text} ${mail?.html}`;
  for (const text of Object.values(typed)) expect(whole).not.toContain(text);
  expect(whole).not.toContain('555');
  expect(mail?.text).toContain('within 12 hours');
});

test('one address is acknowledged twice a day, however much is sent in its name', async () => {
  const { email } = await submit();
  const ids = [];
  for (let at = 0; at < 5; at += 1) ids.push((await submit({ email, message: `Message number ${at}, a new one` })).id);
  for (const id of ids) await tell(id);
  expect(await mailsTo(db, email)).toHaveLength(2);
});

test('an answer goes to the sender as it was written, without what it answers', async () => {
  const { id, reference, email } = await submit({ message: 'A question with words of its own' });
  const member = await makeStaff(db, 'manager');
  const answerId = newId();
  const text = `Within one day. See https://pay.example/pricing\n\n${'A long answer. '.repeat(60)}`;
  const actor = { kind: 'staff', id: member.id, name: member.fullName } as const;
  await inTransaction(db, (tx) => answerContact(tx, { id, answerId, text, seen: 0, member, actor, origin: null }));
  await tell(id, answerId);
  const [mail, ...others] = await mailsTo(db, email);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ subject: `An answer to your message (${reference})`, replyTo: support.mail });
  expect(mail?.text).toContain('See https://pay.example/pricing');
  expect(mail?.text).toContain('A long answer. '.repeat(60).trim());
  expect(mail?.text).not.toContain('A question with words of its own');
});
