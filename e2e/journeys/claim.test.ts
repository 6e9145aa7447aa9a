import { expect, inject, test } from 'vitest';
import { RECIPIENTS } from '../../db/payouts/testing.fixture.ts';
import { expectAccessible, withBrowser } from '../../scripts/testing/browser.ts';
import { expectBooksInBalance } from '../books.fixture.ts';
import { openMailBox } from '../mail-box.fixture.ts';
import { openShop } from '../shop.fixture.ts';
import { signInStaff } from '../sign-in.fixture.ts';

const product = inject('product');
const { databaseUrl } = inject('productServers');
const shop = openShop(product);
const mails = openMailBox(product.mail_ui);
const visit = withBrowser();
const phone = { viewport: { width: 376, height: 812 } };
const desk = { viewport: { width: 1441, height: 900 } };

test('a payer who sent the wrong asset finds it, claims it, the staff approves, and the chain pays it back', async () => {
  const email = `astray-${Date.now()}@payer.example`;
  const invoice = await shop.create({ amount: '80.00', gate_id: 'ETH', customer: { email } });
  const sent = await shop.pay(invoice.id, 'wrong_asset');
  expect(sent.gate_id).toBe('USDT_ERC20');
  await shop.makeBlocks('ETH', 12);

  const payer = await visit(product.url, phone);
  await payer.page.goto(`${product.url}/invoice/${invoice.id}?lang=en`);
  await payer.page.getByText('USDT on Ethereum, but this order needs ETH').waitFor();
  await payer.page.getByRole('link', { name: 'Find it' }).click();
  await expectAccessible(payer.page);
  await payer.page.getByLabel('ID of the transaction').fill(sent.txid);
  await payer.page.getByRole('button', { name: 'Check' }).click();
  await payer.page.locator('.find').getByRole('link', { name: 'Get it back' }).click();
  expect(await payer.page.getByLabel('Transaction ID').inputValue()).toBe(sent.txid);
  await payer.page.getByRole('button', { name: 'Check' }).click();
  await payer.page.getByText('Your payment is safe with us').waitFor();
  await expectAccessible(payer.page);
  await payer.page.getByLabel('address').fill(RECIPIENTS.ETH);
  await payer.page.getByLabel('Email').fill(email);
  await payer.page.keyboard.press('Enter');
  await payer.page.getByRole('heading', { name: 'Claim received' }).waitFor();
  await expectAccessible(payer.page);

  const staff = await visit(product.url, desk);
  await signInStaff(staff.page, product, 'manager');
  await staff.page.goto(`${product.url}/compliance/claims?mode=sandbox`);
  await staff.page.getByRole('link', { name: /USDT/ }).first().click();
  await staff.page.getByText('Confirmations').waitFor();
  await expectAccessible(staff.page);
  await staff.page.getByRole('button', { name: 'Approve…' }).click();
  await staff.page.getByLabel('Reason').fill('The payer chose ETH and sent USDT.');
  await staff.page.getByRole('button', { name: 'Approve claim' }).click();
  await staff.page.getByText('the payment is being sent back').waitFor();

  await expect.poll(() => mails.has(email, '[Sandbox] We received your claim')).toBe(true);
  for (let blocks = 0; blocks < 4; blocks += 1) await shop.makeBlocks('ETH', 12);
  await expect.poll(() => mails.has(email, '[Sandbox] Your payment was sent back')).toBe(true);
  await staff.page.getByText('Paid back').first().waitFor();

  await payer.page.goto(`${product.url}/invoice/${invoice.id}/claim?lang=en`);
  await payer.page.getByLabel('Transaction ID').fill(sent.txid);
  await payer.page.getByRole('button', { name: 'Check' }).click();
  await payer.page.getByText('Paid back').waitFor();
  await expectBooksInBalance(databaseUrl);
  await staff.context.close();
  await payer.context.close();
});
