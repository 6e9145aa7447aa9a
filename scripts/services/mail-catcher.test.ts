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
