import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readPdf } from '../../api/documents/read-pdf.fixture.ts';
import { readProof, textToSign } from '../../domain/documents/proof.ts';
import { newId } from '../../domain/ids.ts';
import { expectAccessible, withBrowser } from '../../scripts/testing/browser.ts';
import { runLine } from '../runbook.fixture.ts';
import { openShop } from '../shop.fixture.ts';
import { signInMerchant } from '../sign-in.fixture.ts';

const product = inject('product');
const { databaseUrl } = inject('productServers');
const shop = openShop(product);
const visit = withBrowser();
const desk = { viewport: { width: 1441, height: 900 } };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidegate-documents-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a merchant downloads a receipt and a statement, and anybody sees that they are genuine, or changed', async () => {
  const reference = `doc-${newId().slice(-8)}`;
  const { id } = await shop.create({ amount: '40.00', gate_id: 'LTC', reference });
  await shop.pay(id, 'paid');
  const invoice = await shop.until(id, 'done');
  const { page, complaints, context } = await visit(product.url, desk);
  await signInMerchant(page, product);

  await page.goto(`${product.url}/history/details?id=${id}`);
  const receipt = await downloaded(page, () => page.getByRole('link', { name: 'Receipt (PDF)' }).click());
  const { text: receiptText, isTagged } = await readPdf(receipt);
  expect(receiptText).toContain(id);
  expect(receiptText).toContain('40.00');
  expect(receiptText).toContain(invoice.amount_paid);
  expect(isTagged).toBe(true);

  await page.goto(`${product.url}/balance?tab=reports`);
  await page.getByLabel('Asset').selectOption('LTC');
  const statement = await downloaded(page, () => page.getByRole('button', { name: 'Download' }).click());
  const { text: statementText } = await readPdf(statement);
  expect(statementText).toContain(reference);
  const facts = factsOf(statement);
  expect(facts).toMatchObject({ kind: 'statement', gate_id: 'LTC', opening: '0.00000000' });
  expect(statementText).toContain(`${facts.closing} LTC`);
  expect(Number(facts.closing)).toBe(Number(await balanceOf('LTC')));
  await page.goto('about:blank');

  const forged = withFact(receipt, { amount_paid: '4000' });
  const verdict = await openVerification(page);
  await verdict(receipt, 'Genuine, test: no money moved', id);
  await expectAccessible(page);
  await verdict(statement, 'Genuine, test: no money moved', `Closing balance${facts.closing}`);
  await verdict(forged, 'Not genuine', 'its signed part was changed');
  expect(await page.locator('#verdict').textContent()).not.toContain('4000');
  expect(await verifiedByOperator('receipt.pdf', receipt)).toContain('GENUINE, TEST: no money moved.');
  expect(await verifiedByOperator('statement.pdf', statement)).toContain(`closing: ${facts.closing}`);
  await expect(verifiedByOperator('forged.pdf', forged)).rejects.toThrow('NOT GENUINE');
  expect(complaints).toEqual([]);
  await context.close();
});

async function downloaded(page: Page, click: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  const path = join(folder, newId());
  await download.saveAs(path);
  return readFile(path);
}

/** The public page, for somebody who is not signed in. */
async function openVerification(page: Page) {
  await page.context().clearCookies();
  await page.goto(`${product.url}/verify`);
  return async (buffer: Buffer, heading: string, words: string) => {
    await page.getByLabel('PDF file').setInputFiles({ name: 'document.pdf', mimeType: 'application/pdf', buffer });
    const verdict = page.locator('#verdict', { hasText: words });
    await verdict.getByRole('heading', { name: heading, exact: true }).waitFor();
  };
}

/** The output of `npm run verify-receipt`. @throws Error with that when it ends with a failure */
async function verifiedByOperator(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return runLine(`npm run verify-receipt -- ${path}`, { DATABASE_URL: databaseUrl });
}

function proofIn(pdf: Buffer) {
  const [, text = ''] = /%TidegateProof (\S+)/.exec(pdf.toString('latin1')) ?? [];
  const proof = readProof(text);
  if (proof === null) throw new Error('The file contains no proof.');
  return { ...proof, text };
}

function factsOf(pdf: Buffer) {
  return proofIn(pdf).facts;
}

/** The file as a forger would make it: another fact under the signature of the true ones. */
function withFact(pdf: Buffer, fact: Readonly<Record<string, string>>): Buffer {
  const { text, keyId, facts, signature } = proofIn(pdf);
  const proof = `${textToSign(keyId, { ...facts, ...fact })}.${signature}`;
  return Buffer.from(pdf.toString('latin1').replaceAll(text, proof), 'latin1');
}

async function balanceOf(gateId: string): Promise<string> {
  const { body } = await shop.call<{ data: { gate_id: string; available: string }[] }>('GET', '/api/v1/balances');
  return body.data.find(({ gate_id }) => gate_id === gateId)?.available ?? 'none';
}
