import { describe, expect, test } from 'vitest';
import { decimalText, textOf } from './fields.ts';
import { allows, requestedPermissions } from './permissions.ts';
import { attemptReference, filledRedirect, readMetadata, readRequestedInvoice } from './shop-invoice.ts';

const shop = { currency: 'EUR', offered: ['BTC', 'LTC'] as const };
const read = (body: unknown) => {
  const result = readRequestedInvoice(body, shop);
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  return result.invoice;
};
const faults = (body: unknown) => {
  const result = readRequestedInvoice(body, shop);
  return 'faults' in result ? result.faults.map(({ path }) => path) : [];
};

describe('amounts as plugins send them', () => {
  test.each([
    ['49.90', '49.90'],
    [49.9, '49.9'],
    [100, '100'],
    ['119.0000', '119.00'],
    ['007.5', '7.5'],
    ['5.', '5'],
    [' 12 ', '12'],
    ['1e3', undefined],
    [1e21, undefined],
    [Number.NaN, undefined],
    ['-1', undefined],
    ['1,5', undefined],
    ['٤٩', undefined],
    [true, undefined],
    ['9'.repeat(41), undefined],
  ])('%j is %s', (given, text) => {
    expect(decimalText(given, 2)).toBe(text);
  });

  test('no digit that counts is lost, in any currency', () => {
    expect(faults({ amount: '1.005' })).toEqual(['amount']);
    expect(read({ amount: '2500.00', currency: 'jpy' })).toMatchObject({ amount: '2500', currency: 'JPY' });
    expect(faults({ amount: '2500.50', currency: 'JPY' })).toEqual(['amount']);
    expect(faults({ amount: '0.00' })).toEqual(['amount']);
  });
});

describe('what only decorates costs no sale', () => {
  test('a name of spaces, an email that is none, a text that is too long', () => {
    const metadata = { buyerEmail: 'no@mail', buyerName: ' ', itemDesc: 'x'.repeat(5000) };
    const requested = read({ amount: '1', metadata });
    expect([requested.customer, requested.description?.length, requested.metadata]).toEqual([{}, 1000, metadata]);
    expect(
      read({ amount: '1', metadata: { buyerEmail: 'jane@payer.example', buyerName: 'J\u0007D' } }).customer,
    ).toEqual({ email: 'jane@payer.example', name: 'J D' });
  });

  test('text is cut between characters', () => {
    expect(textOf('ab😀', 3)).toBe('ab');
  });

  test('but metadata has a limit, and an order id, too', () => {
    expect(faults({ amount: '1', metadata: { posData: 'x'.repeat(40_000) } })).toEqual(['metadata']);
    expect(faults({ amount: '1', metadata: { orderId: 'x'.repeat(300) } })).toEqual(['metadata.orderId']);
    expect(readMetadata({ metadata: 'text' }).faults).toHaveLength(1);
    expect(readMetadata({}).metadata).toEqual({});
  });

  test('a minute count of any type is a lifetime, and nonsense is none', () => {
    const seconds = (expirationMinutes: unknown) =>
      read({ amount: '1', checkout: { expirationMinutes } }).expirationSeconds;
    expect([10, '10', 0.5, null, 0, -1, 'soon', Infinity].map(seconds)).toEqual([
      600,
      600,
      30,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

test('a flood of payment methods is refused before it is read', () => {
  expect(faults({ amount: '1', checkout: { paymentMethods: new Array(51).fill('BTC') } })).toEqual([
    'checkout.paymentMethods',
  ]);
});

test('placeholders can add neither path nor query', () => {
  const url = 'https://shop.example/{OrderId}?i={InvoiceId}';
  expect(filledRedirect(url, { invoiceId: 'id', orderId: '../x?a=b#c' })).toBe(
    'https://shop.example/..%2Fx%3Fa%3Db%23c?i=id',
  );
  expect(filledRedirect(url, { invoiceId: 'id', orderId: null })).toBe('https://shop.example/?i=id');
});

test('the attempts of an order have references of their own', () => {
  expect([1, 2, 3].map((attempt) => attemptReference('13', attempt))).toEqual(['13', '13-2', '13-3']);
});

describe('permissions', () => {
  test('who may change invoices may view and create them; nothing else is included', () => {
    expect(allows(['btcpay.store.canmodifyinvoices'], 'btcpay.store.cancreateinvoice')).toBe(true);
    expect(allows(['btcpay.store.canviewinvoices'], 'btcpay.store.canmodifyinvoices')).toBe(false);
    expect(allows([], 'btcpay.store.canviewinvoices')).toBe(false);
  });

  test('requested ones are granted exactly, or none is', () => {
    const view = 'btcpay.store.canviewinvoices';
    expect(requestedPermissions([view, `${view}:store`])).toEqual([view]);
    expect(requestedPermissions([view, 'btcpay.server.canmodifyserversettings'])).toBeUndefined();
    expect(requestedPermissions(['unrestricted'])).toBeUndefined();
    expect(requestedPermissions(['__proto__'])).toBeUndefined();
    expect(requestedPermissions([])).toBeUndefined();
  });
});
