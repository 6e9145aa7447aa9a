import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { copyFrontEnd } from '../../../scripts/start/front-ends.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';

const invoicePage = mkdtempSync(join(tmpdir(), 'card-page-'));
let api: TestApi;
let shop: TestMerchant;
let invoice: string;

beforeAll(async () => {
  await copyFrontEnd(join(import.meta.dirname, '../../..'), 'invoice-page', invoicePage);
  api = await startTestApi({ deps: { frontEnds: { invoicePage } } });
  shop = await api.merchant({ profile: { domain: 'kestrel.example' } });
  const body = { amount: '118.40', currency: 'EUR' };
  invoice = (await api.call({ url: '/api/v1/invoices', body, as: shop.token })).json.data.id;
});
afterAll(async () => {
  await api?.close();
  rmSync(invoicePage, { recursive: true, force: true });
});

const policyOf = (headers: Record<string, unknown>) => String(headers['content-security-policy']);
const stateOf = (text: string) => JSON.parse(/id="state">(.*?)<\/script>/.exec(text)?.[1] ?? 'null');

describe('the pages of the card purchase', () => {
  test('are framed by the shop’s own pages alone, and what the seller leads back to by nobody', async () => {
    for (const url of [`/onramp-iframe?shop=${shop.profileId}`, `/card-payment/invoice/${invoice}`]) {
      const { status, headers } = await api.call({ url });
      expect(status, url).toBe(200);
      expect(policyOf(headers), url).toMatch(
        /frame-ancestors 'self' https:\/\/kestrel\.example https:\/\/\*\.kestrel\.example/,
      );
      expect(policyOf(headers), url).not.toContain('unsafe');
    }
    for (const url of [
      `/card-payment/shop/${shop.profileId}`,
      `/card-payment/${newId()}`,
      '/onramp-iframe',
      `/onramp-iframe?shop=${newId()}`,
    ]) {
      const { headers } = await api.call({ url });
      expect(policyOf(headers), url).toContain("frame-ancestors 'none'");
    }
  });

  test('say in their first answer whose shop it is, and of an invoice no more than its number and total', async () => {
    const { text } = await api.call({ url: `/card-payment/invoice/${invoice}` });
    const { merchant, invoice: shown } = stateOf(text);
    expect(merchant.shop).toMatchObject({ id: shop.profileId, domain: 'kestrel.example' });
    expect(shown).toEqual({ id: invoice, reference: null, total: '118.40', currency: 'EUR' });
    expect(text).toContain(merchant.shop.name);
  });

  test('of no shop, invoice or id are a page that says so', async () => {
    for (const url of [
      '/onramp-iframe',
      '/onramp-iframe?shop=x',
      `/onramp-iframe?shop=${newId()}`,
      `/card-payment/invoice/${newId()}`,
    ]) {
      const { status, text } = await api.call({ url });
      expect([status, stateOf(text)], url).toEqual([404, 'missing']);
    }
  });

  test('are in the reader’s language, and the same for every order', async () => {
    const german = { 'accept-language': 'de-AT,de;q=0.9' };
    const { text } = await api.call({ url: `/card-payment/${newId()}`, headers: german });
    expect(text).toContain('<html lang="de">');
    expect(stateOf(text)).toEqual({ merchant: null, invoice: null });
    const chosen = await api.call({ url: `/card-payment/${newId()}?lang=fr`, headers: german });
    expect(chosen.text).toContain('<html lang="fr">');
  });
});
