import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { connect } from '../db/connect.ts';
import type { Db } from '../db/core/sequelize.ts';
import { execute } from '../db/core/sql.ts';
import { newId } from '../domain/ids.ts';
import type { Started } from '../scripts/start/announce.ts';
import type { withBrowser } from '../scripts/testing/browser.ts';
import type { ProductServers } from '../scripts/testing/product.ts';
import { openMailBox } from './mail-box.fixture.ts';
import { newcomerAt } from './newcomer.fixture.ts';
import { addColleague, enterProduction, signInColleague } from './sign-in.fixture.ts';

/** A colleague of the demo merchant at the bank accounts and withdrawals of the back office. */
export interface Withdrawer {
  /** Adds the account to which all withdrawals go. */
  addAccount(page: Page): Promise<void>;
  /** Requests euro and confirms it, up to the page of the withdrawal. */
  withdraw(page: Page, euro: string): Promise<void>;
  /** Enters the present code of the app. */
  confirmWithApp(page: Page): Promise<void>;
  /** One method for euro is active at a time; an earlier run may have left one. */
  pauseMethods(): Promise<void>;
}

export interface WithdrawerOptions {
  readonly product: Pick<Started, 'url' | 'mail_ui'>;
  readonly db: Db;
  readonly email: string;
  /** Of the authenticator app. */
  readonly secret: () => string;
  readonly title: string;
  /** The verified name of the company. */
  readonly holder?: string;
  /** Further actions on each screen. */
  readonly look?: (page: Page) => Promise<void>;
}

export function withdrawerOf({
  product,
  db,
  email,
  secret,
  title,
  holder = 'Harbour Books',
  look,
}: WithdrawerOptions): Withdrawer {
  const { url, mail_ui } = product;
  const mails = openMailBox(mail_ui);

  async function confirmWithApp(page: Page): Promise<void> {
    // A code of the app opens once: as if half a minute had passed since the last one.
    await execute(db, 'UPDATE app_user SET totp_last_step = NULL WHERE email = $1', [email]);
    await page.locator('[name=two_fa_code]').fill(await generate({ secret: secret() }));
  }

  return {
    confirmWithApp,
    async addAccount(page) {
      await page.goto(`${url}/withdrawals/method?new`);
      await page.getByRole('textbox', { name: 'Title' }).fill(title);
      await page.getByRole('textbox', { name: 'Account holder' }).fill(holder);
      await page.getByRole('textbox', { name: 'IBAN' }).fill('DE89370400440532013000');
      await page.getByRole('textbox', { name: 'BIC' }).fill('COBADEFFXXX');
      await page.getByRole('textbox', { name: 'Town' }).fill('Hamburg');
      await page.getByRole('combobox', { name: 'Country' }).selectOption('DE');
      await page.getByLabel('This account belongs to my company.').check();
      await page.getByLabel(/I have checked/).check();
      await look?.(page);
      await button(page, 'Add method').click();
      await confirmWithApp(page);
      await page.getByText('Method saved').waitFor();
    },
    async withdraw(page, euro) {
      await page.goto(`${url}/withdrawals/request?gate_id=EUR`);
      await page.getByRole('textbox', { name: 'Amount' }).fill(euro);
      await look?.(page);
      await button(page, 'Continue').click();
      await page.getByRole('heading', { name: 'Confirm the withdrawal' }).waitFor();
      await button(page, 'Confirm').click();
      await look?.(page);
      await page.locator('[name=code]').fill(await mails.codeOf(email, 'Confirm your withdrawal', `${euro}.00 EUR`));
      await confirmWithApp(page);
      await page.waitForURL('**/withdrawals/details?id=*');
    },
    async pauseMethods() {
      await execute(
        db,
        `UPDATE payment_method SET status = 'paused'
         WHERE operation = 'withdrawal' AND gate_id = 'EUR' AND status = 'active'
           AND merchant_id = (SELECT merchant_id FROM app_user WHERE email = $1)`,
        [email],
      );
    },
  };
}

/** The chip beside the heading of a withdrawal. */
export function statusIs(page: Page, word: string): Promise<void> {
  return page.locator('h1 + [role=status]', { hasText: word }).waitFor();
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

interface Place {
  readonly product: Started;
  readonly servers: ProductServers;
  readonly visit: ReturnType<typeof withBrowser>;
}

/** The steps of docs/guides/withdrawals.md in the browser, list by list. */
export function withdrawalsByHand({ product, servers, visit }: Place) {
  const db = connect(servers.databaseUrl, { poolSize: 1, applicationName: 'tidegate-e2e' });
  let page: Page;
  let one: Withdrawer;
  const steps = [
    async () => {
      const email = await addColleague(servers.databaseUrl, product, 'Gwen Reader');
      ({ page } = await visit(product.url));
      await signInColleague(page, product, email);
      const { secret } = await newcomerAt(product).turnOnTwoFactor(page, email);
      const title = `House bank ${newId().slice(-6)}`;
      one = withdrawerOf({ product, db, email, secret: () => secret, title });
      await enterProduction(page);
      await one.pauseMethods();
      await one.addAccount(page);
      await one.withdraw(page, '21');
      await statusIs(page, 'Done');
    },
    async () => {
      await statusIs(page, 'Error');
      await page.getByText('The account holder has died.').first().waitFor();
    },
    async () => {
      await one.withdraw(page, '22');
      await statusIs(page, 'Error');
      await page
        .getByText(/The payee.s account is closed/)
        .first()
        .waitFor();
    },
    async () => {
      await one.withdraw(page, '23');
      await button(page, 'Pay anyway…').click();
      await button(page, 'Pay anyway').click();
      await one.confirmWithApp(page);
      await statusIs(page, 'Done');
    },
  ];
  return { steps, close: () => db.close() };
}
