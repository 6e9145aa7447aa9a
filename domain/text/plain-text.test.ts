import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examples } from '../examples.fixture.ts';
import { linksIn } from '../web/link-finder.fixture.ts';
import { oneLine, withoutLinks, withoutUrls } from './plain-text.ts';

/** Texts that people type to have a link, and the rest after somebody removed a part. */
const LINKS = [
  'https://evil.example/x',
  'HTTP://evil.example',
  'hthttps://tps://evil.example',
  'httpshttps://://evil.example',
  'wwwww.w.evil.example',
  'www.www.evil',
  'www.9gag.example',
  'www2.evil',
  '//evil.example/x',
  '\\\\evil\\share',
  'ftp://evil.example',
  'mailto:a@evil.example',
  'mailto:%61@evil.example',
  'a@evil.example',
  'a@localhost',
  'tel:+4930123456',
  'sms:112',
  'javascript:alert(1)',
  'bitcoin:bc1qevil?amount=1',
  'file:///etc/passwd',
  'evil.example',
  'evil.example/login',
  'evil.example:8443',
  'a.b.evil.рф',
  'evil。example',
  'evil．example',
  '1.2.3.4',
  'http://1.2.3.4',
  'http:2130706433',
  'https:evil.example',
  'https:/\u200B/evil.example',
  'ht\u00ADtps://evil.example',
  'evil\u200B.\u200Bexample',
  'evil.\u2060example',
  'evil.xn--p1ai',
  'i❤.ws',
  '[2001:db8::1]',
  'https://[2001:db8::1]/',
  'x.com@evil.example',
  'http://a:b@evil.example',
  'bit.ly/3x',
  '<https://evil.example|Sign in>',
  '[Sign in](https://evil.example)',
  'e.evil.example',
  'a.co',
];

/** Texts that must stay as they were typed. */
const READABLE = [
  'т.е. завтра',
  'z.B. 3.5 kg',
  'Rp 1.000.000.000',
  '12.345.678.901,50 €',
  '49.90 EUR',
  '0.00150000 BTC',
  '1.234.567,89 €',
  '28.11.2026',
  '10:15 UTC',
  '2026-11-20 10:15 UTC',
  'Two lamps, e.g. for the hall (blue).',
  'Kestrel Cycles & Söhne GmbH',
  'U.S.A.',
  'Wait… “really?”',
  '№ 5/7',
  'Order #1234-5',
  'R. Miller, Ltd.',
  '50 % off; 2:1',
  'Rue de l’Église 3',
  '漢字、かな。',
  '👩‍👩‍👧 family',
];

const ignoringSpace = (text: string) => text.replaceAll(/\s/g, '');

describe('text that somebody typed', () => {
  test.each(LINKS)('hazard 71: %s becomes no link', (link) => {
    for (const text of [link, `Pay at ${link}.`, `(${link})`, `${link}${link}`, `“${link}”`]) {
      expect(linksIn(withoutLinks(text)), withoutLinks(text)).toEqual([]);
    }
  });

  test.each(LINKS.filter((link) => !['[2001:db8::1]'].includes(link)))('%s would have been a link', (link) => {
    expect(linksIn(link)).not.toEqual([]);
  });

  test.each(READABLE)('%s is shown as it was typed', (text) => {
    expect(withoutLinks(text)).toBe(text);
    expect(withoutUrls(text)).toBe(text);
  });

  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(...LINKS, ...READABLE),
      fc.constantFrom(...'.:/\\@ -_,[]()<>?#%1a', 'http', 'www', 'example', '\u200B', '\u00AD', '。', '：', '／'),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    ),
    { maxLength: 14 },
  );
  const typed = pieces.map((list) => list.join(''));

  test('hazard 71: nothing in any text becomes a link, at once or when it is treated again', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const safe = withoutLinks(text);
        expect(linksIn(safe)).toEqual([]);
        expect(safe).not.toMatch(/[\r\n\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(withoutLinks(safe)).toBe(safe);
      }),
      { numRuns: examples(5_000) },
    );
  });

  test('loses no letter, and gains nothing but spaces', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const [before, after] = [ignoringSpace(oneLine(text)), ignoringSpace(withoutLinks(text))];
        expect(before.startsWith(after)).toBe(true);
        if (after !== before) expect(withoutLinks(text).length).toBeGreaterThan(290);
      }),
    );
  });
});

describe('text in documents', () => {
  const URLS = ['https://evil.example/x', 'hthttps://tps://evil.example', 'www.evil.example', 'mailto:a@evil.example'];

  test.each(URLS)('hazard 71: %s becomes no link in a viewer', (link) => {
    const safe = withoutUrls(`Pay at ${link}, please`);
    expect(safe).not.toMatch(/[a-z]+:\/\/|www\.\S|mailto:\S/i);
    expect(withoutUrls(safe)).toBe(safe);
  });

  test('names and addresses stay as they are: they are part of the record', () => {
    for (const text of ['quay.example GmbH', 'help@quay.example', 'bitcoincash:qpm2qsznhks23z7629mms6s', 'A:B 10:15']) {
      expect(withoutUrls(text)).toBe(text);
    }
  });
});
