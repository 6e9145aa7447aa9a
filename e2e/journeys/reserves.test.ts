import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect } from '../../db/connect.ts';
import { createSecretBox } from '../../db/core/secret-box.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { documentSigner } from '../../db/documents/keys.ts';
import { publishedDay, publishReserveDay } from '../../db/reserves/days.ts';
import { makeReserveDay } from '../../db/reserves/make-day.ts';
import type { ReserveProofFile } from '../../domain/reserves/proof-file.ts';
import { encryptionKey } from '../../scripts/start/secrets.ts';
import { withBrowser } from '../../scripts/testing/browser.ts';
import { makeRunFolder } from '../../scripts/testing/run-folder.ts';
import { workflowIds } from '../../workflows/messages.ts';
import { runLine } from '../runbook.fixture.ts';
import { openShop } from '../shop.fixture.ts';
import { signInMerchant } from '../sign-in.fixture.ts';

const product = inject('product');
const { databaseUrl, temporalAddress, dataDir } = inject('productServers');
const shop = openShop(product);
const visit = withBrowser();
const folder = makeRunFolder();

let db: Db;
beforeAll(() => {
  db = connect(databaseUrl, { poolSize: 2, applicationName: 'tidegate-e2e' });
});
afterAll(async () => {
  await db.close();
  folder.remove();
});

test('a merchant downloads the proof of a day and verifies it offline; one unit more, or another day, is refused', async () => {
  const { id } = await shop.create({ amount: '40.00', gate_id: 'LTC' });
  await shop.pay(id, 'paid');
  await shop.until(id, 'done');
  const today = new Date().toISOString().slice(0, 10);
  await runSchedule(today);
  // The schedule may have made today before this payment, so the payment is surely in the day after.
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
  await makeByHand(tomorrow);

  const { page, complaints, context } = await visit(product.url, { viewport: { width: 1441, height: 900 } });
  await signInMerchant(page, product);
  await page.goto(`${product.url}/balance?tab=reserves`);
  const proof = await downloaded(page, tomorrow);
  const balance = proof.balances.find(({ gate_id }) => gate_id === 'LTC');
  expect(Number(balance?.amount)).toBeGreaterThan(0);
  const earlier = await publishedDay(db, { mode: 'sandbox', day: today });
  const more = proof.balances.map((each) => ({ ...each, amount: String(BigInt(each.amount) + 1n) }));
  const files = {
    genuine: await saved('genuine', proof),
    more: await saved('more', { ...proof, balances: more }),
    otherDay: await saved('other-day', { ...proof, statement: earlier?.statement ?? '' }),
  };

  const key = await publicKeyOf(page, tomorrow);
  expect(await verify(files.genuine, key)).toContain(`Proven for merchant ${proof.merchant_id}`);
  await expect(verify(files.more, key)).rejects.toThrow('is not part of the total that was signed');
  const otherDay = `The proof is of ${tomorrow}, but the statement in it is of ${today}`;
  await expect(verify(files.otherDay, key)).rejects.toThrow(otherDay);

  // From here on, the browser reports the page from the disk as a request to elsewhere.
  expect(complaints).toEqual([]);
  const choose = await openVerifier(page);
  await choose(files.genuine, `Proven for merchant ${proof.merchant_id}`);
  await choose(files.more, 'is not part of the total that was signed');
  await choose(files.otherDay, otherDay);
  await context.close();
});

/** The schedule runs as at each full hour, until the day is public. */
async function runSchedule(day: string): Promise<void> {
  const connection = await Connection.connect({ address: temporalAddress });
  await new Client({ connection }).schedule.getHandle(workflowIds.reserves).trigger('SKIP');
  await connection.close();
  await expect.poll(() => publishedDay(db, { mode: 'sandbox', day })).toBeDefined();
}

async function makeByHand(day: string): Promise<void> {
  const box = createSecretBox(Buffer.from(encryptionKey(join(dataDir, 'encryption-key')), 'base64'));
  const gateway = new URL(product.url).origin;
  await makeReserveDay(db, await documentSigner(db, box), { mode: 'sandbox', day, gateway, isSimulated: () => true });
  await publishReserveDay(db, { mode: 'sandbox', day });
}

async function downloaded(page: Page, day: string): Promise<ReserveProofFile> {
  const click = () => page.getByRole('link', { name: new RegExp(`^Download\\s+proof of ${day}`) }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  expect(download.suggestedFilename()).toBe(`reserves-sandbox-${day}.json`);
  const path = join(folder.path, 'downloaded.json');
  await download.saveAs(path);
  return JSON.parse(await readFile(path, 'utf8')) as ReserveProofFile;
}

async function saved(name: string, file: ReserveProofFile): Promise<string> {
  const path = join(folder.path, `${name}.json`);
  await writeFile(path, JSON.stringify(file));
  return path;
}

/** The key as anyone reads it on the gateway, not as the file names it. */
async function publicKeyOf(page: Page, day: string): Promise<string> {
  const answer = await page.request.get(`${product.url}/reserves/${day}.json?mode=sandbox`);
  return ((await answer.json()) as { public_key: string }).public_key;
}

/** The output of the CLI. @throws Error with what it printed when it ends with a failure */
function verify(path: string, key: string): Promise<string> {
  return runLine(`node packages/cli/src/main.ts verify-reserves ${path} --key=${key}`, {});
}

/** The verifier as it was saved to the disk: no server is asked. */
async function openVerifier(page: Page) {
  const answer = await page.request.get(`${product.url}/reserves/verifier.html`);
  const path = join(folder.path, 'verifier.html');
  await writeFile(path, await answer.body());
  await page.goto(pathToFileURL(path).href);
  return async (file: string, words: string) => {
    await page.getByLabel('File of the proof').setInputFiles(file);
    await page.locator('output', { hasText: words }).waitFor();
  };
}
