import { afterEach, describe, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { type Authority, makeAuthority } from '../../settings/certificates.fixture.ts';
import { useTlsProxies } from '../../settings/tls-proxy.fixture.ts';
import { MailPostponedError, MailRefusedError, openMailer } from './mailer.ts';
import { type Smtp, startSmtp } from './smtp.fixture.ts';

const [servers, strangers] = ['servers', 'strangers'].map(makeAuthority) as [Authority, Authority];

const startProxy = useTlsProxies();
const running: Smtp[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((smtp) => smtp.stop()));
});

async function start(certificate?: Parameters<typeof startSmtp>[1]): Promise<Smtp> {
  const smtp = await startSmtp({}, certificate);
  running.push(smtp);
  return smtp;
}

async function send(smtpUrl: string, ca?: string): Promise<void> {
  const mailer = openMailer({ smtpUrl, ca, from: 'no-reply@pay.example' });
  const mail = { to: 'ada@example.com', replyTo: null, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
  try {
    await mailer.send({ messageId: `${newId()}@pay.example`, ...mail });
  } finally {
    mailer.close();
  }
}

/** Nothing was said about the mail itself, so that it waits until the settings are right. */
async function expectToWait(sending: Promise<void>, words: string): Promise<void> {
  const failure = await sending.catch((error: unknown) => error);
  expect(failure).not.toBeInstanceOf(MailRefusedError);
  expect(failure).not.toBeInstanceOf(MailPostponedError);
  expect(String(failure)).toContain(words);
}

describe('a mail server with STARTTLS', () => {
  test('gets mails encrypted from those who trust its authority', async () => {
    const smtp = await start(servers.issue());
    await send(`smtp://localhost:${smtp.port}`, servers.cert);
    expect(smtp.encrypted).toEqual([true]);
  });

  test('gets none without its authority, and we say what to set', async () => {
    const smtp = await start(servers.issue());
    const url = `smtp://localhost:${smtp.port}`;
    await expectToWait(send(url, strangers.cert), 'Set SMTP_TLS_CA_FILE to');
    await expectToWait(send(url), 'Set SMTP_TLS_CA_FILE to');
    expect(smtp.encrypted).toEqual([]);
  });

  test('gets none under a name that is not in its certificate', async () => {
    const smtp = await start(servers.issue({ names: 'DNS:mail.example' }));
    await expectToWait(send(`smtp://localhost:${smtp.port}`, servers.cert), 'Connect to the name in the certificate.');
    expect(smtp.encrypted).toEqual([]);
  });

  test('that no longer offers it gets no mail in clear text', async () => {
    const smtp = await start();
    await expectToWait(send(smtp.url, servers.cert), 'The mail server offers no TLS');
    expect(smtp.encrypted).toEqual([]);
  });
});

describe('a mail server with TLS from the first byte (smtps)', () => {
  async function serve(names?: string): Promise<{ smtp: Smtp; url: string }> {
    const smtp = await start();
    const certificate = servers.issue(names === undefined ? {} : { names });
    const { port } = await startProxy({ target: smtp.port, certificate });
    return { smtp, url: `smtps://localhost:${port}` };
  }

  test('gets mails from those who trust its authority', async () => {
    const { smtp, url } = await serve();
    await send(url, servers.cert);
    expect(smtp.encrypted).toHaveLength(1);
  });

  test('gets none without its authority or under another name, and we say what to do', async () => {
    const { smtp, url } = await serve();
    await expectToWait(send(url, strangers.cert), 'Set SMTP_TLS_CA_FILE to');
    await expectToWait(send(url), 'Set SMTP_TLS_CA_FILE to');
    const other = await serve('DNS:mail.example');
    await expectToWait(send(other.url, servers.cert), 'Connect to the name in the certificate.');
    expect([...smtp.encrypted, ...other.smtp.encrypted]).toEqual([]);
  });

  test('is not there: the server speaks clear text on this port', async () => {
    const { port } = await start();
    await expectToWait(send(`smtps://localhost:${port}`, servers.cert), 'does not speak TLS on this port');
  });
});
