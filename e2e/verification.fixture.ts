import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { decideAs } from '../db/compliance/testing.fixture.ts';
import { connect } from '../db/connect.ts';
import { createSecretBox } from '../db/core/secret-box.ts';
import { maybeOne } from '../db/core/sql.ts';
import type { BusinessData } from '../domain/compliance/business-data.ts';
import { aBusiness, aPerson } from '../domain/compliance/subjects.fixture.ts';
import { encryptionKey } from '../scripts/start/secrets.ts';
import type { ProductServers } from '../scripts/testing/product.ts';

const ROOT = '/spa/merchant/verification';
const PATIENCE = { timeout: 60_000, interval: 250 };

interface Standing {
  readonly data: {
    readonly status: string;
    readonly people: { readonly id: string }[];
    readonly merchant: { readonly id: string };
  };
}

/** A call with the cookies of somebody who is signed in. */
export type SignedInCall = (
  method: string,
  path: string,
  body?: object | Blob,
) => Promise<{ readonly status: number; readonly body: unknown }>;

/** Calls with the cookies of a page. */
export function callsOf(page: Page, url: string): SignedInCall {
  return async (method, path, body) => {
    const cookies = await page.context().cookies(url);
    const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
    const data = body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : body;
    const headers: Record<string, string> = { 'x-visitor-id': 'journey', 'x-xsrf-token': token };
    if (body instanceof Blob) headers['content-type'] = body.type;
    const answer = await page.request.fetch(url + path, { method, headers, ...(data === undefined ? {} : { data }) });
    const text = await answer.text();
    return { status: answer.status(), body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
}

/**
 * Goes from a paid test over the papers and two people of the compliance team to production.
 * @returns the ID of the merchant
 */
export async function verifyMerchant(
  call: SignedInCall,
  servers: Pick<ProductServers, 'databaseUrl' | 'dataDir'>,
  business: Partial<BusinessData> = {},
): Promise<string> {
  const read = async () => ((await call('GET', ROOT)).body as Standing).data.status;
  const take = async (method: string, path: string, body?: object | Blob) => {
    const answer = await call(method, `${ROOT}${path}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return (answer.body as Standing).data;
  };
  const upload = (query: Record<string, string>) =>
    take(
      'POST',
      `/documents?${new URLSearchParams({ file_name: 'scan.pdf', ...query })}`,
      new Blob(['%PDF-1.7'], { type: 'application/pdf' }),
    );

  // Partners without a shop have nothing to test.
  if ((await read()) === 'integrating') {
    const invoice = { amount: '10.00', currency: 'EUR', gate_id: 'LTC' };
    const made = (await call('POST', '/spa/sandbox/invoices', invoice)).body as { data: { id: string } };
    await call('POST', `/spa/sandbox/invoices/${made.data.id}/payments`, { scenario: 'paid' });
  }
  await expect.poll(read, PATIENCE).toBe('business');

  await take('PUT', '/business', aBusiness(business));
  for (const kind of ['registration', 'ownership', 'business_address']) await upload({ kind });
  await take('POST', '/submit-business');
  const { id: _, ...person } = aPerson();
  const [named] = (await take('POST', '/people', person)).people;
  const person_id = named?.id ?? '';
  await upload({ kind: 'identity', person_id, expires_on: '2036-01-31' });
  await upload({ kind: 'person_address', person_id });
  await take('POST', '/submit-people');
  await expect.poll(read, PATIENCE).toBe('review');

  const { merchant } = ((await call('GET', '/spa/user')).body as Standing).data;
  await approveTwice(servers, merchant.id);
  await expect.poll(read, PATIENCE).toBe('production');
  return merchant.id;
}

/** As two people of the compliance team do in the console, once they have opened each document. */
async function approveTwice(
  { databaseUrl, dataDir }: Pick<ProductServers, 'databaseUrl' | 'dataDir'>,
  merchantId: string,
): Promise<void> {
  const db = connect(databaseUrl, { applicationName: 'e2e' });
  const box = createSecretBox(Buffer.from(encryptionKey(join(dataDir, 'encryption-key')), 'base64'));
  const row = await maybeOne<{ id: string }>(db, 'SELECT id FROM compliance_case WHERE merchant_id = $1', [merchantId]);
  for (const role of ['compliance_officer', 'mlro'] as const) {
    await decideAs(db, role, { caseId: row?.id ?? '', verdict: 'approve' }, box);
  }
  await db.close();
}
