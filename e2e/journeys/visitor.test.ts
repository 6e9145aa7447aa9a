import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { connect } from '../../db/connect.ts';
import { select } from '../../db/core/sql.ts';
import { newId } from '../../domain/ids.ts';
import { consentIn } from '../../domain/legal/consent.ts';
import { LEGAL_DOCUMENTS } from '../../domain/legal/documents.ts';
import { expectAccessible, tabTo, withBrowser } from '../../scripts/testing/browser.ts';
import { expectBooksInBalance } from '../books.fixture.ts';
import { newcomerAt, titled } from '../newcomer.fixture.ts';

const product = inject('product');
const { databaseUrl } = inject('productServers');
const visit = withBrowser();
const newcomer = newcomerAt(product);

/** A visitor's action, the webhooks of the shop then, and the text of the payer's page. */
const PLAYED = [
  ['Pay', 'invoice.done', /Paid, thank you/i],
  ['Pay too little', 'invoice.partially_paid', /DEMO-DO-NOT-PAY/],
  ['Pay late', 'invoice.expired_paid', /late/i],
] as const;

test('a visitor refuses cookies, plays a demo paid, underpaid and late, signs up and is in a sandbox', async () => {
  const { page, context, complaints } = await visit(product.url, { viewport: { width: 1441, height: 900 } });
  await context.clearCookies();
  await page.goto(`${product.url}/`);
  await page.getByRole('region', { name: 'Cookies' }).waitFor();
  expect(await context.cookies()).toEqual([]);
  await tabTo(page, 'Refuse');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Cookies' }).waitFor({ state: 'detached' });
  const cookies = await context.cookies();
  expect(cookies.map(({ name }) => name)).toEqual(['tidegate_consent']);
  expect(consentIn(`tidegate_consent=${cookies[0]?.value}`)).toEqual({
    performance: false,
    functional: false,
    targeting: false,
  });

  await tabTo(page, 'Pay a demo invoice');
  await page.keyboard.press('Enter');
  for (const [button, event, shown] of PLAYED) {
    await page.getByRole('button', { name: 'Generate invoice' }).click();
    await page.waitForURL('**/demo/invoice/*');
    const payer = page.frameLocator('iframe');
    await payer.getByText('DEMO: do not send any funds').waitFor();
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByText(event, { exact: true }).waitFor();
    await payer.getByText(shown).first().waitFor();
    await page.getByRole('link', { name: 'Make another demo invoice' }).click();
  }
  await expectBooksInBalance(databaseUrl);

  await page.getByRole('link', { name: 'Open a sandbox' }).first().click();
  await titled(page, 'Create your account');
  const email = `${newId()}@quay.example`;
  await newcomer.signUp(page, email);
  await newcomer.nameCompany(page, 'Quay of a visitor');
  await expectAccessible(page);
  expect(await acceptedBy(email)).toEqual(
    LEGAL_DOCUMENTS.filter(({ slug }) => ['terms', 'privacy', 'aml'].includes(slug))
      .map(({ slug, version }) => `${slug} ${version}`)
      .sort(),
  );
  // A signed-in person reads the public pages, too, and gets back by a button.
  await page.goto(`${product.url}/`);
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await titled(page, 'Dashboard');
  await page.getByText('sandbox').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a payment of the demo that a chain takes back and mines again is paid in the end', async () => {
  const { page, context, complaints } = await visit(product.url);
  await page.goto(`${product.url}/demo?case=reorg`);
  await page.getByRole('button', { name: 'Generate invoice' }).click();
  await page.getByText('invoice.done', { exact: true }).waitFor();
  await payerOf(page).getByText('DEMO: do not send any funds').waitFor();
  await payerOf(page).getByText('Paid, thank you').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
  await expectBooksInBalance(databaseUrl);
});

function payerOf(page: Page) {
  return page.frameLocator('iframe');
}

async function acceptedBy(email: string): Promise<string[]> {
  const db = connect(databaseUrl, { poolSize: 1, applicationName: 'tidegate-e2e' });
  try {
    const rows = await select<{ said: string }>(
      db,
      `SELECT a.document || ' ' || a.version AS said FROM legal_acceptance a JOIN app_user u ON u.id = a.user_id
       WHERE u.email = $1 ORDER BY said`,
      [email],
    );
    return rows.map(({ said }) => said);
  } finally {
    await db.close();
  }
}
