import { describe, expect, test } from 'vitest';
import { requireOwnAddress, requireWebAddress } from './web-address.ts';

const refused = expect.objectContaining({ code: 'validation_failed', status: 422 });

describe('a web address', () => {
  test('is https, and http in sandbox only', () => {
    expect(requireWebAddress('http://shop.test/x', { mode: 'sandbox', field: 'url' }).hostname).toBe('shop.test');
    expect(() => requireWebAddress('http://shop.test/x', { mode: 'production', field: 'url' })).toThrow(refused);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://shop.test',
    'https://',
    'shop.test',
    'https://u:p@shop.test/',
  ])('hazard 71: %s is refused', (text) => {
    expect(() => requireWebAddress(text, { mode: 'sandbox', field: 'success_url' })).toThrow(refused);
  });

  test('hazard 71: payers are sent to the registered domain or below it only', () => {
    const rules = { mode: 'production', field: 'success_url', domain: 'shop.test' } as const;
    for (const own of ['https://shop.test/thanks', 'https://pay.SHOP.test/']) requireOwnAddress(own, rules);
    for (const other of ['https://evil.test/', 'https://notshop.test/', 'https://shop.test.evil.test/']) {
      expect(() => requireOwnAddress(other, rules)).toThrow(refused);
    }
  });

  test('hazard 71: production without a registered domain sends payers nowhere, and says what to do; the sandbox is free', () => {
    const rules = { mode: 'production', field: 'success_url', domain: null } as const;
    expect(() => requireOwnAddress('https://shop.test/thanks', rules)).toThrow(
      expect.objectContaining({ status: 422, fields: { success_url: [expect.stringContaining('domain')] } }),
    );
    expect(() => requireOwnAddress('http://shop.test/thanks', { ...rules, mode: 'sandbox' })).not.toThrow();
  });

  test('hazard 71: a domain under which anyone may register sends payers nowhere', () => {
    const rules = { mode: 'production', field: 'success_url' } as const;
    for (const domain of ['co.uk', 'github.io']) {
      expect(() => requireOwnAddress(`https://evil.${domain}/`, { ...rules, domain })).toThrow(refused);
    }
    requireOwnAddress('https://quay.github.io/thanks', { ...rules, domain: 'quay.github.io' });
  });

  test('a sandbox shop on the developer’s own machine is fine', () => {
    const rules = { mode: 'sandbox', field: 'success_url', domain: 'shop.test' } as const;
    expect(() => requireOwnAddress('http://localhost:3000/thanks', rules)).not.toThrow();
    expect(() => requireOwnAddress('http://localhost:3000/thanks', { ...rules, mode: 'production' })).toThrow(refused);
  });
});
