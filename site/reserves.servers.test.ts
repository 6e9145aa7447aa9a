import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentSigner } from '../db/documents/keys.ts';
import { fund } from '../db/payouts/testing.fixture.ts';
import { keepSignature, recordAddresses } from '../db/reserves/addresses.ts';
import { proofFile, publishReserveDay } from '../db/reserves/days.ts';
import { makeReserveDay } from '../db/reserves/make-day.ts';
import { type TestMerchant, testBox } from '../db/testing.fixture.ts';
import type { Mode } from '../domain/assets/assets.ts';
import { expectAccessibleLook, expectNoSidewaysScroll, showAt, withBrowser } from '../scripts/testing/browser.ts';
import { type ServedSite, serveSite } from './served-site.fixture.ts';

const PICTURES = process.env.TIDEGATE_CONTACT_SHEETS;
const OWN = 'ltc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l';

let site: ServedSite;
let shop: TestMerchant;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidegate-reserves-'));
  site = await serveSite();
  shop = await site.api.merchant({ mode: 'production' });
  await fund(site.api.db, shop, 'LTC', 200_000_000n);
  await fund(site.api.db, await site.api.merchant(), 'BTC', 5n);
  await makeDay('production', '2026-11-28', '210000000');
  await makeDay('production', '2026-11-29', '150000001');
  await makeDay('sandbox', '2026-11-29', '1');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await site?.close();
});

async function makeDay(mode: Mode, day: string, minor: string): Promise<void> {
  const { db } = site.api;
  const signer = await documentSigner(db, testBox);
  await makeReserveDay(db, signer, { mode, day, gateway: 'https://pay.example', isSimulated: () => false });
  const chain = { mode, day, network: 'LTC' } as const;
  const readAt = new Date(`${day}T00:01:00Z`);
  await recordAddresses(db, chain, [
    { address: OWN, branch: 1, derivationIndex: 0, amounts: { LTC: minor }, readAt },
    {
      address: 'ltc1qunsigned00000000000000000000000000000000',
      branch: 1,
      derivationIndex: 1,
      amounts: { LTC: '9' },
      readAt,
    },
  ]);
  await keepSignature(db, { ...chain, address: OWN }, { publicKey: '02'.repeat(33), signature: 'signed' });
  await publishReserveDay(db, { mode, day });
}

const read = async (path: string) => {
  const answer = await fetch(`${site.origin}${path}`);
  return { answer, text: await answer.text() };
};

describe('the public page of reserves', () => {
  it('names the day, its moment, what is owed, and only what is signed as proven', async () => {
    const { text } = await read('/reserves');
    expect(text).toContain('<h1>Reserves on November 29, 2026</h1>');
    expect(text).toMatch(
      /LTC, Litecoin<\/th><td data-head="Owed to merchants">2\.00000000 LTC<\/td><td data-head="On signed addresses">1\.50000001 LTC</,
    );
    expect(text).toContain('What is not proven');
    expect(text).toContain(OWN);
    expect(text).not.toContain('unsigned');
    expect(text).not.toContain(shop.merchantId);
    expect(text).not.toMatch(/__[A-Z_]+__/);
  });

  it('claims no coverage of simulated coins, whatever was signed', async () => {
    const { text } = await read('/reserves');
    expect(text).toContain('Simulated: nothing is proven');
    expect(text).not.toMatch(/<td data-head="Coverage">\d/);
  });

  it('shows an earlier day, and says that sandbox proves nothing about money', async () => {
    const earlier = await read('/reserves?day=2026-11-28');
    expect(earlier.text).toContain('<h1>Reserves on November 28, 2026</h1>');
    const { text } = await read('/reserves?mode=sandbox');
    expect(text).toContain('<h1>Sandbox reserves on November 29, 2026</h1>');
    expect(text).toContain('This page proves nothing about real money.');
    for (const path of ['/reserves?day=2026-11-27', '/reserves?day=2026-02-31', '/reserves?day=%3Cscript%3E']) {
      expect((await read(path)).answer.status, path).toBe(404);
    }
  });

  it('gives everyone the statement with addresses and messages, and nothing of a merchant', async () => {
    const { text } = await read('/reserves/2026-11-29.json');
    const file = JSON.parse(text);
    expect(file).toMatchObject({ mode: 'production', day: '2026-11-29', statement: expect.stringMatching(/^TGR1\./) });
    expect(file.addresses).toEqual([
      {
        network: 'LTC',
        address: OWN,
        amounts_minor: { LTC: '150000001' },
        read_at: '2026-11-29T00:01:00.000Z',
        message: expect.stringContaining(`Address: ${OWN}\nDay: 2026-11-29\nStatement: `),
        public_key: '02'.repeat(33),
        signature: 'signed',
      },
    ]);
    expect(text).not.toContain(shop.merchantId);
    expect(text).not.toContain('salt');
    for (const path of ['2026-11-27.json', '2026-11-29', 'x.json', '2026-02-31.json']) {
      expect((await read(`/reserves/${path}`)).answer.status, path).toBe(404);
    }
  });
});

describe('in a browser', () => {
  const visit = withBrowser();

  it('the page is accessible and never wider than the window', async () => {
    const { page, context, complaints } = await visit(site.origin);
    await page.goto(`${site.origin}/reserves`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const width of [376, 1441]) {
        await showAt(page, width);
        await expectNoSidewaysScroll(page, `${colorScheme} ${width}`);
        await expectAccessibleLook(page, '/reserves', { width, colorScheme });
        if (PICTURES !== undefined)
          await page.screenshot({ path: join(PICTURES, `reserves-${colorScheme}-${width}.png`), fullPage: true });
      }
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('the verifier, saved to the disk, proves a file without network and refuses one that was changed', async () => {
    const { answer, text } = await read('/reserves/verifier.html');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="tidegate-reserves-verifier.html"');
    const saved = join(folder, 'verifier.html');
    writeFileSync(saved, text);
    const proof = await proofFile(site.api.db, { mode: 'production', day: '2026-11-29', merchantId: shop.merchantId });
    const right = join(folder, 'right.json');
    const wrong = join(folder, 'wrong.json');
    writeFileSync(right, JSON.stringify(proof));
    writeFileSync(wrong, JSON.stringify(proof).replace('"amount":"200000000"', '"amount":"200000001"'));
    const { page, context } = await visit(site.origin);
    await context.setOffline(true);
    await page.goto(pathToFileURL(saved).href);
    const verdict = page.locator('output');
    await page.getByLabel('File of the proof').setInputFiles(right);
    await page.getByText(`Proven for merchant ${shop.merchantId}`).waitFor();
    expect(await verdict.textContent()).toContain('2.00000000 LTC of 2.00000000 LTC owed in total');
    await page.getByLabel('File of the proof').setInputFiles(wrong);
    await page.getByText('Not proven.').waitFor();
    expect(await verdict.textContent()).toContain('The balance of 2.00000001 LTC is not part of the total');
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, 'reserves-verifier.png'), fullPage: true });
    await page.getByLabel('Public key').fill('x'.repeat(43));
    await page.getByLabel('File of the proof').setInputFiles(right);
    await page.getByText('another key than the one that you expect').waitFor();
    await context.close();
  });
});
