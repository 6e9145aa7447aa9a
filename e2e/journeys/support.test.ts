import { expect, inject, test } from 'vitest';
import { expectAccessible, withBrowser } from '../../scripts/testing/browser.ts';
import { openMailBox } from '../mail-box.fixture.ts';
import { openShop } from '../shop.fixture.ts';
import { signInStaff } from '../sign-in.fixture.ts';

const product = inject('product');
const shop = openShop(product);
const mails = openMailBox(product.mail_ui);
const visit = withBrowser();
const phone = { viewport: { width: 376, height: 812 } };
const desk = { viewport: { width: 1441, height: 900 } };

test('a payer asks for help on the page of an invoice, is answered by mail, and the ticket is closed', async () => {
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

  await staff.page.getByRole('button', { name: 'Close', exact: true }).click();
  await staff.page.getByText('Ticket closed').waitFor();
  await expectAccessible(staff.page);
  await staff.context.close();
  await payer.context.close();
});
