import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { encodeSegwit } from '../../domain/address/bitcoin.ts';
import type { MassRules } from '../../domain/payouts/mass-line.ts';
import { MASS_EXAMPLE } from '../../domain/payouts/mass-line.ts';
import { readMassFile } from './mass-file.ts';

const rules: MassRules = {
  chainOf: () => 'main',
  termsOf: () => ({ feePayer: 'merchant', serviceFeeBps: 30, networkFeeMinor: 100n }),
  limitsOf: () => ({ minMinor: 1_000n, maxMinor: null, hourlyMinor: null, dailyMinor: null }),
};
const read = (text: string | readonly string[]) =>
  readMassFile(
    Readable.from(typeof text === 'string' ? [Buffer.from(text)] : text.map((part) => Buffer.from(part))),
    rules,
  );

function address(seed: number): string {
  const program = new Uint8Array(20);
  new DataView(program.buffer).setUint32(0, seed);
  return encodeSegwit('bc', 0, program);
}

describe('the file of a mass payout', () => {
  test('reads the example file', async () => {
    const { review, good } = await read(MASS_EXAMPLE);
    expect(review.bad).toEqual([]);
    expect(
      good.map(({ number, gateId, amountMinor, destinationTag, reference }) => [
        number,
        gateId,
        amountMinor,
        destinationTag,
        reference,
      ]),
    ).toEqual([
      [2, 'BTC', 1_250_000n, null, 'salary-2026-11'],
      [3, 'USDT_TRC20', 150_000_000n, null, null],
      [4, 'XRP', 320_000_000n, 4_021_967n, null],
    ]);
  });

  test('names each bad line by number, field and reason, and adds up what is good and what is not', async () => {
    const to = address(1);
    const lines = [
      `\uFEFFBTC;"${to}";ok;0.5`,
      '',
      `DOGE;${to};;1`,
      `BTC;${to}x;;1.123456789`,
      `LTC;ltcmweb1qqwe;;2`,
      `BTC;${to};;1e3`,
      'BTC;only three;cells',
      `BTC;${to};ok;0.5`,
      `XRP;rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe;not a tag;5`,
      `BTC;${to};;0`,
    ];
    const { review } = await read(lines.join('\n'));
    expect(review.bad.map(({ number, problems }) => [number, problems.map(({ field }) => field)])).toEqual([
      [3, ['gate']],
      [4, ['address', 'amount']],
      [5, ['address']],
      [6, ['amount']],
      [7, ['line']],
      [8, ['line']],
      [9, ['reference']],
      [10, ['amount']],
    ]);
    expect(review.bad[2]?.problems[0]?.reason).toContain('MWEB');
    expect(review.bad[5]?.problems[0]?.reason).toContain('line 1');
    const btc = review.totals.find(({ gateId }) => gateId === 'BTC');
    expect(btc).toMatchObject({ validLines: 1, validMinor: 50_000_000n, badLines: 4, badMinor: 50_000_000n });
    expect(btc?.heldMinor).toBe(50_000_000n + 150_000n + 100n);
  });

  test('refuses what is no CSV, an endless line and too many lines', async () => {
    const fields = (error: unknown) => (error as { fields?: unknown }).fields;
    await expect(read('BTC,"open').catch((e: unknown) => Promise.reject(fields(e)))).rejects.toHaveProperty('file');
    await expect(read('x'.repeat(5_000)).catch((e: unknown) => Promise.reject(fields(e)))).rejects.toHaveProperty(
      'file',
    );
    const many = Array.from({ length: 10_001 }, (_, at) => `BTC,${address(at)},,1`).join('\n');
    await expect(read(many).catch((e: unknown) => Promise.reject(fields(e)))).rejects.toHaveProperty('file');
  });

  test('gives the event loop its turns over 10 000 lines', async () => {
    const parts = Array.from({ length: 100 }, (_, part) =>
      Array.from({ length: 100 }, (_line, at) => `BTC,${address(part * 100 + at)},order-${part}-${at},0.001\n`).join(
        '',
      ),
    );
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 1);
    const { review } = await read([parts.join('')]);
    clearInterval(counting);
    expect(review.valid).toBe(10_000);
    // How long it took is for the bench; that others ran in between is what this test holds.
    expect(turns).toBeGreaterThan(3);
  });
});
