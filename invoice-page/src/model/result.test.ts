import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { viewNames, views } from '../../fixtures/views.fixture.ts';
import { createFormat } from '../i18n/format.ts';
import { LOCALES, type Locale } from '../i18n/locale.ts';
import type { Messages } from '../i18n/messages.ts';
import { createTranslate } from '../i18n/translate.ts';
import { titleOf } from '../parts/title.ts';
import type { CustomerInvoiceView } from '../view.ts';
import { orderLines } from './order.ts';
import { paymentOf } from './payment.ts';
import { progressOf } from './progress.ts';
import { resultOf, shopLink } from './result.ts';
import { type ResultName, screenOf } from './screen.ts';

const words = (locale: Locale) => {
  const messages: Messages = JSON.parse(
    readFileSync(new URL(`../i18n/locales/${locale}.json`, import.meta.url), 'utf8'),
  );
  return { t: createTranslate(locale, messages), format: createFormat(locale) };
};
const english = words('en');
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

function result(view: CustomerInvoiceView, name: ResultName) {
  return resultOf(name, view, english);
}

describe('a result', () => {
  it('says how far the network is and when it will be done', () => {
    const { dial, say } = result(views.confirming, 'confirming');
    expect(dial).toEqual({ kind: 'count', current: 1, required: 2 });
    expect(say).toBe('The Bitcoin network is confirming it. This takes about 10 more min.');
  });

  it('names the excess and its worth at the locked rate', () => {
    const { say, facts } = result(views.overpaid, 'overpaid');
    expect(plain(say)).toContain('You sent 0.00019403 BTC more than it costs');
    expect(plain(facts.find(({ key }) => key === 'extra')?.value ?? '')).toBe('0.00019403 BTC, about €16.34');
  });

  it('tells what is missing of an underpaid invoice, and shows the share that arrived', () => {
    const { dial, facts } = result(views.invalid, 'invalid');
    expect(dial).toEqual({ kind: 'share', ratio: 0.7112 });
    expect(plain(facts.find(({ key }) => key === 'missing')?.value ?? '')).toBe('0.00040597 BTC, about €34.19');
  });

  it('says why the shop has to decide', () => {
    expect(result(views['invalid-after-cancel'], 'invalid').say).toContain('after this invoice was canceled');
    expect(result({ ...views.invalid, status_reason: 'underpaid_late' }, 'invalid').say).toContain('came late');
  });

  it('never asks a late payer to send more', () => {
    for (const name of ['expired-partial', 'late-confirming', 'paid-late', 'invalid'] as const) {
      const screen = screenOf(views[name], true) as ResultName;
      const { say, note, actions } = result(views[name], screen);
      expect(`${say} ${note?.text ?? ''}`).not.toMatch(/send the rest(?! now)/i);
      expect(actions.every(({ kind }) => kind !== 'again')).toBe(true);
    }
  });

  it('says that nobody chose a coin instead of naming an address that never was', () => {
    const { say, note } = result(views['expired-unchosen'], 'expired');
    expect(say).toContain('no coin had been chosen');
    expect(note).toBeNull();
  });

  it('shows each output of several payments as its own line', () => {
    const [first] = views.paid.transactions;
    if (first === undefined) throw new Error('the fixture has a transaction');
    const two: CustomerInvoiceView = { ...views.paid, transactions: [first, { ...first, output: '1' }] };
    expect(result(two, 'paid').facts.filter(({ kind }) => kind === 'transaction')).toHaveLength(2);
  });

  it('leads back to the shop, by the link for what happened', () => {
    expect(result(views.paid, 'paid').actions).toEqual([
      {
        kind: 'return',
        label: 'Return to Kestrel Cycles',
        href: 'https://kestrelcycles.example/thanks',
        primary: true,
      },
    ]);
    expect(result(views.expired, 'expired').actions[0]).toMatchObject({
      kind: 'again',
      href: 'https://kestrelcycles.example/cart',
    });
  });

  it('hazard 71: follows no link of a merchant that is not of the web', () => {
    const hostile: CustomerInvoiceView = {
      ...views.paid,
      success_url: 'javascript:alert(1)',
      cancel_url: 'data:text/html,x',
      merchant: { ...views.paid.merchant, domain: null },
    };
    expect(shopLink(hostile, true)).toBeNull();
    expect(result(hostile, 'paid').actions).toEqual([]);
  });
});

describe('every state in every language', () => {
  it.each(Object.keys(LOCALES) as Locale[])('%s leaves no placeholder open and nothing empty', (locale) => {
    const { t, format } = words(locale);
    for (const name of viewNames) {
      const view: CustomerInvoiceView = views[name];
      const screen = screenOf(view, Date.parse(view.server_time) >= Date.parse(view.expires_at));
      const shown: unknown[] = [
        titleOf(screen, view, t),
        orderLines(view, { t, format }),
        progressOf(screen, view, { t, format }),
      ];
      if (screen === 'pay' || screen === 'partial') shown.push(paymentOf(view, screen, t));
      else if (screen !== 'choose') shown.push(resultOf(screen, view, { t, format }));
      const text = JSON.stringify(shown);
      expect(text, `${name} in ${locale}`).not.toMatch(/\{\w+\}|undefined|NaN|Invalid Date/);
      expect(text, `${name} in ${locale}`).not.toMatch(/"(say|label|title|value)":""/);
    }
  });
});

describe('the order', () => {
  it('lists items with their amounts, the total, then the taxes the prices hold', () => {
    const lines = orderLines(views.pay, english).map(({ label, amount }) => `${label}: ${amount}`);
    expect(lines).toEqual([
      'Steel rear rack, black: €84.40',
      'Chain oil, 120 ml: €24.00',
      'Delivery, 2–3 days: €10.00',
      'Total: €118.40',
      'Includes VAT 19%: €18.90',
    ]);
  });

  it('adds taxes and fees that the payer pays on top before the total', () => {
    const lines = orderLines(views.plain, english).map(({ label, amount }) => `${label}: ${amount}`);
    expect(lines.slice(1)).toEqual([
      'VAT 19%: €190.00',
      'Service fee: €9.52',
      'Network fee: €1.10',
      'Total: €1,200.62',
    ]);
  });
});

describe('what to send', () => {
  it('is the rest after a part, with a code of its own', () => {
    const payment = paymentOf(views.partial, 'partial', english.t);
    expect(payment?.amount).toBe('0.00040597');
    expect(payment?.codes[0]?.payload).toContain('amount=0.00040597');
  });

  it('shows ether without the zeros of its eighteen places', () => {
    expect(paymentOf(views['pay-eth'], 'pay', english.t)?.amount).toBe('0.04062726');
  });

  it('offers one code where the payload is the address, two where wallets differ', () => {
    expect(paymentOf(views['pay-usdt-trc20'], 'pay', english.t)?.codes).toHaveLength(1);
    expect(paymentOf(views['pay-xrp'], 'pay', english.t)?.codes.map(({ name }) => name)).toEqual([
      'With the tag',
      'Address only',
    ]);
  });

  it('warns of the network of a token by its standard', () => {
    expect(paymentOf(views['pay-usdt-trc20'], 'pay', english.t)?.hint).toContain('TRON (TRC-20)');
  });
});
