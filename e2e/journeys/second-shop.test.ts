import { createCanvas } from '@napi-rs/canvas';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { expectAccessible, withBrowser } from '../../scripts/testing/browser.ts';
import { newcomerAt, PASSWORD, titled } from '../newcomer.fixture.ts';
import { openShop } from '../shop.fixture.ts';

const { url, ...product } = inject('product');
const newcomer = newcomerAt({ url, ...product });
const visit = withBrowser();
const desk = { viewport: { width: 1441, height: 900 } };

test('a merchant makes a second shop with a look and a token of its own; a member of it sees nothing else', async () => {
  const company = `Quay ${newId().slice(-8)}`;
  const { page, complaints, context } = await visit(url, desk);
  await newcomer.signUp(page, `${newId()}@quay.example`);
  await newcomer.nameCompany(page, company);

  await page.goto(`${url}/integration?tab=shops`);
  await button(page, 'New shop').click();
  await page.getByRole('dialog').getByLabel('Name').fill('Harbor Kayaks');
  await button(page, 'Create shop').click();
  await page.getByText('You are in the shop Harbor Kayaks').waitFor();
  await giveLook(page);
  const token = await makeToken(page);
  const harbor = openShop({ url, api: { ...product.api, ...token } });
  const reference = `kayak-${newId().slice(-8)}`;
  const { id } = await harbor.create({ amount: '64.00', reference });

  // The payer sees the shop; the merchant finds the invoice in it, and in no other.
  const payer = await visit(url, desk);
  await payer.page.goto(`${url}/invoice/${id}`);
  await payer.page.getByText('Harbor Kayaks').first().waitFor();
  await payer.page.locator('.who img').waitFor();
  await payer.context.close();
  await page.goto(`${url}/history`);
  await page.getByRole('link', { name: reference }).waitFor();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Shop' }).selectOption({ label: company });
  await page.getByText(`You are in the shop ${company}`).waitFor();
  await page.goto(`${url}/history`);
  await titled(page, 'History');
  await page.getByText('No invoices yet').waitFor();
  expect((await context.request.get(`${url}/spa/sandbox/invoices/${id}`)).status()).toBe(404);

  const member = await visit(url, desk);
  const who = { page: member.page, name: 'Ida Strand', email: `${newId()}@quay.example`, company } as const;
  await newcomer.inviteColleague(page, { ...who, role: 'Support' });
  await limitToHarbor(page, who.name);
  await signInAgain(member.page, who.email);
  await seesHarborAlone(member.page, reference);
  for (const path of ['invoices', 'profile', 'balances', 'payouts']) {
    expect((await member.context.request.get(`${url}/spa/sandbox/${path}`)).status(), path).toBe(403);
  }
  await member.context.close();
  expect(complaints).toEqual([]);
  await context.close();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A logo, and the name of the shop instead of that of the company. */
async function giveLook(page: Page): Promise<void> {
  await page.getByLabel('Show company details on invoices').uncheck();
  await button(page, 'Save changes').click();
  await page.getByText('Saved. Applies to new invoices.').waitFor();
  const canvas = createCanvas(64, 64);
  canvas.getContext('2d').fillRect(8, 8, 48, 48);
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: canvas.toBuffer('image/png') };
  await page.getByLabel('Upload a logo').setInputFiles(logo);
  await page.getByText('The logo was saved.').waitFor();
  await page.getByRole('img', { name: 'Your logo' }).waitFor();
}

async function makeToken(page: Page): Promise<{ readonly key: string; readonly secret: string }> {
  await page.goto(`${url}/integration/api/create-new`);
  await page.getByLabel('Name').fill('Kayak checkout');
  // All shops share one balance: payouts need a token of the first.
  expect(await page.getByLabel('Payouts').count()).toBe(0);
  await button(page, 'Create token').click();
  await page.getByText('Copy the secret key now.').waitFor();
  const textOf = async (pattern: RegExp) => (await page.getByText(pattern).first().textContent()) ?? '';
  return { key: await textOf(/^tg_test_[\w-]+$/), secret: await textOf(/^tgs_[\w-]+$/) };
}

async function limitToHarbor(page: Page, name: string): Promise<void> {
  await page.goto(`${url}/account?tab=team-access`);
  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: 'Change role…' }).click();
  const shops = page.getByRole('dialog').getByRole('group', { name: 'May work in these shops' });
  await shops.getByRole('checkbox').first().uncheck();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** A change of a user's shops signs them out. */
async function signInAgain(page: Page, email: string): Promise<void> {
  await page.goto(`${url}/auth/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await titled(page, 'Dashboard');
}

/** This shop's invoice, and no switch to another shop. */
async function seesHarborAlone(page: Page, reference: string): Promise<void> {
  await page.goto(`${url}/history`);
  await page.getByRole('link', { name: reference }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Shop' }).count()).toBe(0);
}
