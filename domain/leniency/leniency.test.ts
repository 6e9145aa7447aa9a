import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiEmail, withAsciiHost } from './ascii-host.ts';
import { nearestField } from './did-you-mean.ts';
import { isInformational } from './informational.ts';
import { decorating, forgiving, forgivingBody } from './lenient-schema.ts';
import { bodyReader } from './read-body.ts';

const text = { type: 'string' };
const read = bodyReader(
  forgivingBody({
    type: 'object',
    required: ['currency'],
    properties: {
      currency: forgiving('upper', text),
      amount: text,
      reference: forgiving('text', text),
      description: forgiving('cut', { ...text, maxLength: 5 }),
      metadata: forgiving('values', { type: 'object' }),
      customer: decorating({ type: 'object', properties: { email: forgiving('email', text) } }, ['id']),
      url: forgiving('url', text),
      locale: forgiving('locale', text),
      gates: { type: 'array', items: text },
      count: { type: 'integer' },
    },
  }),
);

describe('a body that forgives', () => {
  it('reads what it has read as the same, without a warning', () => {
    const field = fc.constantFrom(
      'amount',
      'reference',
      'description',
      'customer',
      'metadata',
      'url',
      'locale',
      'gates',
    );
    const bodies = fc.dictionary(fc.oneof(field, fc.string()), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(bodies, (body) => {
        const once = read(body).body;
        const again = read(once);
        expect(again).toEqual({ body: once, warnings: [] });
      }),
    );
  });

  it('hands on what money is made of: an amount is trimmed and nothing else, a field it does not know stays', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (amount) => {
        const { body } = read({ currency: 'EUR', amount });
        const isNothing = amount === null || (Array.isArray(amount) && amount.length === 0);
        if (isNothing || (typeof amount === 'string' && amount.trim() === ''))
          expect(body).not.toHaveProperty('amount');
        else expect(body).toHaveProperty('amount', typeof amount === 'string' ? amount.trim() : amount);
      }),
    );
    expect(read({ currency: null, fee: '1', count: '5' }).body).toEqual({ currency: null, fee: '1', count: '5' });
  });

  it('never cuts a character in two, nor leaves a blank at the end', () => {
    expect(read({ description: 'abcd🌊' }).body).toEqual({ description: 'abcd' });
    expect(read({ description: 'abcd 🌊' }).body).toEqual({ description: 'abcd' });
  });

  it('names at most fifty warnings, however many fields there are', () => {
    const body = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`plugin_${'1 '.repeat(at).trim()}`, 'x']));
    expect(read(body).warnings).toHaveLength(50);
  });

  it('is not impressed by what is no object', () => {
    for (const body of [null, undefined, 5, 'x', []]) expect(read(body)).toEqual({ body, warnings: [] });
  });
});

describe('a field that is not known', () => {
  it.each([
    'plugin',
    'pluginVersion',
    'user-agent',
    'billing_address',
    'shop_name',
    'phone_number',
    'created_at',
    'ip',
  ])('%s only informs', (name) => expect(isInformational(name)).toBe(true));

  it.each([
    'plugin_fee',
    'shipping',
    'address',
    'status',
    'paid',
    'id',
    'customer_id',
    'name',
    'due_date',
    'message_price',
    '',
  ])('%s may carry money or meaning', (name) => expect(isInformational(name)).toBe(false));

  it.each([
    ['ammount', 'amount'],
    ['orderId', 'reference'],
    ['ipn_url', 'notification_url'],
    ['metdata', 'metadata'],
    ['gateId', 'gate_id'],
    ['buyer_email', 'customer.email'],
    ['limit', 'per_page'],
    ['starting_after', 'after'],
  ])('%s may have meant %s', (name, meant) => {
    const body = ['amount', 'currency', 'reference', 'notification_url', 'metadata', 'gate_id', 'customer'];
    expect(nearestField(name, [...body, 'page', 'per_page', 'after'])).toBe(meant);
  });

  it.each(['zzz', 'status', 'x'.repeat(10_000), '__proto__', 'constructor'])('%s is like none', (name) => {
    expect(nearestField(name, ['amount', 'currency'])).toBeUndefined();
  });
});

describe('hosts in any script', () => {
  it('become ASCII, the rest of the address stays to the letter', () => {
    expect(withAsciiHost('https://bücher.example:8443/ü?q=ä#é')).toBe('https://xn--bcher-kva.example:8443/ü?q=ä#é');
    expect(withAsciiHost('http://例え.テスト')).toBe('http://xn--r8jz45g.xn--zckzah');
  });

  it('stay as they are where they are none, and are refused later', () => {
    for (const url of ['https://ü@evil.example/', 'https://ü ü/', 'https://shop.example/ü', 'nothing', 'https://ü\\x/'])
      expect(withAsciiHost(url)).toBe(url);
  });

  it('of an email too; what mail servers do not take is none', () => {
    expect(asciiEmail('ana@müller.example')).toBe('ana@xn--mller-kva.example');
    for (const wrong of [
      'a@b',
      'a b@c.example',
      '@c.example',
      'a@@c.example',
      'a@c..example',
      'ü@c.example',
      'a@-c.example',
    ])
      expect(asciiEmail(wrong)).toBeUndefined();
  });
});
