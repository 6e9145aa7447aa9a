import fc from 'fast-check';
import { TronWeb, utils } from 'tronweb';
import { expect, test } from 'vitest';
import { examples } from '../examples.fixture.ts';
import { MAIN_USDT_CONTRACTS } from './token-contracts.ts';
import { tronSigner, tronTransfer } from './tron-transfer.ts';

const hexes = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((each) => Buffer.from(each).toString('hex'));
const addresses = hexes(20).map((hex) => TronWeb.address.fromHex(`41${hex}`));
const transfers = fc.record({
  from: addresses,
  to: addresses,
  token: fc.constantFrom(null, MAIN_USDT_CONTRACTS.USDT_TRC20),
  minor: fc.bigInt({ min: 1n, max: 9_007_199_254_740_991n }),
  head: fc.record({ height: fc.nat(), hash: hexes(32) }),
  nowMs: fc.integer({ min: 1_600_000_000_000, max: 2_500_000_000_000 }),
});

test('a transfer has the bytes and the ID that TronWeb gives it', () => {
  fc.assert(
    fc.property(transfers, (transfer) => {
      const made = tronTransfer(transfer);
      const pb = utils.transaction.txJsonToPb({ ...made });
      expect(made.raw_data_hex).toBe(utils.transaction.txPbToRawDataHex(pb).toLowerCase());
      expect(made.txID).toBe(utils.transaction.txPbToTxID(pb).replace(/^0x/, ''));
    }),
  );
});

test('the signer of a transfer is found, and of another transaction is another', () => {
  fc.assert(
    fc.property(transfers, hexes(32), (transfer, key) => {
      fc.pre(BigInt(`0x${key}`) > 1n && BigInt(`0x${key}`) < 2n ** 255n);
      const { raw_data, ...made } = tronTransfer(transfer);
      const signed = utils.crypto.signTransaction(key, { ...made, raw_data } as never) as unknown as {
        signature: string[];
      };
      const signature = signed.signature[0] ?? '';
      const owner = TronWeb.address.fromPrivateKey(key);
      expect(tronSigner(made.txID, signature)).toBe(owner);
      expect(tronSigner('12'.repeat(32), signature)).not.toBe(owner);
      expect(tronSigner(made.txID, signature.slice(0, 128))).toBeNull();
      expect(tronSigner(made.txID, 'zz')).toBeNull();
    }),
    { numRuns: examples(25) },
  );
});

test('what JSON cannot say exactly is not made', () => {
  const [from, to] = ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'];
  const head = { height: 1, hash: 'ab'.repeat(32) };
  expect(() => tronTransfer({ from, to, token: null, minor: 2n ** 53n, head, nowMs: 1 })).toThrow(RangeError);
  expect(() => tronTransfer({ from: 'x', to, token: null, minor: 1n, head, nowMs: 1 })).toThrow(
    expect.objectContaining({ fields: expect.anything() }),
  );
});
