import { expect, test } from 'vitest';
import { isSepaCountry, parseIban } from './iban.ts';

test.each([
  'DE89370400440532013000',
  'de89 3704 0044 0532 0130 00',
  'DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000',
  'DE89\u202f3704\u202f0044\u202f0532\u202f0130\u202f00',
  '\u200bDE89370400440532013000\u200b',
  '\ufeffDE89\u20093704 0044 0532 0130 00',
  'DE89-3704-0044-0532-0130-00',
  'DE89\u20113704\u20110044\u20110532\u20110130\u201100',
  'DE89\u00ad370400440532013000',
  '\u202aDE89 3704 0044 0532 0130 00\u202c',
  'IBAN DE89 3704 0044 0532 0130 00',
  'IBAN: DE89 3704 0044 0532 0130 00',
  'ＤＥ89 3704 0044 0532 0130 00',
  'DE89\t3704 0044 0532 0130 00\n',
])('%j is an IBAN', (text) => {
  expect(parseIban(text)).toBe('DE89370400440532013000');
});

test.each([
  '',
  'IBAN',
  'DE88370400440532013000',
  'DE8937040044053201300',
  'DE89/3704/0044/0532/0130/00',
  'XX89370400440532013000',
])('%j is none', (text) => {
  expect(parseIban(text)).toBeNull();
});

test('every country of SEPA can be reached, and no other', () => {
  const sepa = [
    'AD',
    'AL',
    'AT',
    'BE',
    'BG',
    'CH',
    'CY',
    'CZ',
    'DE',
    'DK',
    'EE',
    'ES',
    'FI',
    'FR',
    'GB',
    'GI',
    'GR',
    'HR',
    'HU',
    'IE',
    'IS',
    'IT',
    'LI',
    'LT',
    'LU',
    'LV',
    'MC',
    'MD',
    'ME',
    'MK',
    'MT',
    'NL',
    'NO',
    'PL',
    'PT',
    'RO',
    'RS',
    'SE',
    'SI',
    'SK',
    'SM',
    'VA',
  ];
  for (const country of sepa) expect(isSepaCountry(country), country).toBe(true);
  for (const country of ['BA', 'BY', 'GE', 'RU', 'TR', 'UA', 'US', 'XK', ''])
    expect(isSepaCountry(country), country).toBe(false);
});
