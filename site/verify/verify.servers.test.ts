import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../api/testing/server.fixture.ts';
import { makeInvoice, payInFull } from '../../db/invoices/testing.fixture.ts';
import { fund } from '../../db/payouts/testing.fixture.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { withBrowser } from '../../scripts/testing/browser.ts';
import { type ServedSite, serveSite } from '../served-site.fixture.ts';
import { verifyWords } from './words.ts';

let site: ServedSite;
let api: TestApi;
let origin: string;

beforeAll(async () => {
  site = await serveSite();
  ({ api, origin } = site);
});
afterAll(async () => {
  await site?.close();
});

describe('the page that verifies documents', () => {
  const visit = withBrowser();

  it('says genuine of a receipt and a statement, changed of a file with one other byte, and reads the code', async () => {
    const shop = await api.merchant();
    await fund(api.db, shop, 'BTC', 77_000n);
    const { id } = await makeInvoice(api.db, shop);
    await payInFull(api.db, id);
    const receipt = (await api.call({ url: `/customer/invoices/${id}/receipt.pdf` })).bytes;
    const as = await api.signIn(shop);
    const body = { kind: 'statement', time_zone: 'UTC', filter: { gate_id: 'BTC' } };
    const created = await as({ url: '/spa/sandbox/reports', body });
    const statement = (await as({ url: `/spa/reports/${created.json.data.id}/file` })).bytes;

    const { page, context, complaints } = await visit(origin);
    await page.goto(`${origin}/verify`);
    const verdict = page.locator('#verdict');
    const choose = (name: string, buffer: Buffer) =>
      page.getByLabel('PDF file').setInputFiles({ name, mimeType: 'application/pdf', buffer });
    await choose('receipt.pdf', receipt);
    await verdict.getByRole('heading', { name: 'Genuine, test: no money moved', exact: true }).waitFor();
    expect(await verdict.textContent()).toContain(id);
    await choose('statement.pdf', statement);
    await verdict.getByText('Closing balance').waitFor();
    expect(await verdict.textContent()).toMatch(/Closing balance0\.0\d+/);

    const changed = Buffer.from(receipt);
    changed[400] = (changed[400] ?? 0) ^ 1;
    await choose('changed.pdf', changed);
    await verdict.getByRole('heading', { name: 'Changed after it was issued' }).waitFor();
    await choose('other.pdf', Buffer.from('%PDF-1.7 of somebody else'));
    await verdict.getByRole('heading', { name: 'Not genuine' }).waitFor();

    const proof = /%TidegateProof (\S+)/.exec(receipt.toString('latin1'))?.[1] ?? '';
    await page.goto('about:blank');
    await page.goto(`${origin}/verify#${proof}`);
    await verdict.getByText('Compare them with your document').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('speaks the language of the browser or the link, and keeps the document when the language changes', async () => {
    const shop = await api.merchant();
    const { id } = await makeInvoice(api.db, shop);
    await payInFull(api.db, id);
    const receipt = (await api.call({ url: `/customer/invoices/${id}/receipt.pdf` })).bytes;
    const proof = /%TidegateProof (\S+)/.exec(receipt.toString('latin1'))?.[1] ?? '';

    const { page, context, complaints } = await visit(origin, { locale: 'de-DE' });
    await page.goto(`${origin}/verify#${proof}`);
    const verdict = page.locator('#verdict');
    await verdict.getByText('Vergleichen Sie sie mit Ihrem Dokument').waitFor();
    expect(await page.title()).toBe('Dokument prüfen – Tidegate');
    expect(await verdict.textContent()).toContain('DokumentZahlungsbeleg');
    await page.getByRole('link', { name: 'Русский' }).click();
    await verdict.getByText('Сравните их со своим документом').waitFor();
    expect(await verdict.textContent()).toContain('ДокументКвитанция об оплате');
    expect(await page.locator('html').getAttribute('lang')).toBe('ru');
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('every language of the page that verifies documents', () => {
  it.each(LANGUAGES)('%s is served alone, and caches know what chose it', async (lang) => {
    const answer = await fetch(`${origin}/verify`, { headers: { 'accept-language': lang, accept: 'text/html' } });
    expect(answer.headers.get('vary')).toContain('accept-language');
    expect(await answer.text()).toContain(`<html lang="${lang}">`);
  });

  it('names every fact that a document states', async () => {
    const words = await verifyWords('fr');
    const shop = await api.merchant();
    const { id } = await makeInvoice(api.db, shop);
    await payInFull(api.db, id);
    const receipt = (await api.call({ url: `/customer/invoices/${id}/receipt.pdf` })).bytes.toString('latin1');
    const [, , facts = ''] = (/%TidegateProof (\S+)/.exec(receipt)?.[1] ?? '').split('.');
    const names = Object.keys(JSON.parse(Buffer.from(facts, 'base64url').toString()) as object);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !(name in words.facts))).toEqual([]);
  });
});
