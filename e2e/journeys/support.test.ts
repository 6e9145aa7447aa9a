import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { expectAccessible, withBrowser } from '../../scripts/testing/browser.ts';
import { openMailBox } from '../mail-box.fixture.ts';
import { openShop } from '../shop.fixture.ts';
import { signInStaff } from '../sign-in.fixture.ts';
import { deliverReply } from '../support-mail.fixture.ts';

const product = inject('product');
const shop = openShop(product);
const mails = openMailBox(product.mail_ui);
const visit = withBrowser();
const phone = { viewport: { width: 376, height: 812 } };
const desk = { viewport: { width: 1441, height: 900 } };

/** The thread of the ticket that the page shows, as it is now. */
async function threadOf(page: Page): Promise<string> {
  await page.reload();
  await page.getByText('Where is it?').waitFor();
  return (await page.locator('main').textContent()) ?? '';
}

test('a payer asks for help on the page of an invoice, is answered by mail, replies by mail, and the ticket is closed', async (context) => {
  const mailbox = inject('supportMailbox');
  if (mailbox === null) return context.skip('The product reads no mailbox.');
  const email = `lost-${Date.now()}@payer.example`;
  const question = `Nothing arrived ${Date.now()}`;
  const invoice = await shop.create({ amount: '42.00', gate_id: 'BTC' });

  const payer = await visit(product.url, phone);
  await payer.page.goto(`${product.url}/invoice/${invoice.id}?lang=en`);
  const link = payer.page.getByRole('link', { name: 'Ask for help with this payment' });
  const [help] = await Promise.all([payer.context.waitForEvent('page'), link.click()]);
  await help.getByLabel('Email').fill(email);
  await help.getByLabel('Message').fill(`${question}.\nWhere is it?`);
  await help.getByRole('button', { name: 'Send message' }).click();
  await help.getByRole('heading', { name: 'We have your message' }).waitFor();
  const received = (await help.getByRole('status').textContent()) ?? '';
  const reference = /T-[2-9A-HJ-NP-Z]{8}/.exec(received)?.[0] ?? '';
  expect(received).toContain(email);
  await expect.poll(() => mails.has(email, `[Sandbox] We have your message (${reference})`)).toBe(true);

  const staff = await visit(product.url, desk);
  await signInStaff(staff.page, product, 'manager');
  await staff.page.goto(`${product.url}/compliance/tickets`);
  await staff.page.getByRole('link', { name: question }).click();
  await staff.page.getByText('Where is it?').waitFor();
  await staff.page.getByText(invoice.id).first().waitFor();
  await expectAccessible(staff.page);
  await staff.page.getByRole('textbox', { name: 'Answer' }).fill('It is on its way.\n\nThe next block has it.');
  await staff.page.getByRole('button', { name: 'Send answer' }).click();
  await staff.page.getByText(`Answered, and sent to ${email}`).waitFor();

  const answered = `[Sandbox] An answer from support (${reference})`;
  await expect.poll(() => mails.has(email, answered), { timeout: 30_000 }).toBe(true);
  expect(await mails.textOf(email, answered)).toContain('The next block has it.');

  const { 'reply-to': to = '', 'message-id': inReplyTo = '' } = await mails.headersOf(email, answered);
  const quote = 'On Mon, 30 Nov 2026 at 10:00, Support <support@tidegate.localhost> wrote:\n> It is on its way.';
  const reply = { to, subject: `Re: ${answered}`, inReplyTo };
  await deliverReply(mailbox, {
    ...reply,
    from: 'thief@elsewhere.example',
    text: 'Send it to me instead.',
    id: `stolen-${reference}@elsewhere.example`,
  });
  const id = `thanks-${reference}@payer.example`;
  await deliverReply(mailbox, { ...reply, from: email, text: `It arrived, thank you!\n\n${quote}`, id });
  await expect.poll(() => threadOf(staff.page), { timeout: 60_000 }).toContain('It arrived, thank you!');
  const thread = await threadOf(staff.page);
  // Another mailbox is not believed, although it knows the address; a quotation is not repeated.
  expect(thread).toContain('Unverified sender thief@elsewhere.example');
  expect(thread.match(/It is on its way/g)).toHaveLength(1);
  await staff.page.getByText('Open', { exact: true }).filter({ visible: true }).first().waitFor();
  await expectAccessible(staff.page);
  const last = 'You are welcome.';
  await staff.page.getByRole('textbox', { name: 'Answer' }).fill(last);
  await staff.page.getByRole('button', { name: 'Send answer' }).click();
  // One thread of the payer's mail program.
  expect((await mails.headersOf(email, answered, last)).references).toContain(`<${id}>`);

  await staff.page.getByRole('button', { name: 'Close', exact: true }).click();
  await staff.page.getByText('Ticket closed').waitFor();
  await expectAccessible(staff.page);

  // Asked once, and answered by a button: programs that look at emails open links, too.
  const rating = await mails.linkOf(email, `[Sandbox] Your ticket was closed (${reference})`);
  await payer.page.goto(rating);
  await payer.page.getByRole('heading', { name: 'Did our answer help?' }).waitFor();
  await expectAccessible(payer.page);
  await payer.page.getByRole('button', { name: 'Yes, it helped' }).click();
  await payer.page.getByRole('heading', { name: 'Thank you' }).waitFor();
  await expectAccessible(payer.page);
  expect(await threadOf(staff.page)).toContain('Helpful');
  await staff.context.close();
  await payer.context.close();
});
