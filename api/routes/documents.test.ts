import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSecretBox } from '../../db/core/secret-box.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute } from '../../db/core/sql.ts';
import { rotateDocumentKey } from '../../db/documents/keys.ts';
import { makeInvoice, payInFull } from '../../db/invoices/testing.fixture.ts';
import { fund } from '../../db/payouts/testing.fixture.ts';
import { storeLogo } from '../../db/shops/logos.ts';
import { type TestMerchant, testEncryptionKey } from '../../db/testing.fixture.ts';
import { openTill, withdraw } from '../../db/withdrawals/testing.fixture.ts';
import { readSealedFile } from '../../domain/documents/seal.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { type ReadPdf, readPdf } from '../documents/read-pdf.fixture.ts';
import { PAYER_WORDS } from '../documents/words/payer-words-all.ts';
import { openTestApi } from '../testing/open-api.fixture.ts';
import type { TestAnswer, TestApi } from '../testing/server.fixture.ts';

let shop: TestMerchant;
let browser: Awaited<ReturnType<TestApi['signIn']>>;
const api = await openTestApi({ env: { RATE_LIMIT_CUSTOMER_PER_MINUTE: '1000000' } });
beforeAll(async () => {
  shop = await api.merchant();
  browser = await api.signIn(shop);
});

let made = 0;
/** An invoice of two items, paid. */
async function paidInvoice(of = shop): Promise<string> {
  made += 1;
  const { id } = await makeInvoice(api.db, of, {
    priceMinor: 10_000n,
    items: [
      { name: 'Кофе “Ünïcode” <b>', quantity: 2, priceMinor: 2_500n },
      { name: 'Tee https://evil.example', quantity: 1, priceMinor: 5_000n },
    ],
    reference: `Заказ-№${made}`,
  });
  await payInFull(api.db, id);
  return id;
}

async function pdfOf(answer: TestAnswer): Promise<ReadPdf> {
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  return readPdf(answer.bytes);
}

/** The request that the page `/verify` sends for a file. */
async function verified(bytes: Buffer) {
  const sealed = readSealedFile(bytes);
  if (sealed === null) return { verdict: 'none' };
  const digest = await crypto.subtle.digest('SHA-256', sealed.covered);
  const sha256 = Buffer.from(digest).toString('base64url');
  const { json } = await api.call({
    url: '/verify',
    body: { proof: sealed.proof, file: { seal: sealed.seal, sha256 } },
  });
  return json.data;
}

describe('the receipt of a paid invoice', () => {
  test('is a tagged PDF/UA in the language of the payer, for all seven', async () => {
    const id = await paidInvoice();
    for (const language of LANGUAGES) {
      const words = PAYER_WORDS[language];
      const answer = await api.call({ url: `/customer/invoices/${id}/receipt.pdf?lang=${language}` });
      const pdf = await pdfOf(answer);
      expect([pdf.title, pdf.language, pdf.isTagged]).toEqual([words.receipt, language, true]);
      expect(pdf.xmp).toContain('pdfuaid');
      for (const text of [words.seller, words.received, words.verify, id, '0.002'])
        expect(pdf.text.replaceAll(',', '.')).toContain(text);
      expect(pdf.roles).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'TH', 'TD', 'Figure', 'Link']));
    }
  });

  test('says who was paid, what, and with what, and proves it', async () => {
    const id = await paidInvoice();
    const answer = await api.call({ url: `/customer/invoices/${id}/receipt.pdf?lang=en` });
    const { text, links } = await pdfOf(answer);
    expect(text).toContain(`Заказ-№${made}`);
    expect(text).toContain('€100.00');
    expect(text).toContain('1 BTC = €50,000.00');
    // Short where people read it, whole where it is checked.
    expect(text).toContain(`${id.slice(0, 8)}…${id.slice(-6)}`);
    expect(text.split(id)).toHaveLength(2);
    const { verdict, facts } = await verified(answer.bytes);
    expect(verdict).toBe('genuine');
    expect(facts).toMatchObject({ kind: 'receipt', id, total: '100.00', currency: 'EUR', gate_id: 'BTC' });
    const [link = ''] = links;
    expect(link).toMatch(/^http:\/\/localhost:8080\/verify#TG1\./);
    const scanned = await api.call({ url: '/verify', body: { proof: link.slice(link.indexOf('#') + 1) } });
    expect(scanned.json.data).toEqual({ verdict: 'genuine', facts });
  });

  test('is there once the invoice is paid, and not before', async () => {
    const { id } = await makeInvoice(api.db, shop);
    const early = await api.call({ url: `/customer/invoices/${id}/receipt.pdf` });
    expect([early.status, early.json.code]).toEqual([409, 'illegal_transition']);
    expect((await browser({ url: `/spa/sandbox/invoices/${id}/invoice.pdf` })).status).toBe(409);
  });
});

test('invoice and receipt begin with the logo of the shop, on white where it is transparent', async () => {
  const shown = await api.merchant();
  const id = await paidInvoice(shown);
  const files = () =>
    Promise.all(
      ['invoice', 'receipt'].map(async (kind) => {
        const answer = await api.call({ url: `/customer/invoices/${id}/${kind}.pdf?lang=en` });
        return { ...(await pdfOf(answer)), verdict: (await verified(answer.bytes)).verdict };
      }),
    );
  expect((await files()).map(({ images }) => images)).toEqual([0, 0]);
  const transparent = { r: 0, g: 128, b: 128, alpha: 0.3 };
  const png = await sharp({ create: { width: 300, height: 90, channels: 4, background: transparent } })
    .png()
    .toBuffer();
  await inTransaction(api.db, (tx) => storeLogo(tx, shown.profileId, { png, width: 300, height: 90 }));
  for (const { images, alts, roles, verdict } of await files()) {
    expect([images, verdict]).toEqual([1, 'genuine']);
    expect(roles.indexOf('Figure')).toBeLessThan(roles.indexOf('H1'));
    expect(alts).toHaveLength(2);
  }
});

test('an invoice lists items and taxes, which add up to its total; hazard 71: no text of a shop is a link', async () => {
  const taxed = await api.merchant();
  await execute(
    api.db,
    `UPDATE profile SET tax_name = 'VAT', tax_rate_bps = 1900, tax_type = 'exclusive' WHERE id = $1`,
    [taxed.profileId],
  );
  const id = await paidInvoice(taxed);
  const as = await api.signIn(taxed);
  const answer = await as({ url: `/spa/sandbox/invoices/${id}/invoice.pdf` });
  const { text, title } = await pdfOf(answer);
  expect(title).toBe('Invoice');
  for (const line of [
    'Кофе “Ünïcode” <b>',
    '€25.00',
    '€50.00',
    'Tee https: //evil.example',
    'VAT 19%',
    '€19.00',
    '€119.00',
  ])
    expect(text).toContain(line);
  expect((await verified(answer.bytes)).facts).toMatchObject({ price: '100.00', taxes: '19.00', total: '119.00' });
});

test('a network draws a few documents at a time, and more once those are there', async () => {
  const id = await paidInvoice();
  const get = () => api.call({ url: `/customer/invoices/${id}/invoice.pdf` });
  const { asked } = await inTransaction(api.db, async (tx) => {
    // Those that have a place wait for the invoice.
    await execute(tx, 'LOCK TABLE invoice IN ACCESS EXCLUSIVE MODE');
    const requested = [get(), get(), get(), get(), get()];
    expect((await Promise.race(requested)).status).toBe(429);
    return { asked: requested };
  });
  expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429]);
  expect((await get()).status).toBe(200);
});

test('hazard 57: documents of another merchant are not found', async () => {
  const id = await paidInvoice();
  const stranger = await api.signIn(await api.merchant());
  for (const path of ['invoices/:id/invoice.pdf', 'invoices/:id/receipt.pdf', 'payouts/:id/confirmation.pdf'])
    expect((await stranger({ url: `/spa/sandbox/${path.replace(':id', id)}` })).status).toBe(404);
});

test('a withdrawal that is done is confirmed with the reference of the bank', async () => {
  const till = await openTill(api.db);
  const { id } = await withdraw(api.db, till);
  const as = await api.signIn(till.shop);
  const url = `/spa/${till.shop.mode}/withdrawals/${id}/confirmation.pdf`;
  expect((await as({ url })).status).toBe(409);
  await execute(
    api.db,
    `UPDATE withdrawal SET status = 'done', hold = 'posted', completed_at = now(), bank_reference = 'BANK-REF-77'
     WHERE id = $1`,
    [id],
  );
  const answer = await as({ url });
  const { text } = await pdfOf(answer);
  expect(text).toContain('BANK-REF-77');
  expect((await verified(answer.bytes)).facts).toMatchObject({ kind: 'withdrawal', id, bank_reference: 'BANK-REF-77' });
});

describe('a statement', () => {
  async function statement(of: TestMerchant, filter: object) {
    const as = await api.signIn(of);
    const body = { kind: 'statement', time_zone: 'Europe/Vilnius', filter };
    const requested = await as({ url: '/spa/sandbox/reports', body });
    return { asked: requested, answer: await as({ url: `/spa/reports/${requested.json.data?.id}/file` }) };
  }

  test('opens, lists and closes a balance, over as many pages as it takes', async () => {
    const of = await api.merchant();
    for (let made = 0; made < 130; made += 1) await fund(api.db, of, 'LTC', 1_000_000n + BigInt(made));
    const { asked, answer } = await statement(of, { gate_id: 'LTC' });
    expect(asked.json.data.file_name).toMatch(/^statement-LTC-\d{4}-\d\d-\d\d\.pdf$/);
    const { text, pages, language } = await pdfOf(answer);
    expect([pages.length, language]).toEqual([3, 'en']);
    expect(text).toContain('1.30008385');
    expect(pages.every((page, index) => page.includes(`Page ${index + 1}`) && page.includes('Balance'))).toBe(true);
    const { verdict, facts } = await verified(answer.bytes);
    expect(verdict).toBe('genuine');
    expect(facts).toMatchObject({ opening: '0.00000000', closing: '1.30008385', sent: '0.00000000', movements: '130' });
  });

  test('needs an asset, and one that the merchant has', async () => {
    const without = await statement(shop, {});
    expect([without.asked.status, without.asked.json.errors]).toEqual([
      422,
      { gate_id: ['Choose the asset of the statement.'] },
    ]);
    expect((await statement(shop, { gate_id: 'XRP' })).answer.status).toBe(404);
  });

  test('hazard 69: the balance report adds up from opening to closing', async () => {
    const of = await api.merchant();
    await fund(api.db, of, 'LTC', 250n);
    await fund(api.db, of, 'LTC', 50n);
    const as = await api.signIn(of);
    const requested = await as({ url: '/spa/sandbox/reports', body: { kind: 'balance', time_zone: 'UTC' } });
    const { text } = await as({ url: `/spa/reports/${requested.json.data.id}/file` });
    expect(text.split('\r\n')).toEqual([
      '\uFEFFasset,line,movements,amount',
      'LTC,opening,0,0.00000000',
      'LTC,settle,2,0.00000300',
      'LTC,closing,2,0.00000300',
      '',
    ]);
  });
});

describe('a document that somebody changed', () => {
  test('is not genuine, wherever a byte of its facts, its seal or the rest of the file was changed', async () => {
    const id = await paidInvoice();
    const { bytes } = await api.call({ url: `/customer/invoices/${id}/receipt.pdf?lang=en` });
    const proofAt = bytes.lastIndexOf('%TidegateProof TG1.') + '%TidegateProof '.length;
    const end = bytes.indexOf('\n', proofAt);
    for (let at = proofAt; at < end; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = changed[at] === 0x41 ? 0x42 : 0x41;
      expect(['none', 'unknown']).toContain((await verified(changed)).verdict);
    }
    for (const at of [10, 500, Math.floor(bytes.length / 2), bytes.lastIndexOf('startxref') + 11]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(['none', 'changed']).toContain((await verified(changed)).verdict);
    }
    expect((await verified(Buffer.concat([bytes, Buffer.from('% more\n')]))).verdict).toBe('none');
  });

  test('with facts, a signature or a proof of another document is not genuine', async () => {
    const [first, second] = await Promise.all(
      [await paidInvoice(), await paidInvoice()].map(async (id) => {
        const { bytes } = await api.call({ url: `/customer/invoices/${id}/receipt.pdf?lang=en` });
        const file = readSealedFile(bytes);
        if (file === null) throw new Error('The receipt is sealed.');
        const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', file.covered)).toString('base64url');
        return { proof: file.proof, file: { seal: file.seal, sha256 } };
      }),
    );
    const proof = [...(first?.proof.split('.') ?? []).slice(0, 3), second?.proof.split('.')[3] ?? ''].join('.');
    const ask = async (body: object) => (await api.call({ url: '/verify', body })).json.data;
    expect(await ask({ proof })).toEqual({ verdict: 'unknown', facts: null });
    expect([await ask({ ...first }), await ask({ ...second })]).toMatchObject([
      { verdict: 'genuine' },
      { verdict: 'genuine' },
    ]);
    expect(await ask({ proof: second?.proof, file: first?.file })).toMatchObject({ verdict: 'changed' });
    expect(await ask({ proof: first?.proof, file: second?.file })).toMatchObject({ verdict: 'changed' });
  });

  test('stays genuine after the key was changed, and new documents are signed with the new one', async () => {
    const id = await paidInvoice();
    const url = `/customer/invoices/${id}/receipt.pdf?lang=en`;
    const before = await api.call({ url });
    const keyId = await rotateDocumentKey(api.db, createSecretBox(testEncryptionKey));
    const after = await api.call({ url });
    for (const { bytes } of [before, after]) expect((await verified(bytes)).verdict).toBe('genuine');
    expect(readSealedFile(before.bytes)?.proof).not.toContain(`.${keyId}.`);
    expect(readSealedFile(after.bytes)?.proof).toContain(`.${keyId}.`);
  });
});
