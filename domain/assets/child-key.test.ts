import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../examples.fixture.ts';
import { childPoint, parentKey } from './child-key.ts';

test('a child’s public key is the one of BIP-32 for every parent and index', () => {
  const seeds = fc.uint8Array({ minLength: 16, maxLength: 64 });
  const indexes = fc.integer({ min: 0, max: 2 ** 31 - 1 });
  fc.assert(
    fc.property(seeds, indexes, (seed, index) => {
      const account = HDKey.fromExtendedKey(HDKey.fromMasterSeed(seed).derive("m/84'/0'/0'").publicExtendedKey);
      expect(childPoint(parentKey(account), index).toBytes(true)).toEqual(account.deriveChild(index).publicKey);
    }),
    { numRuns: examples(40) },
  );
});
