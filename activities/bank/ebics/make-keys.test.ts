import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeEbicsKeys, serialNumberOf } from './make-keys.ts';

test('a serial number of a certificate is positive and has no leading zero, whatever the random bytes are', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (random) => {
      expect(serialNumberOf(random)).toMatch(/^[4-7][0-9a-f]{31}$/);
    }),
    { examples: [[new Uint8Array(16)], [new Uint8Array(16).fill(0xff)]] },
  );
});

test('a certificate of a bank key can be read by OpenSSL and names its owner', () => {
  const { signature } = makeEbicsKeys({ hostId: 'BANK', partnerId: 'PARTNER', userId: 'USER' }, Date.UTC(2026, 10, 28));
  expect(signature.certificate.subject.split('\n')).toEqual(['CN=USER', 'O=PARTNER']);
  expect(signature.certificate.serialNumber).toMatch(/^[4-7]/);
});
