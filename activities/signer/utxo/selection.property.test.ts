import { randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { SigHash, Transaction } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Coin, outpointOf } from '../../../db/sending/coins.ts';
import { examples } from '../../../domain/examples.fixture.ts';
import { scriptOfKey, UTXO_RULES } from '../../chain/utxo/rules.ts';
import type { SigningKeys } from '../family.ts';
import { chooseCoins, leastChange, splitChange, TX_OPTIONS } from './selection.ts';
import { signSpend } from './transaction.ts';

const privateKey = randomBytes(32);
const publicKey = secp256k1.getPublicKey(privateKey, true);
const keys: SigningKeys = { key: () => ({ privateKey, publicKey }) };
const networks = fc.constantFrom('BTC', 'LTC', 'BCH');
type Network = 'BTC' | 'LTC' | 'BCH';

const stranger = (network: Network) =>
  network === 'BCH' ? `76a914${randomBytes(20).toString('hex')}88ac` : `0014${randomBytes(20).toString('hex')}`;
const coinOf = (network: Network, amountMinor: bigint): Coin => ({
  txid: randomBytes(32).toString('hex'),
  n: 1,
  amountMinor,
  addressKey: scriptOfKey(network, publicKey),
  branch: 0,
  index: 7,
});
const sum = (list: readonly { amountMinor: bigint }[]) => list.reduce((all, each) => all + each.amountMinor, 0n);
const vbytesOf = (raw: string) => Transaction.fromRaw(Buffer.from(raw, 'hex'), TX_OPTIONS).vsize;

const question = fc.record({
  network: networks,
  coins: fc.array(fc.bigInt({ min: 6_000n, max: 300_000_000n }), { minLength: 1, maxLength: 25 }),
  required: fc.array(fc.bigInt({ min: 6_000n, max: 300_000_000n }), { maxLength: 3 }),
  outputs: fc.array(fc.bigInt({ min: 6_000n, max: 100_000_000n }), { minLength: 1, maxLength: 12 }),
  rateMinor: fc.bigInt({ min: 1n, max: 300n }),
});

describe('choosing coins', () => {
  test('inputs are outputs, change and fee, to the last unit; change is worth having; the fee is at the rate and hardly above it', () => {
    let made = 0;
    fc.assert(
      fc.property(question, ({ network, rateMinor, ...amounts }) => {
        const coins = amounts.coins.map((amount) => coinOf(network, amount));
        const required = amounts.required.map((amount) => coinOf(network, amount));
        const outputs = amounts.outputs.map((amountMinor) => ({ script: stranger(network), amountMinor }));
        const choice = chooseCoins({ network, coins, required, outputs, rateMinor });
        if (choice === null) {
          // The value of all coins after paying for themselves is not enough.
          const worth = [...coins, ...required].map((coin) => coin.amountMinor - 41n * rateMinor);
          const most = worth.filter((value) => value > 0n).reduce((all, value) => all + value, 0n);
          expect(most).toBeLessThan(sum(outputs) + BigInt(200 + 34 * outputs.length + 600) * rateMinor * 60n);
          return;
        }
        made += 1;
        const { inputs, changeMinor, feeMinor, vbytes } = choice;
        expect(sum(inputs)).toBe(sum(outputs) + changeMinor + feeMinor);
        expect(new Set(inputs.map(outpointOf)).size).toBe(inputs.length);
        for (const coin of required) expect(inputs).toContain(coin);
        const least = leastChange(network, rateMinor);
        expect(changeMinor === 0n || changeMinor > least).toBe(true);
        expect(least).toBeGreaterThanOrEqual(UTXO_RULES[network].dustMinor);
        const atRate = BigInt(vbytes) * rateMinor;
        expect(feeMinor).toBeGreaterThanOrEqual(atRate);
        // An amount that is too little for change is left to the miners; a change output would have cost something
        // itself.
        expect(feeMinor).toBeLessThanOrEqual(atRate + least + 34n * rateMinor);
        const change = changeMinor === 0n ? [] : [{ script: stranger(network), amountMinor: changeMinor }];
        const signed = signSpend({ network, inputs, outputs: [...outputs, ...change] }, keys);
        // A signature is a byte or two shorter than the longest now and then.
        expect(vbytesOf(signed.raw)).toBeLessThanOrEqual(vbytes);
        expect(vbytesOf(signed.raw)).toBeGreaterThan(vbytes - 3 * inputs.length);
      }),
      { numRuns: examples(150) },
    );
    expect(made).toBeGreaterThan(20);
  });

  test('change that is split loses what its outputs cost and no more, and no part is too little', () => {
    const requested = fc.record({
      network: networks,
      changeMinor: fc.bigInt({ min: 0n, max: 10_000_000_000n }),
      rateMinor: fc.bigInt({ min: 1n, max: 500n }),
      spareCoins: fc.nat(20),
    });
    fc.assert(
      fc.property(requested, (input) => {
        const parts = splitChange(input);
        const cost = BigInt(Math.max(0, parts.length - 1)) * 34n * input.rateMinor;
        expect(parts.reduce((all, part) => all + part, 0n)).toBe(input.changeMinor - cost);
        if (parts.length > 1) {
          for (const part of parts) expect(part).toBeGreaterThan(90n * leastChange(input.network, input.rateMinor));
          expect(parts.length + input.spareCoins).toBeLessThanOrEqual(8);
        }
      }),
    );
    expect(splitChange({ network: 'BTC', changeMinor: 0n, rateMinor: 1n, spareCoins: 0 })).toEqual([]);
    expect(splitChange({ network: 'BTC', changeMinor: 100_000_000n, rateMinor: 1n, spareCoins: 1 })).toHaveLength(4);
    expect(splitChange({ network: 'BTC', changeMinor: 100_000_000n, rateMinor: 1n, spareCoins: 8 })).toHaveLength(1);
  });
});

describe('signing', () => {
  const outputs = (network: Network) => [
    { script: stranger(network), amountMinor: 40_000n },
    { script: `a914${'11'.repeat(20)}87`, amountMinor: 30_000n },
    { script: scriptOfKey(network, publicKey), amountMinor: 25_000n },
  ];

  test.each(['BTC', 'LTC'] as const)('a %s transaction is byte for byte what the library signs', (network) => {
    const spend = {
      network,
      inputs: [coinOf(network, 60_000n), coinOf(network, 70_000n)],
      outputs: [...outputs(network), { script: `5120${'02'.repeat(32)}`, amountMinor: 20_000n }],
    };
    const transaction = new Transaction({ ...TX_OPTIONS, version: 2 });
    for (const { txid, n, amountMinor, addressKey } of spend.inputs) {
      const witnessUtxo = { amount: amountMinor, script: Buffer.from(addressKey, 'hex') };
      transaction.addInput({ txid, index: n, sequence: 0xfffffffd, witnessUtxo });
    }
    for (const { script, amountMinor } of spend.outputs) {
      transaction.addOutput({ script: Buffer.from(script, 'hex'), amount: amountMinor });
    }
    transaction.sign(privateKey, [SigHash.ALL]);
    transaction.finalize();
    expect(signSpend(spend, keys)).toEqual({ txid: transaction.id, raw: transaction.hex });
  });

  test('a BCH signature is over the digest with the fork id, which holds the amount', () => {
    const coin = coinOf('BCH', 100_000n);
    const { raw } = signSpend({ network: 'BCH', inputs: [coin], outputs: outputs('BCH') }, keys);
    const transaction = Transaction.fromRaw(Buffer.from(raw, 'hex'), TX_OPTIONS);
    const unlocking = Buffer.from(transaction.getInput(0).finalScriptSig ?? []);
    const signature = unlocking.subarray(1, unlocking.length - 34);
    expect(signature.at(-1)).toBe(0x41);
    const isOver = (amountMinor: bigint) => {
      const digest = transaction.preimageWitnessV0(0, Buffer.from(coin.addressKey, 'hex'), 0x41, amountMinor);
      return secp256k1.verify(signature.subarray(0, -1), digest, publicKey, { prehash: false, format: 'der' });
    };
    expect(isOver(100_000n)).toBe(true);
    expect(isOver(100_001n)).toBe(false);
  });

  test('a coin whose script is not that of our key is never signed for', () => {
    const foreign = { ...coinOf('BTC', 100_000n), addressKey: stranger('BTC') };
    expect(() => signSpend({ network: 'BTC', inputs: [foreign], outputs: outputs('BTC') }, keys)).toThrow('not locked');
  });
});
