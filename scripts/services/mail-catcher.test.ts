import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import { afterEach, expect, test } from 'vitest';
import { type RunningMailCatcher, startMailCatcher } from './mail-catcher.ts';

let catcher: RunningMailCatcher | undefined;

afterEach(async () => {
  await catcher?.stop();
  catcher = undefined;
});

async function sendTo(target: RunningMailCatcher, subject: string, html = '<p>Hello</p>'): Promise<void> {
  const transport = createTransport(target.smtpUrl);
  await transport.sendMail({
    from: 'shop@example.com',
    to: 'ann@example.com',
    bcc: 'books@example.com',
    subject,
    text: 'Hello',
    html,
  });
  transport.close();
}

test('a sent mail is listed, and read with its text, its recipients and its source', async () => {
  catcher = await startMailCatcher();
  await sendTo(catcher, 'Paid: order 1001 – €49.90');

  const list = (await (await fetch(`${catcher.url}/api/messages`)).json()) as {
    data: { id: number; subject: string }[];
  };
  expect(list.data).toMatchObject([
    { subject: 'Paid: order 1001 – €49.90', to: ['ann@example.com', 'books@example.com'] },
  ]);
  const one = (await (await fetch(`${catcher.url}/api/messages/${list.data[0]?.id}`)).json()) as { data: unknown };
  expect(one.data).toMatchObject({ from: 'shop@example.com', text: 'Hello\n', html: '<p>Hello</p>\n' });
});

test('hazard 71: markup in a subject is shown as text', async () => {
  catcher = await startMailCatcher();
  await sendTo(catcher, '<script>alert(1)</script>');

  const page = await (await fetch(catcher.url)).text();
  expect(page).toContain('&lt;script&gt;');
  expect(page).not.toContain('<script>');
});

test('the oldest mails go when there are more than it keeps', async () => {
  catcher = await startMailCatcher({ keep: 2 });
  for (const subject of ['one', 'two', 'three']) await sendTo(catcher, subject);

  const list = (await (await fetch(`${catcher.url}/api/messages`)).json()) as { data: { subject: string }[] };
  expect(list.data.map((mail) => mail.subject)).toEqual(['three', 'two']);
});

test.each([
  ['by a name that leads here from elsewhere', {}, 'GET', 'mail.attacker.example'],
  ['as a webhook', {}, 'POST', null],
  ['by a script of another site', { origin: 'https://attacker.example' }, 'GET', null],
  [
    'by a script of another port of this machine',
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
    'GET',
    null,
  ],
  [
    'by a frame of another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    'GET',
    null,
  ],
] as const)('mails are not read %s', async (_name, headers, method, named) => {
  catcher = await startMailCatcher();
  await sendTo(catcher, 'Your code is 123456');
  const { port } = new URL(catcher.url);
  const target = { host: '127.0.0.1', port, path: '/api/messages', method };
  const host = `${named ?? 'localhost'}:${port}`;
  const body = await new Promise<string>((resolve, reject) => {
    const call = request({ ...target, headers: { ...headers, host } }, (answer) => {
      expect(answer.statusCode).toBe(403);
      text(answer).then(resolve, reject);
    });
    call.on('error', reject);
    call.end();
  });
  expect(body).not.toContain('123456');
});
