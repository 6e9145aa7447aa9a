import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import type { Started } from '../scripts/start/announce.ts';
import { expectAccessible } from '../scripts/testing/browser.ts';
import { openMailBox } from './mail-box.fixture.ts';

export const PASSWORD = 'Harbour-lights-7';

/** Somebody new at the product, in the browser and at the mail catcher. */
export interface Newcomer {
  /** From the empty form to the code of the mail. The form may be open already, by a link that leads to it. */
  signUp(page: Page, email: string, as?: { readonly fullName: string; readonly isOpen: boolean }): Promise<void>;
  nameCompany(page: Page, name?: string, website?: string): Promise<void>;
  /** Invites a colleague, who joins by the link of the mail in a browser of their own and arrives at the dashboard. */
  inviteColleague(page: Page, colleague: Colleague): Promise<void>;
  /** Answers with the authenticator's secret and the recovery codes, both shown once. */
  turnOnTwoFactor(page: Page, email: string): Promise<{ secret: string; recoveryCodes: string[] }>;
}

/** The invited colleague, their role, and the page where they join. */
export interface Colleague {
  readonly page: Page;
  readonly name: string;
  readonly email: string;
  readonly role: 'Support' | 'Viewer';
  readonly company: string;
  /** Of the person who invites, where 2FA is on. */
  readonly recoveryCode?: string;
}

/** Answers the question for a second factor; the app's present code is used up. */
export async function confirmWith(page: Page, recoveryCode = ''): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await dialog.getByLabel('Recovery code').fill(recoveryCode);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

export function newcomerAt({ url, mail_ui }: Started): Newcomer {
  const { codeOf, linkOf } = openMailBox(mail_ui);
  return {
    async signUp(page, email, { fullName, isOpen } = { fullName: 'Nora Quay', isOpen: false }) {
      if (!isOpen) await page.goto(`${url}/auth/sign-up`);
      await page.getByLabel('Full name').fill(fullName);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Country of residence').selectOption({ label: 'Germany' });
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Confirm password').fill(PASSWORD);
      await page.getByLabel('I accept the terms of service and the privacy policy.').check();
      await page.getByLabel(/AML/).check();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Create account' }).click();
      await titled(page, 'Confirm your email');
      await page.keyboard.type(await codeOf(email, 'Confirm your email address'));
    },
    async nameCompany(page, name = 'Quay Outdoor', website = 'quay.example') {
      await titled(page, 'Tell us about your company');
      await page.getByLabel('Brand or company name').fill(name);
      await page.getByLabel('€30,000–100,000').check();
      await page.getByLabel('Website').fill(website);
      await page.getByLabel(/I act for this company/).check();
      await page.getByRole('button', { name: 'Open the back office' }).click();
      await titled(page, 'Dashboard');
    },
    async inviteColleague(page, { page: joining, name, email, role, company, recoveryCode }) {
      await page.goto(`${url}/account?tab=team-access`);
      await page.getByRole('button', { name: 'Invite people' }).click();
      const person = page.getByRole('group', { name: 'Person 1' });
      await person.getByLabel('Full name').fill(name);
      await person.getByLabel('Email').fill(email);
      await person.getByLabel('Role').click();
      await page.getByRole('option', { name: new RegExp(`^${role}`) }).click();
      await page.getByRole('button', { name: 'Send invitation', exact: true }).click();
      if (recoveryCode !== undefined) await confirmWith(page, recoveryCode);
      await page.getByText('Invitation sent').waitFor();
      await joining.goto(await linkOf(email, 'You are invited to a team'));
      await joining.getByRole('heading', { name: `Join ${company}` }).waitFor();
      await joining.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await joining.getByLabel('Confirm password').fill(PASSWORD);
      for (const box of await joining.getByRole('checkbox').all()) await box.check();
      await joining.getByRole('button', { name: 'Join the team', exact: true }).click();
      await titled(joining, 'Dashboard');
    },
    async turnOnTwoFactor(page, email) {
      await page.goto(`${url}/account?tab=setting`);
      await page.getByRole('button', { name: 'Turn on 2FA' }).click();
      const secret = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? '';
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByLabel('Code from the app').fill(await generate({ secret }));
      await page.getByLabel('Code from the email').fill(await codeOf(email, 'Turn on 2FA'));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
      await expectAccessible(page);
      const recoveryCodes = await page.getByRole('dialog').locator('ol li').allTextContents();
      await page.getByLabel('I have stored these codes.').check();
      await page.getByRole('button', { name: 'Finish' }).click();
      await page.getByRole('button', { name: 'Turn off 2FA' }).waitFor();
      return { secret, recoveryCodes };
    },
  };
}

export function titled(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { name, level: 1 }).waitFor();
}
