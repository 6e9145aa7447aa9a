import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupAddress, shortId } from './address.ts';
import { compare, readable, share, sum, worth } from './decimal.ts';
import { shopOrigin, walletUrl, webUrl } from './links.ts';
import { earliestRefresh } from './rates.ts';

describe('decimal strings', () => {
  it('are added and compared exactly', () => {
    expect(sum(['0.1', '0.2'])).toMatch(/^0\.30*$/);
    expect(compare('0.30', sum(['0.1', '0.2']))).toBe(0);
    expect(compare('1', '0.999999999999999999')).toBe(1);
  });

  it('give a share between nothing and all', () => {
    expect(share('0.00100000', '0.00140597')).toBe(0.7112);
    expect(share('3', '2')).toBe(1);
    expect(share('1', '0')).toBe(0);
  });

  it('are worth about so much, rounded half up', () => {
    expect(worth('0.00019403', '84212.50')).toBe('16.34');
    expect(worth('1', '0.005')).toBe('0.01');
  });

  it('lose zeros beyond the eighth place and nothing else', () => {
    expect(readable('0.040627260000000000')).toBe('0.04062726');
    expect(readable('0.00150000')).toBe('0.00150000');
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), (minor) => {
        const digits = minor.toString().padStart(19, '0');
        const text = `${digits.slice(0, -18)}.${digits.slice(-18)}`;
        return compare(readable(text), text) === 0;
      }),
    );
  });
});

describe('an address', () => {
  it('joined from its groups is itself', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^([a-z]{4,11}:)?[0-9A-Za-z]{20,62}$/), (address) => {
        return (
          groupAddress(address)
            .map(({ text }) => text)
            .join('') === address
        );
      }),
    );
  });

  it('shows its ends, the network prefix apart', () => {
    const groups = groupAddress('bitcoincash:qpm2qsznhks23z7629mms6s4');
    expect(groups[0]).toEqual({ text: 'bitcoincash:', strong: false });
    expect(groups.filter(({ strong }) => strong).map(({ text }) => text)).toEqual(['qpm2', 'qszn', '29mm', 's6s4']);
  });

  it('shortens ids by their ends', () => {
    expect(shortId('4e0336dd8a0f52f1b0f6a7d0e7b34c1f7bf84a')).toBe('4e0336dd…7bf84a');
  });
});

describe('links', () => {
  it('hazard 71: lead to the web or a wallet, never to a script', () => {
    expect(webUrl('https://shop.example/a?b=1')).toBe('https://shop.example/a?b=1');
    expect(webUrl('javascript:alert(1)')).toBeNull();
    expect(webUrl('//shop.example')).toBeNull();
    expect(walletUrl('bitcoin:bc1qabc?amount=1')).toBe('bitcoin:bc1qabc?amount=1');
    expect(walletUrl('JavaScript:alert(1)')).toBeNull();
    expect(walletUrl(' javascript:alert(1)')).toBeNull();
    expect(walletUrl('java\tscript:alert(1)')).toBeNull();
  });

  it('name the exact origin of a shop', () => {
    expect(shopOrigin('kestrelcycles.example')).toBe('https://kestrelcycles.example');
    expect(shopOrigin('http://localhost:3000/shop')).toBe('http://localhost:3000');
    expect(shopOrigin('not a domain')).toBeNull();
    expect(shopOrigin(null)).toBeNull();
  });
});

describe('page rates', () => {
  it('are read again when the first of them runs out', () => {
    expect(
      earliestRefresh([
        { rate_expires_at: '2026-11-20T13:20:30.000Z' },
        { rate_expires_at: null },
        { rate_expires_at: '2026-11-20T13:20:00.000Z' },
      ]),
    ).toBe('2026-11-20T13:20:00.000Z');
    expect(earliestRefresh([{ rate_expires_at: null }])).toBeNull();
  });
});
