import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testBox } from '../../db/testing.fixture.ts';
import { ACCOUNT_MAIL, type AccountMail, type AccountMailKind, type SealedMail } from '../../domain/account-mail.ts';
import { newId } from '../../domain/ids.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { type CaughtMail, type RunningMailCatcher, startMailCatcher } from '../../scripts/services/mail-catcher.ts';
import { accountMail, onAccountMail } from './account-mails.ts';
import { type Mailer, MailRefused, openMailer } from './mailer.ts';
import { ACCOUNT_WORDS } from './words/all.ts';

let catcher: RunningMailCatcher;
let mailer: Mailer;

beforeAll(async () => {
  catcher = await startMailCatcher();
  mailer = openMailer({ smtpUrl: catcher.smtpUrl, from: 'Tidegate <no-reply@pay.example>' });
});
afterAll(async () => {
  mailer.close();
  await catcher.stop();
});

const NASTY = '<script>alert(1)</script>"\'&\r\nBcc: thief@x.test\u2028';
const KINDS = Object.keys(ACCOUNT_WORDS.en.mails) as AccountMailKind[];
const nasty = (kind: AccountMailKind) =>
  ({
    kind,
    values: { code: '123456', url: 'https://pay.example/#t', browser: NASTY, ip: NASTY, time: NASTY, email: NASTY },
  }) as AccountMail;

describe.each(LANGUAGES)('mails about accounts in %s', (language) => {
  test('have words of their own for every kind', () => {
    for (const kind of KINDS) {
      const { subject, heading, paragraphs } = ACCOUNT_WORDS[language].mails[kind];
      expect(Math.min(subject.length, heading.length, ...paragraphs.map(({ length }) => length))).toBeGreaterThan(5);
      if (language === 'en') continue;
      expect(subject).not.toBe(ACCOUNT_WORDS.en.mails[kind].subject);
      expect(paragraphs).toHaveLength(ACCOUNT_WORDS.en.mails[kind].paragraphs.length);
      const holes = (texts: readonly string[]) => texts.join().match(/\{\w+\}/g);
      expect(holes(paragraphs)).toEqual(holes(ACCOUNT_WORDS.en.mails[kind].paragraphs));
    }
  });

  test('hazard 71: show whatever a value holds as text on one line', () => {
    for (const kind of KINDS) {
      const { subject, text, html } = accountMail(nasty(kind), language);
      expect(subject).not.toMatch(/[\r\n\u2028]/);
      expect(html).not.toContain('<script');
      expect(html).toContain(`<html lang="${language}">`);
      expect(text).not.toMatch(/^Bcc:/m);
      expect(`${text}${html}`).not.toMatch(/\{\w+\}(?! !important)|undefined/);
    }
  });
});

describe('sending', () => {
  function sealed(mail: AccountMail, to: string | null): SealedMail {
    const messageId = newId();
    const bytes = testBox.seal(JSON.stringify(mail), `mail:${messageId}`);
    return { messageId, to, language: 'de', sealed: bytes.toString('base64') };
  }
  const send = (payload: SealedMail, by: Mailer = mailer, onRefused: (error: MailRefused) => void = () => {}) =>
    onAccountMail({ mailer: by, box: testBox, publicUrl: 'https://pay.example', onRefused })({
      eventId: payload.messageId,
      topic: ACCOUNT_MAIL,
      payload,
    });
  async function caught(): Promise<CaughtMail[]> {
    const read = async <T>(path: string): Promise<T> =>
      ((await (await fetch(`${catcher.url}${path}`)).json()) as { data: T }).data;
    const list = await read<{ id: number }[]>('/api/messages');
    return Promise.all(list.map(({ id }) => read<CaughtMail>(`/api/messages/${id}`)));
  }

  test('opens the seal, words the mail and hands it over', async () => {
    const payload = sealed({ kind: 'reset_code', values: { code: '042137' } }, 'owner@shop.example');
    expect(JSON.stringify(payload)).not.toContain('042137');
    await send(payload);
    const [mail] = await caught();
    expect(mail).toMatchObject({
      to: ['owner@shop.example'],
      subject: 'Setzen Sie Ihr Passwort zurück',
      headers: { 'message-id': `<${payload.messageId}@pay.example>` },
    });
    expect(mail?.text).toContain('042137');
    expect(mail?.html).toContain('042137');
  });

  test('sends nothing for an address that nobody has', async () => {
    const before = (await caught()).length;
    await send(sealed({ kind: 'reset_code', values: { code: '042137' } }, null));
    expect(await caught()).toHaveLength(before);
  });

  test('lets go what the server refuses for good, and tries anything else again', async () => {
    const payload = sealed({ kind: 'already_registered', values: {} }, 'a@shop.example');
    const refused: MailRefused[] = [];
    const refusing: Mailer = { send: () => Promise.reject(new MailRefused('550')), close: () => {} };
    await send(payload, refusing, (error) => refused.push(error));
    expect(refused).toHaveLength(1);
    const away: Mailer = { send: () => Promise.reject(new Error('ECONNREFUSED')), close: () => {} };
    await expect(send(payload, away)).rejects.toThrow('ECONNREFUSED');
  });

  test('hazard 72: a seal of another mail does not open', async () => {
    const payload = sealed({ kind: 'reset_code', values: { code: '042137' } }, 'a@shop.example');
    await expect(send({ ...payload, messageId: newId() })).rejects.toThrow();
  });
});
