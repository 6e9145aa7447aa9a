import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { separatorsOf } from '../../../domain/money/decimal-text.ts';
import { views } from '../../fixtures/views.fixture.ts';
import { createNumberFormat, createTimeFormat } from '../i18n/format.ts';
import type { Messages } from '../i18n/messages.ts';
import { createTranslate } from '../i18n/translate.ts';
import { otherNote } from './other-money.ts';
import { resultOf } from './result.ts';

const messages: Messages = JSON.parse(
  readFileSync(new URL('../../../locales/en/invoice-page.json', import.meta.url), 'utf8'),
);
const words = {
  t: createTranslate('en', messages),
  format: { ...createNumberFormat('en-GB', separatorsOf('en-GB')), ...createTimeFormat('en-GB', 'UTC') },
};
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');
const noteOf = (view: CustomerInvoice) => {
  const note = otherNote(view, words, 'en');
  return note === null ? null : plain(`${note.strong} ${note.text}`);
};

describe('money of another coin', () => {
  it('is named, with the notes that it is safe and how it goes back', () => {
    expect(noteOf(views['other-coin'])).toBe(
      'You sent 137.005323 USDT on Ethereum, but this order needs ETH. It is safe; you can get it back.',
    );
    expect(noteOf(views['paid-in-two-coins'])).toMatch(/^You also sent .* Kestrel Cycles can send it back to you/);
    expect(noteOf(views['other-coin-confirming'])).toMatch(/^You sent a token on Ethereum, but .* not lost\.$/);
  });

  it('leads to the form that gets it back, with its transaction', () => {
    const [payment] = views['other-coin'].other_payments;
    const path = `/invoice/${views['other-coin'].id}/claim?lang=en&transaction=${payment?.txid}`;
    expect(otherNote(views['other-coin'], words, 'en')?.action?.href).toBe(path);
    expect(otherNote(views['paid-in-two-coins'], words, 'en')?.action).toBeUndefined();
    expect(otherNote(views['other-coin-confirming'], words, 'en')?.action).toBeUndefined();
  });

  it('is no news where none came, or where it has gone back', () => {
    expect(noteOf(views.pay)).toBeNull();
    const [payment] = views['paid-in-two-coins'].other_payments;
    expect(noteOf({ ...views.paid, other_payments: [{ ...payment, status: 'returned' }] })).toBeNull();
  });

  it('is on the expired invoice instead of the sentence that nothing had arrived', () => {
    const { say, facts } = resultOf('expired', views['other-coin-expired'], words);
    expect(say).not.toContain('no payment had arrived');
    const lines = facts.map(({ label, value }) => `${label}: ${plain(value)}`);
    expect(lines).toContain('In another coin: 137.005323 USDT on Ethereum');
    expect(lines).not.toContain('Received: Nothing');
  });
});

describe('an order that was paid twice', () => {
  it('says what came too much and that it is safe', () => {
    expect(plain(resultOf('paid', views['paid-twice'], words).note?.text)).toBe(
      'You sent 0.00140597 BTC more than this order costs. It is safe: ask Kestrel Cycles to send it back.',
    );
    expect(resultOf('paid', views.paid, words).note).toBeNull();
  });
});
