import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AccountMail, AccountMailKind } from '../../domain/accounts/account-mail.ts';
import { MERCHANT_MAIL_EVENTS } from '../../domain/accounts/merchant-mail.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { expectAccessible, expectNoSidewaysScroll, withBrowser } from '../../scripts/testing/browser.ts';
import { accountMail } from './account-mails.ts';
import { invoiceView } from './invoice-view.fixture.ts';
import type { PayerMailKind } from './invoice-words/invoice-words.ts';
import { merchantMail } from './merchant-mails.ts';
import { payerMail } from './payer-mails.ts';
import { ACCOUNT_WORDS } from './words/all.ts';

const visit = withBrowser();
const MARK = readFileSync(join(import.meta.dirname, 'mark.png'), 'base64');
const TXID = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
const PAYER_KINDS: readonly PayerMailKind[] = ['paid', 'partly_paid', 'paid_late'];
const ACCOUNT_KINDS = Object.keys(ACCOUNT_WORDS.en.mails) as AccountMailKind[];

const invoice = invoiceView({
  reference: 'R'.repeat(120),
  transactions: [
    {
      txid: TXID,
      output: '0',
      gate_id: 'BTC',
      amount: '0.0008',
      confirmations: 2,
      status: 'confirmed',
      first_seen_at: '',
    },
  ],
});

/** Each kind of mail, the languages in turn. */
const mails = [
  ...PAYER_KINDS.map((kind) => (language: Language) => {
    const merchant = { name: 'Kestrel Cycles & Söhne '.repeat(5), supportEmail: 'help@kestrelcycles.example' };
    return payerMail(kind, invoice, { merchant, language });
  }),
  ...([...MERCHANT_MAIL_EVENTS, 'not_converted'] as const).map((event) => (language: Language) => {
    return merchantMail(event, invoice, { profileName: 'Kestrel', publicUrl: 'https://pay.example', language });
  }),
  ...ACCOUNT_KINDS.map(
    (kind) => (language: Language) => accountMail({ kind, values: VALUES } as AccountMail, language),
  ),
];

type Language = (typeof LANGUAGES)[number];

/** More than any one of them names. */
const VALUES = {
  code: '042137',
  url: 'https://pay.example/#t',
  browser: 'Firefox 142 on Linux',
  ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  time: '2026-11-20 10:15 UTC',
  email: `${'e'.repeat(60)}@kestrelcycles.example`,
};

describe.each(['light', 'dark'] as const)('mails in %s', (colorScheme) => {
  test.each([320, 376, 700])('fit a window %i wide and can be read by everyone', async (width) => {
    const { page, context, complaints } = await visit('data:', { colorScheme, viewport: { width, height: 600 } });
    for (const [at, write] of mails.entries()) {
      const { html, subject } = write(LANGUAGES[at % LANGUAGES.length] ?? 'en');
      // As a mail program shows it: in a place of its own page.
      const shown = html.replace('cid:logo', `data:image/png;base64,${MARK}`);
      await page.setContent(shown.replace(/<body[^>]*>/, '$&<main>').replace('</body>', '</main></body>'));
      await expectNoSidewaysScroll(page, subject);
      // Colours are the same at every width.
      if (width === 376 && at % 3 === 0) await expectAccessible(page, subject);
    }
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(background).toBe(colorScheme === 'dark' ? 'rgb(11, 15, 23)' : 'rgb(247, 248, 250)');
    // A mail asks nobody for anything: no picture of elsewhere, no font, no pixel that counts readers.
    expect(complaints).toEqual([]);
    await context.close();
  });
});
