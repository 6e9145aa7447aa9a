import { describe, expect, test } from 'vitest';
import { encodeSegwit } from '../../domain/address/bitcoin.ts';
import { massExample } from '../../domain/mass-payouts/example.ts';
import type { MassRules } from '../../domain/mass-payouts/line.ts';
import { readMassFile } from './read-file.ts';

const rules: MassRules = {
  isOpen: () => true,
  chainOf: () => 'main',
  termsOf: () => ({ feePayer: 'merchant', serviceFeeBps: 30 }),
  feeOf: () => ({ chargedMinor: 100n, ceilingMinor: 100n, costMinor: null, sampledAt: null }),
  limitsOf: () => ({ minMinor: 1_000n, maxMinor: null, hourlyMinor: null, dailyMinor: null }),
  tokenContractOf: () => undefined,
};
const read = (...parts: readonly (string | Uint8Array)[]) =>
  readMassFile(stream(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))), rules);

async function* stream(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

function refusalOf(...parts: readonly (string | Uint8Array)[]): Promise<unknown> {
  return read(...parts).then(
    () => 'none',
    (error: { fields?: { file?: string[] }; code?: string }) => error.fields?.file?.[0] ?? error.code ?? error,
  );
}

function address(seed: number): string {
  const program = new Uint8Array(20);
  new DataView(program.buffer).setUint32(0, seed);
  return encodeSegwit('bc', 0, program);
}

describe('the file of a mass payout', () => {
  test.each(['main', 'test', 'regtest'] as const)('reads the example file on a %s chain', async (chain) => {
    const { review, good } = await readMassFile(stream([Buffer.from(massExample(chain))]), {
      ...rules,
      chainOf: () => chain,
    });
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
      `BTC;${to};;1x3`,
      'BTC;only three;cells',
      `XRP;rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe;not a tag;5`,
      `BTC;${to};;0`,
    ];
    const { review } = await read(lines.join('\r\n'));
    expect(review.bad.map(({ number, problems }) => [number, problems.map(({ field }) => field)])).toEqual([
      [3, ['gate']],
      [4, ['amount', 'address']],
      [5, ['address']],
      [6, ['amount']],
      [7, ['line']],
      [8, ['reference']],
      [9, ['amount']],
    ]);
    expect(review.bad[2]?.problems[0]?.reason).toContain('MWEB');
    expect(review.bad[0]?.cells).toEqual(['DOGE', to, '', '1']);
    const btc = review.totals.find(({ gateId }) => gateId === 'BTC');
    expect(btc).toMatchObject({ validLines: 1, validMinor: 50_000_000n, badLines: 3, badMinor: 0n });
    expect(btc?.heldMinor).toBe(50_000_000n + 150_000n + 100n);
  });

  test('warns of a payment that is listed twice, and pays both', async () => {
    const { review } = await read(`BTC,${address(1)},a,0.5\nBTC,${address(1)},b,0.5\nBTC,${address(1)},a,0.50\n`);
    expect(review.valid).toBe(3);
    expect(review.warnings).toEqual([{ number: 3, reason: 'The same payment is already in line 1.' }]);
    const many = await read(`BTC,${address(1)},a,0.5\n`.repeat(500));
    expect([many.review.valid, many.review.warnings.length]).toEqual([500, 101]);
    expect(many.review.warnings.at(-1)).toMatchObject({
      number: 500,
      reason: 'This line and 398 before it repeat what earlier ones pay; those are not listed.',
    });
  });

  test('refuses amounts that nobody has, however long they are', async () => {
    const to = '0x52908400098527886E0F7030069857D2E4169EE7';
    const { review } = await read([30, 31, 78].map((digits) => `ETH,${to},,${'9'.repeat(digits)}`).join('\n'));
    expect(review.bad.map(({ number, problems }) => [number, problems])).toEqual(
      [2, 3].map((number) => [number, [{ field: 'amount', reason: 'Amount is greater than the maximum value' }]]),
    );
  });

  test('takes one separator from its first line, so that references may contain others', async () => {
    const { good } = await read(
      `gate,address,reference,amount\nBTC,${address(1)},a;b,0.5\nBTC,${address(2)},"c,d",0.5`,
    );
    expect(good.map(({ reference }) => reference)).toEqual(['a;b', 'c,d']);
    expect((await read(`BTC\t${address(1)}\t\t0.5`)).review.valid).toBe(1);
  });

  test.each([
    ['\r\n', '\n'],
    ['\n', '\r\n'],
    ['\r', '\r'],
    ['\r\n', '\r'],
  ])('reads lines that end with %j and others that end with %j', async (first, other) => {
    const to = address(1);
    const { review } = await read(`gate,address,reference,amount${first}BTC,${to},,1${other}DOGE,${to},,1${other}`);
    expect([review.valid, review.bad.map(({ number }) => number)]).toEqual([1, [3]]);
  });

  test('reads letters that arrive in two pieces', async () => {
    const bytes = Buffer.from(`BTC,${address(1)},Zoë,0.5\n`);
    const at = bytes.indexOf(0xc3) + 1;
    const { good } = await read(bytes.subarray(0, at), bytes.subarray(at));
    expect(good[0]?.reference).toBe('Zoë');
  });

  test('refuses what is no such file, in words', async () => {
    expect(await refusalOf('')).toBe('The file is empty.');
    expect(await refusalOf('\uFEFF\r\n\r\n')).toBe('The file is empty.');
    expect(await refusalOf('gate,address,reference,amount\n')).toBe('The file holds no payments.');
    expect(await refusalOf(Buffer.from('BTC,x,caf\u00e9,1', 'latin1'))).toContain('UTF-8');
    expect(await refusalOf('BTC,"open')).toContain('quotes');
    expect(await refusalOf(`BTC,${'x'.repeat(5_000)}`)).toContain('too long');
    const many = Array.from({ length: 10_001 }, (_, at) => `BTC,${address(at)},,1`).join('\n');
    expect(await refusalOf(many)).toBe('The file has more than 10000 lines.');
    expect(await refusalOf(Buffer.alloc(4_000_001, 'BTC,x,,1\n'))).toBe('too_large');
  });

  const SIZE = 3_900_000;
  test.each([
    ['16 KB without a line end', 'x'.repeat(16_384), 60],
    ['lines of one space', `BTC,x,,1\n${' \n'.repeat(100_000)}`, 400],
    ['lines of separators', `BTC,x,,1\n${',,,\n'.repeat(60_000)}`, 400],
    ['separators alone', ','.repeat(SIZE), 1_500],
    ['separators after a line', `BTC,x,,1\n${','.repeat(SIZE)}`, 1_500],
    ['line ends alone', '\n'.repeat(SIZE), 1_500],
    ['line ends after a line', `BTC,x,,1\n${'\n'.repeat(SIZE)}`, 1_500],
    ['quotes alone', '"'.repeat(SIZE), 1_500],
    ['an open quote', `BTC,"${'\n'.repeat(SIZE)}`, 1_500],
  ])('reads %s in time proportional to its length', async (_name, text, mostCpuMs) => {
    await read('BTC,x,,1').catch(() => {});
    const before = process.threadCpuUsage();
    await read(text).catch(() => {});
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(mostCpuMs);
  });

  test.each([
    ['an empty cell in quotes', 'BTC,"",a,1', [['BTC', '', 'a', '1']]],
    ['doubled quotes', 'BTC,"a""b",,1', [['BTC', 'a"b', '', '1']]],
    [
      'a line end in quotes',
      'BTC,"a\r\nb",,1\r\nX,y,z,1',
      [
        ['BTC', 'a\r\nb', '', '1'],
        ['X', 'y', 'z', '1'],
      ],
    ],
    [
      'lines without text',
      'BTC,a,b,1\n\n ,,\n""\nX,y,z,1\n',
      [
        ['BTC', 'a', 'b', '1'],
        ['X', 'y', 'z', '1'],
      ],
    ],
    ['a last line without its end', 'BTC,a,b,', [['BTC', 'a', 'b', '']]],
  ])('reads %s', async (_name, text, cells) => {
    const { review } = await read(text);
    expect(review.bad.map((line) => line.cells)).toEqual(cells);
  });

  test.each(['BTC,a"b,c,1', 'BTC,"a"b,c,1', 'BTC, "a",c,1', 'BTC,"a,c,1\n'])(
    'refuses the quotes of %j',
    async (text) => {
      expect(await refusalOf(text)).toContain('check its quotes');
    },
  );

  test('gives the event loop its turns over 10 000 lines in one piece', async () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `BTC,${address(at)},order-${at},0.001\n`);
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 1);
    const { review } = await read(lines.join(''));
    clearInterval(counting);
    expect(review.valid).toBe(10_000);
    // How long it took is for the bench; that others ran in between is what this test holds.
    expect(turns).toBeGreaterThan(3);
  });
});
