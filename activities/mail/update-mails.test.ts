import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAccountSecrets } from '../../db/accounts/secrets.ts';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { recordRestore } from '../../db/restores/record.ts';
import { makeStaff } from '../../db/staff/staff.fixture.ts';
import { makeMerchant } from '../../db/testing.fixture.ts';
import { approveUpdate, stopUpdate, testUpdate, writeUpdate } from '../../db/updates/acts.ts';
import { createUpdateLinks } from '../../db/updates/links.ts';
import { findUpdate } from '../../db/updates/list.ts';
import { queueUpdateMails, UPDATE_MAIL, type UpdateMail } from '../../db/updates/mails.ts';
import { askForUpdates, confirmUpdates, NEWSLETTER_MAIL, stopUpdates } from '../../db/updates/subscribers.ts';
import { newId } from '../../domain/ids.ts';
import { mailsTo } from './enqueued.fixture.ts';
import { type CaughtMails, catchMails } from './mail-catcher.fixture.ts';
import { type Mailer, MailPostponedError, MailRefusedError } from './mailer.ts';
import { onNewsletterMail, onUpdateMail } from './update-mails.ts';

const { db } = await openTestDatabase();
const secrets = createAccountSecrets(new Uint8Array(32));
const links = createUpdateLinks(new Uint8Array(32), 'https://pay.example');
let mails: CaughtMails;

beforeAll(async () => {
  mails = await catchMails();
});
afterAll(() => mails?.stop());
beforeEach(async () => {
  for (const table of ['product_update_mail', 'product_update', 'newsletter_subscriber', 'outbox', 'lockout']) {
    await execute(db, `DELETE FROM ${table}`, []);
  }
  await execute(db, 'UPDATE app_user SET product_updates = false', []);
});

const mailsOf = (mailer: Mailer) => ({
  db,
  mailer,
  secrets,
  links,
  publicUrl: 'https://pay.example',
  operatorName: 'Quay Pay',
});
const deliver = (payload: object, mailer: Mailer = mails.mailer) =>
  onUpdateMail(mailsOf(mailer))({ eventId: newId(), topic: UPDATE_MAIL, payload });
const failing = (...errors: Error[]): Mailer & { readonly tried: () => number } => {
  let tried = 0;
  return {
    send: async () => {
      const error = errors[tried];
      tried += 1;
      if (error !== undefined) throw error;
    },
    close: () => {},
    tried: () => tried,
  };
};

async function subscribe(email = `${newId()}@reader.example`) {
  await inTransaction(db, (tx) => askForUpdates(tx, { email, ip: '127.0.0.1', consent: 'Yes' }));
  const [row] = await select<{ id: string }>(db, 'SELECT id FROM newsletter_subscriber WHERE email = $1', [email]);
  const id = row?.id ?? '';
  await inTransaction(db, (tx) => confirmUpdates(tx, { id, requestedAtMs: Date.now(), ip: '127.0.0.1' }));
  return { email, id, source: 'subscriber' as const };
}

async function userWith(sql: string) {
  const { user } = await makeMerchant(db);
  await execute(db, `UPDATE app_user SET product_updates = true, ${sql} WHERE id = $1`, [user.id]);
  return { email: user.email, id: user.id, source: 'user' as const };
}
const VERIFIED = 'email_verified_at = now()';

async function actOf(role: 'manager' | 'compliance_officer') {
  const member = await makeStaff(db, role);
  return { member, actor: { kind: 'staff', id: member.id, name: member.fullName } as const, origin: null };
}

/** An update that two people have let go. */
async function approved(subject = `News ${newId()}`): Promise<string> {
  const [writer, approver] = [await actOf('compliance_officer'), await actOf('manager')];
  return inTransaction(db, async (tx) => {
    const id = await writeUpdate(tx, writer, { subject, body: 'Payouts leave at once.\n\nMore soon.' });
    await testUpdate(tx, { ...writer, email: 'writer@pay.example' }, id);
    await approveUpdate(tx, approver, { id, version: 1 });
    return id;
  });
}

const queue = (on: Db, updateId: string, after = '', limit = 100) =>
  queueUpdateMails(on, secrets, { updateId, after, limit });
const queued = async () =>
  (
    await select<{ payload: UpdateMail }>(db, 'SELECT payload FROM outbox WHERE topic = $1 ORDER BY id', [UPDATE_MAIL])
  ).map(({ payload }) => payload);
const caught = async (email: string) => (await mails.read()).filter(({ to }) => to.includes(email));
const countsOf = async (id: string) => (await findUpdate(db, id))?.counts;

test('an update goes to those who agreed to it, once each, with a way to stop it by one click', async () => {
  const [reader, user] = [await subscribe(), await userWith(VERIFIED)];
  const both = await userWith(VERIFIED);
  await subscribe(both.email);
  const not = [
    await userWith(`${VERIFIED}, blocked_at = now()`),
    await userWith('email_verified_at = NULL'),
    await userWith(`${VERIFIED}, mail_subscription = false`),
  ];
  await inTransaction(db, (tx) =>
    askForUpdates(tx, { email: 'asked@reader.example', ip: '127.0.0.1', consent: 'Yes' }),
  );
  const id = await approved();
  expect(await queue(db, id)).toEqual({ queued: 3, last: null });
  for (const payload of await queued()) {
    await deliver(payload);
    await deliver(payload);
  }
  for (const { email } of [reader, user, both]) expect(await caught(email), email).toHaveLength(1);
  for (const { email } of [...not, { email: 'asked@reader.example' }])
    expect(await caught(email), email).toHaveLength(0);
  expect(await countsOf(id)).toEqual({ queued: 0, sent: 3, refused: 0, skipped: 0, unknown: 0 });
  const [mail] = await caught(reader.email);
  const url = links.unsubscribeUrl(reader);
  expect(mail?.headers['list-unsubscribe']?.replaceAll(/\s/g, '')).toBe(`<${url}>`);
  expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  expect(mail?.text).toContain(`Unsubscribe: ${url}`);
  expect(links.readUnsubscribe(new URL(url).searchParams.get('token') ?? '')).toEqual({
    source: 'subscriber',
    id: reader.id,
  });
});

test('who unsubscribes while it is being sent gets it no more, and neither does anybody once it is stopped', async () => {
  const [leaving, staying] = [await subscribe(), await subscribe()];
  const id = await approved();
  await queue(db, id);
  await inTransaction(db, (tx) => stopUpdates(tx, leaving));
  const payloads = await queued();
  for (const payload of payloads.filter(({ id: of }) => of === leaving.id)) await deliver(payload);
  expect(await caught(leaving.email)).toHaveLength(0);
  await inTransaction(db, async (tx) => stopUpdate(tx, await actOf('manager'), id));
  for (const payload of payloads) await deliver(payload);
  expect(await caught(staying.email)).toHaveLength(0);
  expect(await countsOf(id)).toMatchObject({ sent: 0, skipped: 2 });
});

test('batches go through all readers, and a run that begins again queues nobody twice', async () => {
  const readers = await Promise.all(Array.from({ length: 5 }, () => subscribe()));
  const id = await approved();
  const first = await queue(db, id, '', 2);
  expect(first.queued).toBe(2);
  // The run was lost after this batch: the next one begins at the first reader.
  expect((await queue(db, id, '', 2)).queued).toBe(0);
  let after: string | null = '';
  for (let rounds = 0; after !== null && rounds < 10; rounds += 1) ({ last: after } = await queue(db, id, after, 2));
  expect(after).toBeNull();
  expect((await queued()).map(({ id: of }) => of).sort()).toEqual(readers.map(({ id: of }) => of).sort());
  expect((await findUpdate(db, id))?.status).toBe('sent');
});

test('a mail whose sending was cut off is never sent again', async () => {
  await subscribe();
  const id = await approved();
  await queue(db, id);
  const [payload] = await queued();
  if (payload === undefined) throw new Error('Nothing was queued.');
  const cut = failing(
    Object.assign(new Error('Connection closed unexpectedly'), { code: 'ECONNECTION', command: 'CONN' }),
  );
  await deliver(payload, cut);
  await deliver(payload, cut);
  expect(cut.tried()).toBe(1);
  await execute(db, `UPDATE product_update_mail SET begun_at = now() - interval '1 hour'`, []);
  expect(await countsOf(id)).toMatchObject({ sent: 0, unknown: 1 });
});

test('after a restore nothing that was being sent goes on: nobody knows who has it', async () => {
  const { email } = await subscribe();
  const [finished, begun] = [await approved(), await approved()];
  await queue(db, finished);
  const restore = { backup: 'one', restoredTo: new Date(), by: 'ada', reason: 'test', nowMs: Date.now() };
  await inTransaction(db, (tx) => recordRestore(tx, restore));
  for (const payload of await queued()) await deliver(payload);
  expect(await caught(email)).toHaveLength(0);
  expect((await queue(db, begun)).queued).toBe(0);
  for (const id of [finished, begun]) expect((await findUpdate(db, id))?.status).toBe('stopped');
});

test('a mail server that is away or wants it later gets it then, and its refusal is final', async () => {
  await subscribe();
  const id = await approved();
  await queue(db, id);
  const [payload] = await queued();
  if (payload === undefined) throw new Error('Nothing was queued.');
  const away = failing(Object.assign(new Error('refused'), { code: 'ESOCKET', syscall: 'connect' }));
  await expect(deliver(payload, away)).rejects.toThrow('unavailable');
  await deliver(payload, failing(new MailPostponedError('greylisted')));
  const again = (await queued()).at(-1);
  expect(again).toMatchObject({ putOff: 1 });
  const taken = failing();
  await deliver(again ?? {}, taken);
  await deliver(payload, taken);
  expect([taken.tried(), await countsOf(id)]).toEqual([1, expect.objectContaining({ sent: 1 })]);

  await subscribe();
  const other = await approved();
  await queue(db, other);
  for (const each of (await queued()).filter(({ updateId }) => updateId === other)) {
    await deliver(each, failing(new MailRefusedError('no such mailbox')));
  }
  expect(await countsOf(other)).toMatchObject({ sent: 0, refused: 2 });
});

test('an address is asked to confirm once an hour, and never while it has updates', async () => {
  const consume = onNewsletterMail(mailsOf(mails.mailer));
  const email = `${newId()}@victim.example`;
  const ask = async () => {
    await inTransaction(db, (tx) => askForUpdates(tx, { email, ip: '127.0.0.1', consent: 'Yes' }));
    const [row] = await select<{ id: string }>(db, 'SELECT id FROM newsletter_subscriber WHERE email = $1', [email]);
    const message = { eventId: newId(), topic: NEWSLETTER_MAIL, payload: { subscriberId: row?.id } };
    await consume(message);
    await consume(message);
    return row?.id ?? '';
  };
  const id = await ask();
  for (let at = 0; at < 4; at += 1) await ask();
  const [mail, ...others] = await mailsTo(db, email);
  expect(others).toEqual([]);
  const token = /newsletter\/confirm\?token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(links.readConfirm(token, Date.now())?.id).toBe(id);
  expect(mail?.text).toContain('deleted within 7 days');
});
