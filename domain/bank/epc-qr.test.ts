import { expect, test } from 'vitest';
import { epcPayload } from './epc-qr.ts';

test('the QR code of a transfer has the lines of EPC069-12, with the structured reference and no amount', () => {
  const transfer = { name: 'Tidegate Demo UAB', iban: 'LT121000011101001000', bic: 'HABALT22XXX' };
  const payload = epcPayload({ ...transfer, creditorReference: 'RF18539007547034' });
  const [amount, purpose] = ['', ''];
  expect(payload.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    'HABALT22XXX',
    'Tidegate Demo UAB',
    'LT121000011101001000',
    amount,
    purpose,
    'RF18539007547034',
  ]);
  expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(331);
});

test('a name is cut to the 70 characters that banks read', () => {
  const transfer = { name: 'N'.repeat(80), iban: 'LT121000011101001000', bic: 'HABALT22XXX' };
  expect(epcPayload({ ...transfer, creditorReference: 'RF18539007547034' }).split('\n')[5]).toHaveLength(70);
});
