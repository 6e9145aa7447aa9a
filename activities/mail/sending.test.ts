import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isOutage } from '../../db/bus/outage.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { testBox } from '../../db/testing.fixture.ts';
import { ACCOUNT_MAIL, type AccountMail, CODE_MAIL, type SealedMail } from '../../domain/accounts/account-mail.ts';
import { newId } from '../../domain/ids.ts';
import { type CaughtMails, catchMails } from './mail-catcher.fixture.ts';
import { type Mailer, MailPostponedError, MailRefusedError, type OutgoingMail, openMailer } from './mailer.ts';
import { MAIL_SEND, onAccountMail, onMailSend } from './sending.ts';
import { startSmtp } from './smtp.fixture.ts';

const { db } = await openTestDatabase();
let mails: CaughtMails;

beforeAll(async () => {
  mails = await catchMails();
});
beforeEach(() => execute(db, 'DELETE FROM outbox', []));
afterAll(async () => {
  await mails?.stop();
});

function mailTo(to: string, changes: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    messageId: `${newId()}@pay.example`,
    to,
    replyTo: null,
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
    ...changes,
  };
}

interface By {
  readonly mailer?: Mailer;
  readonly givenUp?: string[];
}

const send = (payload: object, { mailer = mails.mailer, givenUp = [] }: By = {}) =>
  onMailSend({ db, mailer, onGivenUp: (error) => givenUp.push(error.message) })({
    eventId: newId(),
    topic: MAIL_SEND,
    payload,
  });

const waiting = () =>
  select<{ topic: string; payload: { messageId: string; putOff: number }; seconds: number }>(
    db,
    `SELECT topic, payload, extract(epoch FROM available_at - now())::float8 AS seconds FROM outbox ORDER BY id`,
    [],
  );

const answering = (error: Error): Mailer => ({ send: () => Promise.reject(error), close: () => {} });

describe('sending a mail', () => {
  test('happens once, however often it is requested', async () => {
    const mail = mailTo('once@example.com');
    await send(mail);
    await send(mail);
    const caught = (await mails.read()).filter(({ to }) => to.includes('once@example.com'));
    expect(caught).toHaveLength(1);
    expect(caught[0]?.headers['message-id']).toBe(`<${mail.messageId}>`);
  });

  test('happens again under the same Message-ID when the process died before it noted the first', async () => {
    const mail = mailTo('twice@example.com');
    await send(mail);
    // The state after a crash between the server's yes and our note.
    await execute(db, `DELETE FROM step WHERE key = 'mail-sent:' || $1`, [mail.messageId]);
    await send(mail);
    const caught = (await mails.read()).filter(({ to }) => to.includes('twice@example.com'));
    expect(caught.map(({ headers }) => headers['message-id'])).toEqual(Array(2).fill(`<${mail.messageId}>`));
  });

  test('ends when the server refuses the mail for good', async () => {
    const givenUp: string[] = [];
    const mail = mailTo('nobody@example.com');
    await send(mail, { mailer: answering(new MailRefusedError('550 no such mailbox')), givenUp });
    await send(mail, { givenUp });
    expect(givenUp).toEqual(['550 no such mailbox']);
    expect(await waiting()).toEqual([]);
  });

  test('is put off with a growing pause when the server does not decide, and given up in the end', async () => {
    const givenUp: string[] = [];
    const full = { mailer: answering(new MailPostponedError('452 mailbox full')), givenUp };
    let payload: object = mailTo('full@example.com');
    const pauses: number[] = [];
    for (let tries = 0; tries < 20 && givenUp.length === 0; tries += 1) {
      await send(payload, full);
      const [row] = await waiting();
      if (row === undefined) break;
      pauses.push(Math.round(row.seconds));
      payload = row.payload;
      await execute(db, 'DELETE FROM outbox', []);
    }
    expect(pauses).toEqual([...pauses].sort((one, other) => one - other));
    expect(pauses.reduce((all, each) => all + each)).toBeGreaterThan(48 * 3600);
    expect(givenUp).toEqual(['452 mailbox full']);
  });

  test('is left to the relay while no server answers', async () => {
    const away = openMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'no-reply@pay.example' });
    const failure = await send(mailTo('later@example.com'), { mailer: away }).catch((error: unknown) => error);
    away.close();
    expect(isOutage(failure)).toBe(true);
    expect(await waiting()).toEqual([]);
  });
});

describe('what a mail server says', () => {
  test.each([
    ['RCPT', '550 5.1.1 no such mailbox', MailRefusedError],
    ['RCPT', '452 4.2.2 mailbox full', MailPostponedError],
    ['RCPT', '450 4.7.1 please come again', MailPostponedError],
    ['DATA', '554 5.7.1 not wanted', MailRefusedError],
    ['DATA', '451 4.3.0 try later', MailPostponedError],
    // Of the server or of us, not of the mail: it must not be lost.
    ['RCPT', '421 4.3.2 shutting down', Error],
    ['MAIL', '530 5.7.0 sign in first', Error],
    ['MAIL', '550 5.7.1 sender refused', Error],
  ] as const)('to %s: %s', async (at, answer, Kind) => {
    const smtp = await startSmtp({ [at]: answer });
    const mailer = openMailer({ smtpUrl: smtp.url, from: 'no-reply@pay.example' });
    const failure = await mailer.send(mailTo('a@example.com')).catch((error: unknown) => error);
    mailer.close();
    await smtp.stop();
    expect((failure as Error).constructor).toBe(Kind);
    expect(String(failure)).toContain(answer);
  });
});

describe('a mail about an account', () => {
  function sealed(mail: AccountMail, to: string | null): SealedMail {
    const messageId = newId();
    const bytes = testBox.seal(JSON.stringify(mail), `mail:${messageId}`);
    return { messageId, to, language: 'de', sealed: bytes.toString('base64') };
  }
  const sendAccount = (payload: SealedMail, mailer: Mailer = mails.mailer, topic: string = CODE_MAIL) =>
    onAccountMail({ db, mailer, box: testBox, publicUrl: 'https://pay.example' })({
      eventId: payload.messageId,
      topic,
      payload,
    });

  test('is opened, worded and handed over', async () => {
    const payload = sealed(
      { kind: 'reset_code', values: { code: '042137', url: 'https://pay.example/#token=1' } },
      'owner@shop.example',
    );
    expect(JSON.stringify(payload)).not.toContain('042137');
    await sendAccount(payload);
    const mail = (await mails.read()).find(({ to }) => to.includes('owner@shop.example'));
    expect(mail).toMatchObject({
      subject: 'Setzen Sie Ihr Passwort zurück',
      headers: { 'message-id': `<${payload.messageId}@pay.example>` },
    });
    expect(mail?.text).toContain('042137');
    expect(mail?.html).toContain('042137');
  });

  test('is sent to nobody for an address that nobody has', async () => {
    const before = (await mails.read()).length;
    await sendAccount(
      sealed({ kind: 'reset_code', values: { code: '042137', url: 'https://pay.example/#token=1' } }, null),
    );
    expect(await mails.read()).toHaveLength(before);
  });

  test('hazard 72: waits sealed when it is put off, and a code comes soon or not at all', async () => {
    const full = answering(new MailPostponedError('451'));
    await sendAccount(
      sealed({ kind: 'reset_code', values: { code: '042137', url: 'https://pay.example/#token=1' } }, 'a@shop.example'),
      full,
    );
    await sendAccount(sealed({ kind: 'already_registered', values: {} }, 'a@shop.example'), full, ACCOUNT_MAIL);
    const rows = await waiting();
    expect(JSON.stringify(rows)).not.toContain('042137');
    expect(rows.map(({ topic, seconds }) => [topic, Math.round(seconds)])).toEqual([
      [CODE_MAIL, 10],
      [ACCOUNT_MAIL, 60],
    ]);
  });

  test('hazard 72: with the seal of another mail does not open', async () => {
    const payload = sealed(
      { kind: 'reset_code', values: { code: '042137', url: 'https://pay.example/#token=1' } },
      'a@shop.example',
    );
    await expect(sendAccount({ ...payload, messageId: newId() })).rejects.toThrow();
  });
});

describe('hazard 71: headers of a mail', () => {
  const BREAKS = ['\r\nBcc: thief@example.com', '\nBcc: thief@example.com', '\rBcc: thief@example.com', '\u2028Bcc: x'];

  test.each(BREAKS)('take no line break from a subject (%j)', async (text) => {
    const mail = mailTo('subject@example.com', { subject: `Order ${text}` });
    await send(mail);
    const caught = (await mails.read()).find(({ source }) => source.includes(mail.messageId));
    expect(caught?.to).toEqual(['subject@example.com']);
    expect(Object.keys(caught?.headers ?? {})).not.toContain('bcc');
  });

  test.each([
    'a@example.com, thief@example.com',
    'a@example.com\r\nBcc: thief@example.com',
    'a@example.com> SIZE=1\r\nRCPT TO:<thief@example.com',
    '"thief@example.com" <a@example.com>',
    'thief@example.com;a@example.com',
  ])('reach nobody beside the one recipient (%j)', async (to) => {
    const mail = mailTo(to);
    await send(mail).catch(() => undefined);
    const caught = (await mails.read()).filter(({ source }) => source.includes(mail.messageId));
    expect(caught.flatMap((each) => each.to)).not.toContain('thief@example.com');
  });

  test('are answered to the support, unless they name somebody else', async () => {
    const url = mails.smtpUrl;
    const mailer = openMailer({ smtpUrl: url, from: 'no-reply@pay.example', supportUrl: 'mailto:help@pay.example' });
    const [ours, theirs] = [mailTo('a@example.com'), mailTo('b@example.com', { replyTo: 'shop@example.com' })];
    for (const mail of [ours, theirs]) await mailer.send(mail);
    mailer.close();
    const caught = await mails.read();
    const answersTo = ({ messageId }: OutgoingMail) =>
      caught.find(({ source }) => source.includes(messageId))?.headers['reply-to'];
    expect([answersTo(ours), answersTo(theirs)]).toEqual(['help@pay.example', 'shop@example.com']);
  });

  test('take no further address to answer to', async () => {
    const mail = mailTo('reply@example.com', { replyTo: 'shop@example.com, thief@example.com\r\nX-Made-Up: yes' });
    await send(mail).catch(() => undefined);
    const caught = (await mails.read()).find(({ source }) => source.includes(mail.messageId));
    expect(Object.keys(caught?.headers ?? {})).not.toContain('x-made-up');
  });
});
