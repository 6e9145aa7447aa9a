import { Client, Connection } from '@temporalio/client';
import { expect, inject, test } from 'vitest';
import { newId } from '../domain/ids.ts';
import { openHttpBrowser } from './http-browser.fixture.ts';
import { openMailBox } from './mail-box.fixture.ts';
import { verifyMerchant } from './verification.fixture.ts';

const { url, mail_ui } = inject('product');
const { databaseUrl, dataDir, temporalAddress } = inject('productServers');
const mails = openMailBox(mail_ui);
const PATIENCE = { timeout: 60_000, interval: 250 };

test('a stranger goes from sign-up over a paid test and the provider to production, with a mail about it', async () => {
  const { browser, email } = await signUp();
  const merchantId = await verifyMerchant(browser, { databaseUrl, dataDir });
  await expect.poll(() => mails.has(email, 'Production is open'), PATIENCE).toBe(true);
  expect((await browser('POST', '/spa/profile/activate/production')).status).toBe(200);
  await expect.poll(() => webUiSays(merchantId), PATIENCE).toContain('In production and monitored');
});

async function signUp() {
  const email = `${newId()}@quay.example`;
  const browser = await openHttpBrowser(url);
  const password = 'Harbour-lights-7';
  await browser('POST', '/auth/register', {
    full_name: 'Nora Quay',
    email,
    country: 'DE',
    password,
    password_confirmation: password,
    privacy_accepted: true,
    aml_accepted: true,
  });
  await browser('POST', '/auth/verify-email', { code: await mails.codeOf(email, 'Confirm your email address') });
  const company = { company_name: 'Quay', turnover: 'up_to_30k', website: 'quay.example', confirmed: true };
  await browser('POST', '/auth/company', company);
  return { browser, email };
}

async function webUiSays(merchantId: string): Promise<string> {
  const connection = await Connection.connect({ address: temporalAddress });
  const handle = new Client({ connection }).workflow.getHandle(`onboarding:${merchantId}`);
  const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
  await connection.close();
  return currentDetails;
}
