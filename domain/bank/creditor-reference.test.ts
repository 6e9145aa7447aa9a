import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  creditorReferenceOf,
  findCreditorReference,
  parseCreditorReference,
  spacedReference,
} from './creditor-reference.ts';

test.each([
  ['RF18539007547034', 'RF18539007547034'],
  ['rf18 5390 0754 7034', 'RF18539007547034'],
  ['RF712348231', 'RF712348231'],
  ['RF19539007547034', null],
  ['RF18539007547043', null],
  ['RF18', null],
  ['RF18-539007547034', null],
  ['DE18539007547034', null],
])('%j is the reference %j', (text, expected) => {
  expect(parseCreditorReference(text)).toBe(expected);
});

test.each([
  ['Invoice 17 RF18539007547034 thank you', 'RF18539007547034'],
  ['RF18 5390 0754 7034 THANKS', 'RF18539007547034'],
  ['RF99 5390 and RF712348231.', 'RF712348231'],
  ['no reference at all', null],
  ['RF18539007547043', null],
  ['RF18-5390-0754-7034', 'RF18539007547034'],
  ['RF 18 5390 0754 7034', 'RF18539007547034'],
  ['rf18.5390.0754.7034', 'RF18539007547034'],
  ['RF18/539007547034', 'RF18539007547034'],
  ['RF18_5390_0754_7034', 'RF18539007547034'],
  ['RF18\u00a05390\u00a00754\u00a07034', 'RF18539007547034'],
  ['RF18\u200b539007547034', 'RF18539007547034'],
  ['RF18–5390–0754–7034', 'RF18539007547034'],
  ['SVWZ+RF18539007547034EREF+NOTPROVIDED', 'RF18539007547034'],
  ['EREF+NOTPROVIDEDSVWZ+RF18539007547034DATUM 24.11.2026', 'RF18539007547034'],
  ['/REMI/RF18539007547034/EREF/NOTPROVIDED', 'RF18539007547034'],
  ['InvoiceRF18539007547034', 'RF18539007547034'],
  ['Ref.:RF18539007547034Thanks', 'RF18539007547034'],
  ['RF1853900754 7034', 'RF18539007547034'],
  ['RF18 5390 0754 7034 EREF+1234', 'RF18539007547034'],
  // One of ours: sixteen letters and digits, before words that could be more of it.
  ['SVWZ+RF72TG0123456789ABCDEREF+NOTPROVIDED', 'RF72TG0123456789ABCD'],
  ['RF72 TG01 2345 6789 ABCD THANK YOU', 'RF72TG0123456789ABCD'],
  ['R F18 5390 0754 7034', 'RF18539007547034'],
  ['R--F--1--8--5390 0754 7034', 'RF18539007547034'],
  ['RF1 8 5390 0754 7034', 'RF18539007547034'],
  ['R---F18 5390 0754 7034', null],
  ['RF18   5390   0754   7034', 'RF18539007547034'],
  ['RF18    5390 0754 7034', null],
])('in %j the reference is %j', (text, expected) => {
  expect(findCreditorReference(text)).toBe(expected);
});

test.each([
  [['Invoice 7 RF185390', '07547034'], 'RF18539007547034'],
  [['Invoice 7 R', 'F18539007547034 thanks'], 'RF18539007547034'],
  [['RF18539007547034', 'Invoice 7'], 'RF18539007547034'],
  [['RF72TG012345', '6789ABCD', 'THANKS'], 'RF72TG0123456789ABCD'],
  [['Invoice 7', 'thanks'], null],
])('in the lines %j the reference is %j', (lines, expected) => {
  expect(findCreditorReference(lines)).toBe(expected);
});

test('the reference of a body has the check digits of ISO 11649', () => {
  expect(creditorReferenceOf('539007547034')).toBe('RF18539007547034');
  expect(creditorReferenceOf('TG0123456789ABCD')).toBe('RF72TG0123456789ABCD');
  expect(spacedReference('RF18539007547034')).toBe('RF18 5390 0754 7034');
  for (const wrong of ['', 'A'.repeat(22), 'a', 'A B']) expect(() => creditorReferenceOf(wrong)).toThrow('21 capital');
});

test('what is made is read again, however it is written; with one character mistyped it is not', () => {
  const body = fc.string({
    unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'),
    minLength: 1,
    maxLength: 21,
  });
  fc.assert(
    fc.property(body, fc.nat(), fc.nat(25), (text, place, other) => {
      const reference = creditorReferenceOf(text);
      expect(parseCreditorReference(spacedReference(reference).toLowerCase())).toBe(reference);
      expect(findCreditorReference(`Thank you, ${spacedReference(reference)}.`)).toBe(reference);
      expect(findCreditorReference(`SVWZ+${reference.replaceAll(/(.{4})(?=.)/g, '$1-')}`)).toBe(reference);
      const at = 4 + (place % text.length);
      const isLetter = /[A-Z]/.test(reference[at] ?? '');
      const mistyped = (isLetter ? 10 + other : other % 10).toString(36).toUpperCase();
      const typed = reference.slice(0, at) + mistyped + reference.slice(at + 1);
      if (typed !== reference) expect(parseCreditorReference(typed)).toBeNull();
    }),
  );
});

test('the reference of a deposit is found wherever a line is cut in it, whatever is glued to it', () => {
  const unit = fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ');
  const body = fc.string({ unit, minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(
      body,
      fc.integer({ min: 1, max: 19 }),
      fc.constantFrom('EREF+NOTPROVIDED', 'THANKS', '2026', ''),
      (text, at, glued) => {
        const reference = creditorReferenceOf(text);
        const lines = [`SVWZ+${reference.slice(0, at)}`, `${reference.slice(at)}${glued}`];
        expect(findCreditorReference(lines)).toBe(reference);
      },
    ),
  );
});

/** Characters after a reference that make both together one, too. */
function following(reference: string, letters: (n: number) => string): string {
  const more = Array.from({ length: 5_000 }, (_each, n) => letters(n));
  return more.find((each) => parseCreditorReference(reference + each) !== null) ?? '';
}

test('a reference that is a word of its own counts before the longer one that it is the beginning of', () => {
  const reference = 'RF712348231';
  const more = following(reference, (n) => `${n + 10}`);
  const longer = reference + more;
  expect(parseCreditorReference(longer)).toBe(longer);
  expect(findCreditorReference(`${reference} ${more}`)).toBe(reference);
  expect(findCreditorReference(`Invoice ${reference} ${more}`)).toBe(reference);
  expect(findCreditorReference([reference, more])).toBe(reference);
  expect(findCreditorReference(['RF7123', `48231 ${more}`])).toBe(reference);
  // In groups, or glued to something, the longest counts.
  expect(findCreditorReference(`RF71 2348 231 ${more}`)).toBe(longer);
  expect(findCreditorReference(`Invoice${reference} ${more}`)).toBe(longer);
  expect(findCreditorReference(longer)).toBe(longer);
});

test('only what may be of our deposits counts before a word of its own', () => {
  const reference = 'RF18539007547034';
  const more = following(reference, (n) => `O${n.toString(36).toUpperCase().padStart(3, 'A')}`);
  expect(parseCreditorReference(reference + more)).toBe(reference + more);
  expect(more).toHaveLength(4);
  expect(findCreditorReference(`${reference} ${more}`)).toBe(reference);
});

test('a reference that ends with a letter is found before other words, and the longest one in any form', () => {
  const reference = creditorReferenceOf('INV7A');
  expect(findCreditorReference(`${reference} THANKS`)).toBe(reference);
  expect(findCreditorReference(`(${reference}) THANKS`)).toBe(reference);
  const longest = creditorReferenceOf('ABCDEFGHIJ0123456789A');
  expect(findCreditorReference(`Invoice ${longest} thanks`)).toBe(longest);
  expect(findCreditorReference(`Invoice ${longest.split('').join('  ')}   thanks`)).toBe(longest);
  expect(findCreditorReference(`${longest.slice(0, 4)}${longest.slice(4).split('').join('   ')}`)).toBe(longest);
});

test('what has another form is no reference, whatever its check digits', () => {
  for (let n = 0; n < 200; n += 1) {
    const digits = String(n % 100).padStart(2, '0');
    for (const other of [`RF${digits}${'1'.repeat(22)}`, `XRF18${n}`, `RF1A${n}`, `RF${digits}`, `RF${digits}A_${n}`])
      expect(parseCreditorReference(other), other).toBeNull();
  }
});
