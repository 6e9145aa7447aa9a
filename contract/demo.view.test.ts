import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAddress } from '../domain/assets/addresses.ts';
import { CRYPTO_GATES, gates } from '../domain/assets/assets.ts';
import { canPlay, DEMO_CASES, isDemoAct } from '../domain/demo/cases.ts';
import { MAX_DEMO_DESCRIPTION, MAX_DEMO_NAME } from '../domain/demo/limits.ts';
import { demoDescription, demoName } from '../domain/demo/text.ts';
import { examples } from '../domain/examples.fixture.ts';
import { newId } from '../domain/ids.ts';
import { INVOICE_STATUSES } from '../domain/state/invoice-status.ts';
import { linksIn } from '../domain/web/link-finder.fixture.ts';
import type { CustomerInvoice } from './customer-invoice.ts';
import { asDemo, asDemoEvent, demoAddress } from './demo.view.ts';

/** Texts that an attacker would type to make another person send real coins. */
const HOSTILE = [
  'https://evil.example/pay',
  'evil.example',
  'Amazon <b>refund</b>',
  'a@evil.example',
  'bit.ly/3x',
  'www.evil.example',
  'call +1 (800) 555-0199 now',
  '0800-555-0199',
  '８００５５５０１９９',
  '4929 1234 5678 9012',
  'DE89370400440532013000',
  'bitcoin:bc1qevil?amount=1',
  'pay\u202Elive\u202C',
  'A\u200Bmazon',
  'Z\u0300\u0301\u0302\u0303\u0304\u0305algo',
  'evil。example',
];

describe('what a visitor types', () => {
  test.each(HOSTILE)('%s opens nothing, calls nobody and stays in its line', (typed) => {
    for (const text of [demoName(typed), demoDescription(`Please ${typed}, thanks`)]) {
      expect(linksIn(text ?? '')).toEqual([]);
      expect(text ?? '').not.toMatch(/\p{Nd}(?:[\s().\-/]*\p{Nd}){6}|[\u200B\u202A-\u202E\u2066-\u2069\n]|\p{M}{3}/u);
    }
  });

  test.each(['Kestrel Cycles', 'Müller & Söhne GmbH', 'Order KC-20418', 'Ｃａｆé', '東京書店', 'Два стула, 49.90'])(
    '%s can be read',
    (typed) => {
      expect(demoDescription(typed)).toBe(typed.normalize('NFKC'));
    },
  );

  test.each(['', '   ', '\u200B\u200B', '…', '🔥', '---'])('%j is no name', (typed) => {
    expect(demoName(typed)).toBeNull();
  });

  test('is never longer than its place, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (typed) => {
        const [name, description] = [demoName(typed) ?? 'x', demoDescription(typed) ?? 'x'];
        expect([...name].length).toBeLessThanOrEqual(MAX_DEMO_NAME);
        expect([...description].length).toBeLessThanOrEqual(MAX_DEMO_DESCRIPTION);
        expect(linksIn(name)).toEqual([]);
        expect(name.isWellFormed()).toBe(true);
      }),
      { numRuns: examples(300) },
    );
  });
});

test('the address of a demo is one on no network of any kind', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CRYPTO_GATES), fc.constantFrom('main', 'test', 'regtest'), (gateId, chain) => {
      const address = demoAddress(newId());
      expect(() => parseAddress(gates[gateId].network, address, chain)).toThrow();
      expect(() => parseAddress(gates[gateId].network, address.slice('DEMO-DO-NOT-PAY-'.length), chain)).toThrow();
    }),
    { numRuns: examples(200) },
  );
});

const VIEW = {
  id: newId(),
  address: 'bcrt1qreal',
  payment_uri: 'bitcoin:bcrt1qreal',
  wallet_link: 'bitcoin:bcrt1qreal',
  qr: { payload: 'bitcoin:bcrt1qreal', address_only: 'bcrt1qreal', payload_modules: '', address_only_modules: '' },
  merchant: { name: 'Demo', logo_url: '/logo', support_email: 'a@b.test', address: 'x', phone: 'y', domain: 'b.test' },
  success_url: 'https://b.test',
  cancel_url: 'https://b.test',
  refund_link_available: true,
  description: null,
} as unknown as CustomerInvoice;

describe('a demo invoice', () => {
  const words = { merchantName: 'Kestrel', description: 'Order 1' };

  test('shows nothing that can be paid, opened or taken for a real shop', () => {
    const shown = asDemo(VIEW, words);
    expect(JSON.stringify(shown)).not.toContain('bcrt1qreal');
    expect(shown).toMatchObject({
      demo: true,
      description: 'Order 1',
      payment_uri: null,
      wallet_link: null,
      refund_link_available: false,
      merchant: { name: 'Kestrel', logo_url: null, support_email: null, phone: null, domain: null, website: null },
      qr: { payload: 'DEMO: DO NOT PAY', address_only: 'DEMO: DO NOT PAY' },
    });
    expect(asDemo({ ...VIEW, address: null }, words)).toMatchObject({ address: null, qr: null });
  });

  test('says the same to the shop', () => {
    const data = {
      id: VIEW.id,
      address: 'bcrt1qreal',
      payment_uri: 'x',
      description: null,
      checkout_url: 'x',
      paid: true,
    };
    const body = asDemoEvent(JSON.stringify({ type: 'invoice.done', data }), 'https://gw.test/demo/invoice/1', words);
    expect(JSON.parse(body)).toEqual({
      type: 'invoice.done',
      data: {
        id: VIEW.id,
        address: demoAddress(VIEW.id),
        payment_uri: null,
        description: 'Order 1',
        paid: true,
        checkout_url: 'https://gw.test/demo/invoice/1',
      },
    });
  });
});

test('an invoice that has ended is only paid late, once it has expired', () => {
  const playable = INVOICE_STATUSES.filter((status) => DEMO_CASES.some((each) => canPlay(each, status)));
  expect(playable.toSorted()).toEqual(['expired', 'new', 'partially_paid', 'pending']);
  expect(DEMO_CASES.filter((each) => canPlay(each, 'expired'))).toEqual(['late']);
  expect([isDemoAct('block'), isDemoAct('pay'), isDemoAct('paid'), isDemoAct('')]).toEqual([true, true, false, false]);
});
