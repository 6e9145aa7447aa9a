import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { expect, inject, test } from 'vitest';
import { decideAs } from '../db/compliance/testing.fixture.ts';
import { connect } from '../db/connect.ts';
import { createSecretBox } from '../db/core/secret-box.ts';
import { maybeOne } from '../db/core/sql.ts';
import { aBusiness, aPerson } from '../domain/compliance/subjects.fixture.ts';
import { newId } from '../domain/ids.ts';
import { encryptionKey } from '../scripts/start/secrets.ts';
import { openHttpBrowser } from './http-browser.fixture.ts';
import { openMailBox } from './mail-box.fixture.ts';

const { url, mail_ui } = inject('product');
const { databaseUrl, dataDir, temporalAddress } = inject('productServers');
const mails = openMailBox(mail_ui);
const ROOT = '/spa/merchant/verification';
const PATIENCE = { timeout: 60_000, interval: 250 };

interface Standing {
  readonly data: {
    readonly status: string;
    readonly people: { readonly id: string }[];
    readonly merchant: { readonly id: string };
  };
}

test('a stranger goes from sign-up over a paid test and the provider to production, with a mail about it', async () => {
  const { browser, email } = await signUp();
  const read = async () => ((await browser('GET', ROOT)).body as Standing).data.status;
  const take = async (method: string, path: string, body?: object | Blob) => {
    const answer = await browser(method, `${ROOT}${path}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return (answer.body as Standing).data;
  };
  const upload = (query: Record<string, string>) =>
    take(
      'POST',
      `/documents?${new URLSearchParams({ file_name: 'scan.pdf', ...query })}`,
      new Blob(['%PDF-1.7'], { type: 'application/pdf' }),
    );

  const invoice = { amount: '10.00', currency: 'EUR', gate_id: 'LTC' };
  const made = (await browser('POST', '/spa/sandbox/invoices', invoice)).body as { data: { id: string } };
  await browser('POST', `/spa/sandbox/invoices/${made.data.id}/payments`, { scenario: 'paid' });
  await expect.poll(read, PATIENCE).toBe('business');

  await take('PUT', '/business', aBusiness());
  for (const kind of ['registration', 'ownership', 'business_address']) await upload({ kind });
  await take('POST', '/submit-business');
  const { id: _, ...person } = aPerson();
  const [named] = (await take('POST', '/people', person)).people;
  const person_id = named?.id ?? '';
  await upload({ kind: 'identity', person_id, expires_on: '2036-01-31' });
  await upload({ kind: 'person_address', person_id });
  await take('POST', '/submit-people');
  await expect.poll(read, PATIENCE).toBe('review');

  const { merchant } = ((await browser('GET', '/spa/user')).body as Standing).data;
  await approveTwice(merchant.id);
  await expect.poll(read, PATIENCE).toBe('production');
  await expect.poll(() => mails.has(email, 'Production is open'), PATIENCE).toBe(true);
  expect((await browser('POST', '/spa/profile/activate/production')).status).toBe(200);
  await expect.poll(() => webUiSays(merchant.id), PATIENCE).toContain('In production and monitored');
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

/** As two people of the compliance team do in the console, once they have opened each document. */
async function approveTwice(merchantId: string): Promise<void> {
  const db = connect(databaseUrl, { applicationName: 'e2e' });
  const box = createSecretBox(Buffer.from(encryptionKey(join(dataDir, 'encryption-key')), 'base64'));
  const row = await maybeOne<{ id: string }>(db, 'SELECT id FROM compliance_case WHERE merchant_id = $1', [merchantId]);
  for (const role of ['compliance_officer', 'mlro'] as const) {
    await decideAs(db, role, { caseId: row?.id ?? '', verdict: 'approve' }, box);
  }
  await db.close();
}

async function webUiSays(merchantId: string): Promise<string> {
  const connection = await Connection.connect({ address: temporalAddress });
  const handle = new Client({ connection }).workflow.getHandle(`onboarding:${merchantId}`);
  const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
  await connection.close();
  return currentDetails;
}
