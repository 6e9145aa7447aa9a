import { expect, test } from 'vitest';
import { isDuplicate, reasonInWords } from './reasons.ts';

test.each([
  'AC01',
  'AC03',
  'AC04',
  'AC06',
  'AC13',
  'AG01',
  'AG02',
  'AM02',
  'AM04',
  'AM05',
  'AM09',
  'BE01',
  'BE04',
  'BE05',
  'BE06',
  'BE07',
  'CNOR',
  'CUST',
  'CURR',
  'DNOR',
  'DT01',
  'DU01',
  'DU02',
  'DU03',
  'DU04',
  'DU05',
  'DUPL',
  'ED05',
  'ERIN',
  'FF01',
  'FOCR',
  'FR01',
  'FRAD',
  'MD07',
  'MS02',
  'MS03',
  'NARR',
  'NOAS',
  'RC01',
  'RC07',
  'RF01',
  'RR01',
  'RR02',
  'RR03',
  'RR04',
  'RVMC',
  'RVNA',
  'RVNM',
  'SL01',
  'TECH',
  'TM01',
  'UPAY',
])('%s is a sentence for people', (code) => {
  const words = reasonInWords(code, null);
  expect(words).toMatch(/^(?:The|Our|Required|Regulations) .{10,}\.$/);
  expect(words).not.toContain(code);
});

test('a reason that is not in the list is named, and the bank’s own words follow where it has some', () => {
  expect(reasonInWords('XX99', null)).toBe('The bank gives the reason XX99.');
  expect(reasonInWords('AC04', '')).toBe('The payee’s account is closed.');
  expect(reasonInWords('AC04', 'Konto erloschen')).toBe('The payee’s account is closed. (Konto erloschen)');
});

test.each(['AM05', 'DUPL', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05', 'RF01'])('%s says that it came before', (code) => {
  expect(isDuplicate({ reasonCode: code, words: null })).toBe(true);
});

test.each([
  'Duplicate file',
  'DUPLICATE PAYMENT',
  'Pago duplicado',
  'Bonifico duplicato',
  'Duplikat',
  'Doppeleinreichung',
  'Dublette erkannt',
  'Dubblett',
  'Doublon',
  'Dubbele betaling',
  'File already received',
  'already been processed',
  'It was already submitted',
  'Datei bereits verarbeitet',
  'bereits empfangen',
  'Bereits eingereicht',
])('%j says the same in words', (words) => {
  expect(isDuplicate({ reasonCode: 'NARR', words })).toBe(true);
  expect(isDuplicate({ reasonCode: null, words })).toBe(true);
});

test.each([
  '',
  'Konto erloschen',
  'account already closed',
  'bereits gesperrt',
  'Insufficient funds',
  'been received',
  'nonduplicated',
  'verdoppelt',
  'already  received',
])('%j does not', (words) => {
  expect(isDuplicate({ reasonCode: 'NARR', words })).toBe(false);
  expect(isDuplicate({ reasonCode: null, words: null })).toBe(false);
});
