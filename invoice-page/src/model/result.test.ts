import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { separatorsOf } from '../../../domain/money/decimal-text.ts';
import { linkOfferOf, viewNames, views } from '../../fixtures/views.fixture.ts';
import { createNumberFormat, createTimeFormat } from '../i18n/format.ts';
import { LOCALES, type Locale } from '../i18n/locale.ts';
import type { Messages } from '../i18n/messages.ts';
import { createTranslate } from '../i18n/translate.ts';
import { titleOf } from '../parts/title.ts';
import { orderLines } from './order.ts';
import { paymentOf } from './payment.ts';
import { progressOf } from './progress.ts';
import { offerFacts } from './refund-offer.ts';
import { resultOf, shopLink } from './result.ts';
import { type ResultName, screenOf } from './screen.ts';

const words = (locale: Locale) => {
  const messages: Messages = JSON.parse(
    readFileSync(new URL(`../../../locales/${locale}/invoice-page.json`, import.meta.url), 'utf8'),
  );
  return {
    t: createTranslate(locale, messages),
    format: { ...createNumberFormat(locale, separatorsOf(locale)), ...createTimeFormat(locale, 'UTC') },
  };
};
const english = words('en');
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

function result(view: CustomerInvoice, name: ResultName) {
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

  it('names the source of the rate in every language, and says when the market is simulated', () => {
    const sourceOf = (locale: Locale, source: string) => {
      const { rate } = views.paid;
      if (rate === null) throw new Error('A paid invoice has a rate.');
      const { facts } = resultOf('paid', { ...views.paid, rate: { ...rate, source } }, words(locale));
      return facts.find(({ key }) => key === 'source');
    };
    expect(sourceOf('en', 'median(kraken, bitstamp)')).toMatchObject({
      label: 'Rate source',
      value: 'Median of Kraken, Bitstamp',
    });
    expect(sourceOf('en', 'coinbase')?.value).toBe('Coinbase');
    expect(sourceOf('de', 'simulated market')?.value).toBe('Simulierter Markt');
    for (const locale of Object.keys(LOCALES) as Locale[]) {
      expect(sourceOf(locale, 'median(kraken, bitstamp)')?.value).toContain('Kraken, Bitstamp');
    }
  });

  it('tells what is missing of an underpaid invoice, and shows the share that arrived', () => {
    const { dial, facts } = result(views.invalid, 'invalid');
    expect(dial).toEqual({ kind: 'share', ratio: 0.7112 });
    expect(plain(facts.find(({ key }) => key === 'missing')?.value ?? '')).toBe('0.00040597 BTC, about €34.19');
  });

  it('says why the shop has to decide', () => {
    expect(result(views['invalid-after-cancel'], 'invalid').say).toContain('after this invoice was canceled');
    expect(result({ ...views.invalid, status_reason: 'underpaid_late' }, 'invalid').say).toContain('came late');
    const again = result({ ...views['paid-late'], status_reason: 'reference_taken' }, 'paid_late');
    expect(again).toMatchObject({ title: 'Your payment has arrived' });
    expect(again.say).toContain('newer invoice for the same order');
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
    const two: CustomerInvoice = { ...views.paid, transactions: [first, { ...first, output: '1' }] };
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

  it('leads to the website of the profile where the invoice names no page, else to its domain', () => {
    const bare: CustomerInvoice = { ...views.paid, success_url: null, cancel_url: null };
    const at = (website: string | null) => shopLink({ ...bare, merchant: { ...bare.merchant, website } }, true);
    expect(at('https://kestrelcycles.example/leeds')).toBe('https://kestrelcycles.example/leeds');
    expect(at(null)).toBe('https://kestrelcycles.example/');
    expect(shopLink(views.paid, true)).toBe('https://kestrelcycles.example/thanks');
  });

  it('hazard 71: follows no link of a merchant that is not of the web', () => {
    const hostile: CustomerInvoice = {
      ...views.paid,
      success_url: 'javascript:alert(1)',
      cancel_url: 'data:text/html,x',
      merchant: { ...views.paid.merchant, domain: null, website: 'javascript:alert(2)' },
    };
    expect(shopLink(hostile, true)).toBeNull();
    expect(result(hostile, 'paid').actions).toEqual([]);
  });
});

describe('money that can go back', () => {
  const values = (view: CustomerInvoice, name: ResultName) =>
    result(view, name).facts.map(({ label, value }) => plain(`${label}: ${value}`));

  it('leads back to the shop first and names the masked address that a link went to', () => {
    for (const name of ['overpaid', 'paid-late', 'invalid', 'invalid-after-cancel'] as const) {
      const screen = screenOf(views[name], true) as ResultName;
      const { linkedTo, actions } = result(views[name], screen);
      expect(linkedTo, name).toBe('m•••@mail.example');
      expect(actions.map(({ kind, primary }) => [kind, primary])).toEqual([
        ['return', true],
        ['ask', false],
      ]);
    }
    expect(result(views.paid, 'paid').linkedTo).toBeNull();
  });

  it('leaves a payer without a mail address the shop to ask', () => {
    const view: CustomerInvoice = { ...views.overpaid, customer_email: null };
    const { linkedTo, note, actions } = result(view, 'overpaid');
    expect(linkedTo).toBeNull();
    expect(note?.text).toBe('Ask the shop to send the rest back to you.');
    expect(actions.map(({ kind }) => kind)).toEqual(['ask', 'return']);
  });

  it('was refused: this is shown wherever it may be requested again, and nowhere else', () => {
    const rejected = { refund_request: 'rejected' } as const;
    const { refund_offer } = views['paid-late'];
    for (const name of ['paid', 'refunded', 'partly-refunded', 'overpaid', 'paid-late', 'invalid'] as const) {
      const screen = screenOf(views[name], true) as ResultName;
      const note = result({ ...views[name], ...rejected, refund_offer }, screen).note;
      expect(note?.text, name).toBe('Kestrel Cycles did not accept your request for a refund.');
      expect(result({ ...views[name], ...rejected, refund_offer: null }, screen).note?.text).not.toBe(note?.text);
    }
  });

  it('shows the requested refund, less fees, and its address, so that a wrong address is noticed', () => {
    expect(values(views['refund-requested'], 'refund_requested').slice(0, 2)).toEqual([
      'Amount: up to 0.00140597 BTC, less fees',
      'To address: bc1q9k7t…m2x4qe',
    ]);
    const tagged: CustomerInvoice = {
      ...views['refund-requested'],
      refund_asked: { ...views['refund-requested'].refund_asked, destination_tag: '48201937' },
    };
    expect(values(tagged, 'refund_requested')).toContain('Destination tag: 48201937');
  });

  it('shows the refund, its fees and its address, no matter who named the address', () => {
    expect(values(views.refunded, 'refunded').slice(0, 3)).toEqual([
      'Sent back: 0.00131568 BTC',
      'Fees deducted: 0.00009029 BTC',
      'To address: bc1q9k7t…m2x4qe',
    ]);
    // The shop paid the fees of this one.
    expect(values(views['partly-refunded'], 'partly_refunded').slice(0, 2)).toEqual([
      'Sent back: 0.00070000 BTC',
      'To address: bc1q9k7t…m2x4qe',
    ]);
    for (const name of ['refunded', 'partly-refunded'] as const) {
      expect(result(views[name], screenOf(views[name], true) as ResultName).say).not.toContain('you gave');
    }
  });

  it('is not said to be sent before it is', () => {
    const [sent] = views['refund-approved'].refunds;
    if (sent === undefined) throw new Error('the fixture has a refund');
    const queued: CustomerInvoice = { ...views['refund-approved'], refunds: [{ ...sent, txid: null }] };
    expect(values(queued, 'refund_requested')[0]).toBe('Amount: 0.00131568 BTC');
  });

  it('goes back in the coin that it came in, whatever the invoice was paid with', () => {
    const [sent] = views['refund-approved'].refunds;
    if (sent === undefined) throw new Error('the fixture has a refund');
    const other = { ...sent, gate_id: 'LTC', amount: '0.10000000', net_amount: '0.09000000' } as const;
    const view: CustomerInvoice = { ...views['refund-approved'], refunds: [other] };
    expect(values(view, 'refund_requested').slice(0, 2)).toEqual([
      'Sent back: 0.09000000 LTC',
      'Fees deducted: 0.01000000 LTC',
    ]);
    expect(plain(result(view, 'refund_requested').say)).toContain('0.09000000 LTC');
  });

  it('costs what the form says before the payer agrees', () => {
    const [coin] = linkOfferOf(views.overpaid, 'overpaid').coins;
    if (coin === undefined) throw new Error('An overpaid invoice offers its coin.');
    const facts = offerFacts(coin, 'EUR', english).map(({ label, value }) => plain(`${label}: ${value}`));
    expect(facts).toEqual([
      'Amount: up to 0.00019403 BTC',
      'Refund fee, 5%: 0.00000970 BTC',
      'Network fee: 0.00002000 BTC',
      'You receive: 0.00016433 BTC',
      'Rate: 1 BTC = €84,212.50, until 1:32 PM UTC',
    ]);
    const half = { ...coin, service_fee_percent: '2.50', rate: null };
    const of = offerFacts(half, 'EUR', english);
    expect([of[1]?.label, of.length]).toEqual(['Refund fee, 2.5%', 4]);
  });
});

describe('the masked mail address', () => {
  it('is named where mails follow, and only where there is one', () => {
    const texts = (change: Partial<CustomerInvoice>) => [
      result({ ...views.confirming, ...change }, 'confirming').note?.text,
      result({ ...views['late-confirming'], ...change }, 'late_confirming').note?.text,
      result({ ...views['refund-requested'], ...change }, 'refund_requested').say,
    ];
    for (const text of texts({})) expect(text).toContain('m•••@mail.example');
    for (const text of texts({ customer_email: null })) expect(text).not.toMatch(/@|write/);
  });
});

describe('how long it takes', () => {
  it('is a moment on the XRP Ledger, and a minute on TRON', () => {
    const last = (view: CustomerInvoice) => progressOf('pay', view, english).at(-1)?.detail;
    expect(last(views['pay-xrp'])).toBe('a few seconds');
    expect(last(views['pay-trx'])).toBe('about 1 min');
    expect(last(views['pay-usdt-trc20'])).toBe('about 1 min');
  });
});

it('a canceled order is not begun again: it leads back to the shop', () => {
  expect(result(views.canceled, 'canceled').actions).toMatchObject([
    { kind: 'return', label: 'Return to Kestrel Cycles', primary: true },
  ]);
});

describe('every state in every language', () => {
  it.each(Object.keys(LOCALES) as Locale[])('%s leaves no placeholder open and nothing empty', (locale) => {
    const { t, format } = words(locale);
    for (const name of viewNames) {
      const view: CustomerInvoice = views[name];
      const screen = screenOf(view, Date.parse(view.server_time) >= Date.parse(view.expires_at));
      const shown: unknown[] = [
        titleOf(screen, view, t),
        orderLines(view, { t, format }),
        progressOf(screen, view, { t, format }),
      ];
      if (screen === 'pay' || screen === 'partial') shown.push(paymentOf(view, screen, { t, format }));
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

  it('names a tax by its exact rate', () => {
    const taxes = [{ name: 'TVA', rate: '5.50', amount: '6.17' }];
    expect(orderLines({ ...views.pay, taxes }, english).at(-1)?.label).toBe('Includes TVA 5.5%');
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

  it('adds network and conversion fees that the payer pays also where the shop pays the service fee', () => {
    const fees = { service: '0.00', network: '1.10', conversion: '5.03', payer: 'merchant' } as const;
    const lines = orderLines({ ...views.plain, taxes: [], price: '1000.00', fees, total: '1006.13' }, english);
    expect(lines.slice(1).map(({ label, amount }) => `${label}: ${amount}`)).toEqual([
      'Network fee: €1.10',
      'Conversion fee: €5.03',
      'Total: €1,006.13',
    ]);
  });
});

describe('what to send', () => {
  it('is the rest after a part, with a code of its own', () => {
    const payment = paymentOf(views.partial, 'partial', english);
    expect(payment?.amount).toBe('0.00040597');
    expect(payment?.codes[0]?.modules).toBe(views.partial.qr?.payload_modules);
  });

  it('shows ether without the zeros of its eighteen places', () => {
    expect(paymentOf(views['pay-eth'], 'pay', english)?.amount).toBe('0.04062726');
  });

  it('offers one code where the payload is the address, two where wallets differ', () => {
    expect(paymentOf(views['pay-usdt-trc20'], 'pay', english)?.codes).toHaveLength(1);
    expect(paymentOf(views['pay-xrp'], 'pay', english)?.codes.map(({ name }) => name)).toEqual([
      'With the tag',
      'Address only',
    ]);
  });

  it('warns of the network of a token by its standard', () => {
    expect(paymentOf(views['pay-usdt-trc20'], 'pay', english)?.hint).toContain('TRON (TRC-20)');
  });
});
