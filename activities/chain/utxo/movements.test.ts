import fc from 'fast-check';
import { expect, describe as suite, test } from 'vitest';
import { ChainUnavailableError } from '../port.ts';
import { decodeBlock, decodeTransaction, type RawTransaction } from './decode.ts';
import { describe } from './movements.ts';
import { makeWallet, strangerScript } from './wallet.fixture.ts';

const category = 'ab'.repeat(32);
const plain = `76a914${'11'.repeat(20)}88ac`;

function withOutput(script: string, valueMinor = 1_000n): RawTransaction {
  return {
    txid: 'aa'.repeat(32),
    outpoints: ['bb:0'],
    outputs: [{ n: 0, valueMinor, script: Buffer.from(script, 'hex') }],
    coinbase: false,
    hogEx: false,
  };
}

suite('hazard 17: a CashToken output is no plain coin', () => {
  test('fungible tokens: the amount is that of the token, the address the script behind it; the coins are apart', () => {
    const script = `ef${category}10fd${'e803'}${plain}`;
    expect(describe('BCH', withOutput(script, 25_000n), null).movements).toMatchObject([
      { gateId: null, assetRef: `BCH:${category}`, amountMinor: 1_000n, addressKey: plain },
      { gateId: null, assetRef: 'BCH:with-tokens', output: '0:coins', amountMinor: 25_000n, addressKey: plain },
    ]);
  });

  test('a single token with a commitment counts as one', () => {
    const script = `ef${category}6103c0ffee${plain}`;
    expect(describe('BCH', withOutput(script), null).movements).toMatchObject([
      { gateId: null, assetRef: `BCH:${category}`, amountMinor: 1n, addressKey: plain },
      { gateId: null, assetRef: 'BCH:with-tokens', output: '0:coins', amountMinor: 1_000n, addressKey: plain },
    ]);
  });

  test('a script that only begins like one, and any script of another chain, is plain', () => {
    expect(describe('BCH', withOutput('efabcd'), null).movements).toMatchObject([
      { gateId: 'BCH', addressKey: 'efabcd' },
    ]);
    const script = `ef${category}1001${plain}`;
    expect(describe('BTC', withOutput(script), null).movements).toMatchObject([{ gateId: 'BTC', addressKey: script }]);
  });
});

test('outputs of nothing and notes give nothing to anyone', () => {
  expect(describe('BTC', withOutput(plain, 0n), null).movements).toEqual([]);
  expect(describe('BTC', withOutput('6a0401020304'), null).movements).toEqual([]);
});

test('a signed transaction reads as it was made, amounts to the last unit', () => {
  const wallet = makeWallet('bcrt');
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 1n, max: 2_100_000_000_000_000n }), { minLength: 1, maxLength: 5 }),
      (values) => {
        const outputs = values.map((valueMinor) => ({ script: strangerScript(), valueMinor }));
        const inputs = [{ txid: 'cd'.repeat(32), n: 7, valueMinor: 1n }];
        const raw = decodeTransaction(wallet.sign({ inputs, outputs }));
        expect(raw.outpoints).toEqual([`${'cd'.repeat(32)}:7`]);
        expect(
          raw.outputs.map((each) => ({ script: each.script.toString('hex'), valueMinor: each.valueMinor })),
        ).toEqual(outputs);
      },
    ),
  );
});

test('hazard 10: bytes that are no block are refused, whatever they are', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const hex = Buffer.from(bytes).toString('hex');
      for (const read of [decodeBlock, decodeTransaction]) {
        try {
          read(hex);
        } catch (error) {
          expect(error).toBeInstanceOf(ChainUnavailableError);
        }
      }
    }),
  );
});
