import { ImapFlow } from 'imapflow';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mayTry, withinHour } from '../../db/accounts/lockouts.ts';
import { createAccountSecrets } from '../../db/accounts/secrets.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeStaff } from '../../db/staff/staff.fixture.ts';
import { answerTicket, closeByStaff } from '../../db/support/act.ts';
import { findThread } from '../../db/support/list.ts';
import { createReplyProofs } from '../../db/support/reply-proof.ts';
import { ticketsTable } from '../../db/support/rows.ts';
import { openTicket } from '../../db/support/write.ts';
import { newId } from '../../domain/ids.ts';
import { replyAddress } from '../../domain/support/reply-address.ts';
import { useDovecot } from '../../scripts/testing/nodes.ts';
import { makeAuthority } from '../../settings/certificates.fixture.ts';
import { createInboxReader, createInboxWatch, type InboxReader, MAX_MAIL_BYTES } from './inbox.ts';

const PASSWORD = 'open-sesame';
const SUPPORT = 'help@pay.example';
const [servers, strangers] = [makeAuthority('servers'), makeAuthority('strangers')];
const dovecot = useDovecot({ password: PASSWORD, certificate: servers.issue() });
const { db } = await openTestDatabase();
const secrets = createAccountSecrets(new Uint8Array(32));
const proofs = createReplyProofs(new Uint8Array(32));

/** A mailbox of each test's own. */
let user: string;
let reader: InboxReader;
let troubles: unknown[];
const open: ImapFlow[] = [];

interface Reading {
  readonly ca?: string;
  readonly password?: string;
  readonly url?: string;
  readonly nowMs?: () => number;
}

function depsOf(more: Reading = {}) {
  const { ca = servers.cert, password = PASSWORD, nowMs = Date.now } = more;
  const place = `${encodeURIComponent(user)}:${encodeURIComponent(password)}@localhost`;
  const url = more.url ?? `imaps://${place}:${dovecot().ports.imaps}`;
  const onTrouble = (error: unknown) => troubles.push(error);
  return { db, secrets, proofs, address: SUPPORT, inbox: { url, ca }, nowMs, onTrouble };
}
const makeReader = (more?: Reading) => createInboxReader(depsOf(more));
const makeWatch = (more?: Reading) => createInboxWatch(depsOf(more));

async function openMailbox(): Promise<ImapFlow> {
  const client = new ImapFlow({
    host: 'localhost',
    port: dovecot().ports.imaps,
    secure: true,
    auth: { user, pass: PASSWORD },
    tls: { ca: servers.cert },
    logger: false,
  });
  await client.connect();
  await client.mailboxOpen('INBOX');
  open.push(client);
  return client;
}

let mailbox: ImapFlow;
beforeEach(async () => {
  user = `help-${newId()}@pay.example`;
  troubles = [];
  await execute(db, 'DELETE FROM lockout', []);
  mailbox = await openMailbox();
  reader = makeReader();
  // The first look begins at the end.
  expect(await reader.read()).toEqual([]);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.logout()));
});

interface Sent {
  readonly from?: string;
  readonly to?: string;
  readonly text?: string;
  readonly id?: string;
  readonly headers?: readonly string[];
  /** Of the parts after the text. */
  readonly files?: readonly { readonly name: string; readonly bytes: Buffer }[];
}

/** A mail as programs write it. */
function source({ from = 'Ada <ada@payer.example>', to = SUPPORT, text = 'Hello', id, headers = [], files }: Sent) {
  const own = [
    `From: ${from}`,
    `To: ${to}`,
    'Subject: Re: Your payment',
    `Message-ID: <${id ?? `${newId()}@payer.example`}>`,
    'MIME-Version: 1.0',
    ...headers,
  ];
  if (files === undefined) return [...own, 'Content-Type: text/plain; charset=utf-8', '', text].join('\r\n');
  const parts = files.map(({ name, bytes }) =>
    [
      '--part',
      'Content-Type: application/octet-stream',
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    ].join('\r\n'),
  );
  const type = 'Content-Type: multipart/mixed; boundary=part';
  const first = ['--part', 'Content-Type: text/plain; charset=utf-8', '', text].join('\r\n');
  return [...own, type, '', first, ...parts, '--part--', ''].join('\r\n');
}

const deliver = (sent: Sent) => mailbox.append('INBOX', source(sent));

async function makeTicket(email = `${newId()}@payer.example`) {
  const { row } = await inTransaction(db, (tx) =>
    openTicket(tx, {
      source: 'invoice_page',
      merchantId: null,
      userId: null,
      about: null,
      name: 'Payer',
      email,
      language: 'en',
      subject: 'Where is it?',
      message: { id: newId(), text: 'Where is it?' },
      nowMs: Date.now(),
    }),
  );
  const to = replyAddress(SUPPORT, { reference: row.reference, proof: proofs.make(row.id, email) });
  return { row, email, to };
}

async function deskOf(id: string, nowMs = Date.now()) {
  const member = await makeStaff(db, 'manager');
  const actor = { kind: 'staff', id: member.id, name: member.fullName } as const;
  return { id, member, actor, origin: null, nowMs };
}

const threadOf = async (id: string) => {
  const thread = await findThread(db, id);
  if (thread === undefined) throw new Error('There is no such ticket.');
  return thread;
};
const messagesOf = async (id: string) => (await threadOf(id)).messages.map(({ author, text }) => [author, text]);
const ticketsOf = (email: string) => ticketsTable.find(db, { email });

describe('a reply by email', () => {
  test('is in its ticket once, without what it quotes, however often it is read and by however many', async () => {
    const { row, email, to } = await makeTicket();
    const desk = await deskOf(row.id);
    const answer = { ...desk, messageId: newId(), text: 'It waits.', seen: 1, needsCustomer: true };
    await inTransaction(db, (tx) => answerTicket(tx, answer));
    const id = `${newId()}@payer.example`;
    const text = 'Thanks!\r\n\r\nOn Mon, 30 Nov 2026 at 10:11, Help <help@pay.example> wrote:\r\n> It waits.';
    await deliver({ from: `Ada <${email.toUpperCase()}>`, to: `Help <${to}>`, text, id });
    const looks = await Promise.all([reader.read(), makeReader().read()]);
    // Whichever looks later finds it taken, or nothing new.
    expect(looks.flat().filter((each) => each !== 'known')).toEqual(['reply']);
    expect(await reader.read()).toEqual([]);
    // The same email once more, as a server delivers it after a crash.
    await deliver({ from: email, to, text, id });
    expect(await reader.read()).toEqual(['known']);
    expect((await messagesOf(row.id)).slice(2)).toEqual([['customer', 'Thanks!']]);
    const { line, messages } = await threadOf(row.id);
    expect(line).toMatchObject({ needsCustomer: false, askedAt: expect.any(Date) });
    expect(messages.at(-1)?.mailId).toBe(id);
    await mailbox.noop();
    const seen = await mailbox.search({ seen: true }, { uid: true });
    expect(seen).toHaveLength(2);
  });

  test('from another address is kept apart, and changes nothing', async () => {
    const { row, to } = await makeTicket();
    await inTransaction(db, async (tx) => closeByStaff(tx, await deskOf(row.id)));
    await deliver({ from: 'thief@evil.example', to, text: 'Send the refund to me.' });
    expect(await reader.read()).toEqual(['unverified']);
    const { line, messages } = await threadOf(row.id);
    expect(messages.at(-1)).toMatchObject({ author: 'unverified', name: 'thief@evil.example' });
    expect(line.closedAt).not.toBeNull();
  });

  test('to a guessed address is no reply', async () => {
    const { row, email } = await makeTicket();
    const guessed = replyAddress(SUPPORT, { reference: row.reference, proof: 'a'.repeat(20) });
    await deliver({ from: email, to: guessed, text: 'Let me in.' });
    expect(await reader.read()).toEqual(['ticket']);
    expect(await messagesOf(row.id)).toHaveLength(1);
    expect(await ticketsOf(email)).toHaveLength(2);
  });

  test('long after the ticket was closed is a new one', async () => {
    const { row, email, to } = await makeTicket();
    const long = Date.now() - 15 * 86_400_000;
    await inTransaction(db, async (tx) => closeByStaff(tx, await deskOf(row.id, long)));
    await deliver({ from: email, to, text: 'Once more.' });
    expect(await reader.read()).toEqual(['ticket']);
    expect(await messagesOf(row.id)).toHaveLength(1);
  });

  test('keeps PDF, JPG and PNG, and says which files are not kept', async () => {
    const { row, email, to } = await makeTicket();
    const virus = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
    const files = [
      { name: 'receipt.pdf', bytes: Buffer.from('%PDF-1.7\n1 0 obj\n') },
      { name: 'invoice.pdf', bytes: Buffer.from(virus) },
      // A document with macros of old word processors, and a picture with a script.
      { name: 'letter.pdf', bytes: Buffer.from('D0CF11E0A1B11AE1', 'hex') },
      { name: 'logo.png', bytes: Buffer.from('<svg onload="alert(1)"/>') },
      { name: 'scan.pdf', bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10 * 1024 * 1024)]) },
    ];
    await deliver({ from: email, to, text: 'See the files.', files });
    expect(await reader.read()).toEqual(['reply']);
    const { messages, attachments } = await threadOf(row.id);
    expect(attachments.map(({ fileName }) => fileName)).toEqual(['receipt.pdf']);
    expect(messages.at(-1)?.text).toBe(
      'See the files.\n\n[Not kept: invoice.pdf. It is no PDF, JPG or PNG.]\n' +
        '[Not kept: letter.pdf. It is no PDF, JPG or PNG.]\n' +
        '[Not kept: logo.png. It is no PDF, JPG or PNG.]\n' +
        '[Not kept: scan.pdf. It is larger than 10 MB.]',
    );
  });

  test('of more than 25 MB is read without its files', async () => {
    const { row, email, to } = await makeTicket();
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(MAX_MAIL_BYTES)]);
    await deliver({ from: email, to, text: 'Too much.', files: [{ name: 'all.pdf', bytes }] });
    expect(await reader.read()).toEqual(['reply']);
    const { messages, attachments } = await threadOf(row.id);
    expect(attachments).toEqual([]);
    expect(messages.at(-1)?.text).toBe('Too much.\n\n[The email was larger than 25 MB. Its files were not kept.]');
  });
});

describe('an email that is no reply', () => {
  test('is a new ticket in words alone', async () => {
    const email = `${newId()}@payer.example`;
    const html = '<style>b{}</style><p>Hello<br>there</p><script>alert(1)</script>&lt;b&gt;';
    const headers = ['Content-Type: text/html; charset=utf-8'];
    const raw = source({ from: `"Ada, of www.evil.example" <${email}>`, headers }).replace(
      /Content-Type: text\/plain.*$/s,
      `\r\n${html}`,
    );
    await mailbox.append('INBOX', raw);
    expect(await reader.read()).toEqual(['ticket']);
    const [row] = await ticketsOf(email);
    expect(row).toMatchObject({ source: 'mail', subject: 'Re: Your payment', merchantId: null });
    expect(await messagesOf(row?.id ?? '')).toEqual([['customer', 'Hello\nthere\n<b>']]);
  });

  test.each(['Auto-Submitted: auto-replied', 'Precedence: bulk', 'Return-Path: <>', 'List-Id: <news.example>'])(
    'of a program opens none, and reaches staff alone where its address names a ticket: %s',
    async (header) => {
      const { row, email, to } = await makeTicket();
      await deliver({ from: email, headers: [header] });
      await deliver({ from: email, to, headers: [header], text: 'I am away.' });
      await deliver({ from: `Help <${SUPPORT}>` });
      expect(await reader.read()).toEqual(['automatic', 'unverified', 'automatic']);
      expect(await ticketsOf(email)).toHaveLength(1);
      expect((await messagesOf(row.id)).at(-1)).toEqual(['unverified', 'I am away.']);
    },
  );

  test('opens ten tickets an hour for one sender; the others stay in the mailbox with a star', async () => {
    const email = `${newId()}@payer.example`;
    for (let at = 0; at < 12; at += 1) await deliver({ from: email });
    const outcomes = await reader.read();
    expect(outcomes.filter((each) => each === 'ticket')).toHaveLength(10);
    expect(outcomes.slice(10)).toEqual(['limited', 'limited']);
    await mailbox.noop();
    expect(await mailbox.search({ flagged: true }, { uid: true })).toHaveLength(2);
    expect(await reader.read()).toEqual([]);
  });
});

describe('the mailbox', () => {
  test('of a thousand senders opens two hundred tickets an hour; the others stay with a star', async () => {
    // All of it in one hour of the clock.
    const atMs = Date.now();
    const all = withinHour({ scope: 'mail:in:all', key: '', tries: 200 }, atMs);
    await inTransaction(db, async (tx) => {
      for (let count = 0; count < 199; count += 1) await mayTry(tx, secrets, all);
    });
    for (let count = 0; count < 3; count += 1) await deliver({ from: `${newId()}@flood.example` });
    expect(await makeReader({ nowMs: () => atMs }).read()).toEqual(['ticket', 'limited', 'limited']);
    await mailbox.noop();
    expect(await mailbox.search({ flagged: true }, { uid: true })).toHaveLength(2);
  });

  test('whose server numbers everything again is read from the last day on, and nothing twice', async () => {
    const { row, email, to } = await makeTicket();
    await deliver({ from: email, to, text: 'One' });
    expect(await reader.read()).toEqual(['reply']);
    await execute(db, 'UPDATE support_mailbox SET uid_validity = 1, last_uid = 900 WHERE mailbox LIKE $1', [
      `${user}%`,
    ]);
    await deliver({ from: email, to, text: 'Two' });
    expect(await reader.read()).toEqual(['known', 'reply']);
    expect((await messagesOf(row.id)).map(([, text]) => text)).toEqual(['Where is it?', 'One', 'Two']);
  });

  test('is opened encrypted alone, by its password and the right authority', async () => {
    const { imap } = dovecot().ports;
    const url = `imap://${encodeURIComponent(user)}:${encodeURIComponent(PASSWORD)}@localhost:${imap}`;
    expect(await makeReader({ url }).read()).toEqual([]);
    for (const wrong of [{ ca: strangers.cert }, { ca: strangers.cert, url }, { password: 'wrong' }]) {
      await expect(makeReader(wrong).read()).rejects.toThrow();
    }
    expect(troubles).toEqual([]);
  });

  test('that no process has read for a quarter of an hour is alerted, until one reads it', async () => {
    const alerts = () =>
      select<{ message: string; open: boolean }>(
        db,
        `SELECT message, resolved_at IS NULL AS open FROM alert WHERE kind = 'support_mailbox_away'`,
        [],
      );
    const lastRead = (minutesAgo: number) =>
      execute(db, 'UPDATE support_mailbox SET read_at = now() - make_interval(mins => $2) WHERE mailbox LIKE $1', [
        `${user}%`,
        minutesAgo,
      ]);
    let nowMs = Date.now() - 16 * 60_000;
    const look = makeWatch({ ca: strangers.cert, nowMs: () => nowMs });
    const lookWithout = makeWatch({ password: 'a-wrong-one', nowMs: () => nowMs });
    await lastRead(16);
    await look();
    nowMs = Date.now();
    // A process that has just begun has tried once.
    await makeWatch({ ca: strangers.cert })();
    expect(await alerts()).toEqual([]);
    await lookWithout();
    await look();
    const [alert, ...others] = await alerts();
    expect([others, alert?.open]).toEqual([[], true]);
    expect(alert?.message).toMatch(
      /^The mailbox of support has not been read for 15 minutes: .*[Aa]uthentication failed/,
    );
    expect(alert?.message).not.toMatch(/a-wrong-one|help-/);
    expect(troubles).toHaveLength(4);

    await makeWatch()();
    expect(await alerts()).toMatchObject([{ open: false }]);
    // Another process reads it: that this one cannot is in its log.
    await look();
    expect(await alerts()).toMatchObject([{ open: false }]);
    await lastRead(14);
    await look();
    expect(await alerts()).toMatchObject([{ open: false }]);
  });
});
