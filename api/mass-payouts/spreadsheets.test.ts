import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { MassRules } from '../../domain/mass-payouts/line.ts';
import { readMassFile } from './read-file.ts';

const rules: MassRules = {
  isOpen: () => true,
  chainOf: () => 'regtest',
  termsOf: () => ({ feePayer: 'merchant', serviceFeeBps: 30 }),
  feeOf: () => ({ chargedMinor: 100n, ceilingMinor: 100n, costMinor: null, sampledAt: null }),
  limitsOf: () => ({ minMinor: 1_000n, maxMinor: null, hourlyMinor: null, dailyMinor: null }),
  tokenContractOf: () => undefined,
};
const TO = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const XRP = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';

async function read(bytes: Uint8Array) {
  async function* stream() {
    yield bytes;
  }
  const { good, review } = await readMassFile(stream(), rules);
  return {
    good: good.map(({ number, address, reference, amountMinor }) => [number, address, reference, amountMinor]),
    tags: good.map(({ number, destinationTag }) => [number, destinationTag]),
    bad: review.bad.map(({ number, problems }): [number, string[]] => [
      number,
      problems.map(({ field, reason }) => `${field}: ${reason}`),
    ]),
  };
}
const text = (content: string) => read(Buffer.from(content));
const refusal = (bytes: Uint8Array) =>
  read(bytes).then(
    () => 'none',
    (error: { fields?: { file?: string[] } }) => error.fields?.file?.[0],
  );
const ONE = [2, TO, 'nora', 10_000n];

describe('a file that people saved', () => {
  test.each([
    ['02-excel-de-semicolon-bom-crlf-decimal-comma', [ONE], []],
    ['04-scientific', [ONE, [3, TO, 'tom', 10_000n]], []],
    ['05-utf16le-bom-tab', [ONE], []],
    ['07-sep-line', [[3, TO, 'nora', 10_000n]], []],
    ['13-nbsp-and-zero-width', [ONE, [3, ...ONE.slice(1)], [4, ...ONE.slice(1)], [5, ...ONE.slice(1)]], []],
    ['15-cr-only-mac', [ONE], []],
    ['17-header-german', [ONE], []],
    ['19-ref-with-semicolons-comma-file', [[2, TO, 'a;b;c;d;e', 10_000n]], []],
  ])('%s is read as what it says', async (name, good, bad) => {
    const bytes = await readFile(new URL(`files.fixture/${name}.csv`, import.meta.url));
    expect(await read(bytes)).toMatchObject({ good, bad });
  });

  test('11-xrp-tags: whole numbers are tags, anything else is refused', async () => {
    const { good, tags, bad } = await read(await readFile(new URL('files.fixture/11-xrp-tags.csv', import.meta.url)));
    expect(good.map(([, address]) => address)).toEqual([XRP, XRP, XRP, XRP]);
    expect(tags).toEqual([
      [2, 0n],
      [3, 12_345_678n],
      [4, 4_294_967_295n],
      [6, null],
    ]);
    const whole = 'reference: A destination tag is a whole number.';
    expect(bad).toEqual([
      [5, [expect.stringContaining('reference: ')]],
      [7, [whole]],
      [8, [whole]],
      [9, [whole]],
    ]);
  });
});

describe('encodings', () => {
  const content = `gate;address;reference;amount\r\nBTC;${TO};Zoë;0,5\r\n`;
  const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
  test.each([
    ['UTF-16 LE with its mark', Buffer.from(`\uFEFF${content}`, 'utf16le')],
    ['UTF-16 BE with its mark', swapped(Buffer.from(`\uFEFF${content}`, 'utf16le'))],
    ['UTF-16 LE without one', Buffer.from(content, 'utf16le')],
    ['UTF-16 BE without one', swapped(Buffer.from(content, 'utf16le'))],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${content}`)],
  ])('%s', async (_name, bytes) => {
    expect(await read(bytes)).toMatchObject({ good: [[2, TO, 'Zoë', 50_000_000n]], bad: [] });
  });

  test('other bytes are refused, because a letter could be any other', async () => {
    const words = 'The file is not UTF-8 text. Save it as “CSV UTF-8” and upload it again.';
    expect(await refusal(Buffer.from(content, 'latin1'))).toBe(words);
    expect(await refusal(Buffer.from(`${content}\0`))).toBe(words);
    expect(await refusal(Buffer.concat([Buffer.from(content, 'utf16le'), Buffer.from('x')]))).toBe(words);
  });

  test('a letter of UTF-16 that arrives in two pieces is one', async () => {
    const bytes = Buffer.from(`\uFEFF${content}`, 'utf16le');
    async function* stream() {
      for (const byte of bytes) yield Uint8Array.of(byte);
    }
    expect((await readMassFile(stream(), rules)).good[0]?.reference).toBe('Zoë');
  });
});

describe('separators', () => {
  test.each([
    ['sep=;\r\n', ';'],
    ['\uFEFFsep=,\n', ','],
    ['SEP=\t\n', '\t'],
    ['"sep=;"\r\n', ';'],
    ['sep=|\n', '|'],
  ])('%j says what it is', async (head, separator) => {
    const line = ['BTC', TO, 'nora', '0.0001'].join(separator);
    expect(await text(`${head}${line}\n`)).toMatchObject({ good: [ONE], bad: [] });
  });

  test('another one is refused in words', async () => {
    expect(await refusal(Buffer.from(`sep=x\nBTCx${TO}xx1`))).toBe(
      'The first line names a separator that is not read. Use a comma, a semicolon or a tab.',
    );
  });

  test.each([
    [`BTC,${TO},a;b;c;d;e;f,0.0001`, 'a;b;c;d;e;f'],
    [`BTC,${TO},a;b;c,0.0001`, 'a;b;c'],
    [`BTC;${TO};a,b,c,d,e;0.0001`, 'a,b,c,d,e'],
    [`BTC\t${TO}\ta,b,c;d\t0.0001`, 'a,b,c;d'],
  ])('of %j is the one that makes an asset of the first cell', async (line, reference) => {
    expect(await text(line)).toMatchObject({ good: [[1, TO, reference, 10_000n]], bad: [] });
  });

  test('empty cells at the end, which spreadsheets add, are left out', async () => {
    expect(await text(`gate;address;reference;amount;;\nBTC;${TO};nora;0,0001;;\n`)).toMatchObject({ good: [ONE] });
    expect((await text(`BTC;${TO};nora;0,0001;;x`)).bad).toEqual([[1, [expect.stringContaining('6 cells')]]]);
  });

  test('a decimal comma without quotes between commas is refused in words', async () => {
    const { good, bad } = await text(`gate,address,reference,amount\nBTC,${TO},nora,0,0001\n`);
    expect([good, bad]).toEqual([
      [],
      [
        [
          2,
          [
            'line: The line has 5 cells; there must be 4: gate, address, reference, amount. ' +
              'Put an amount or a reference with a comma in quotes.',
          ],
        ],
      ],
    ]);
    expect(await text(`BTC,${TO},nora,"0,0001"\n`)).toMatchObject({ good: [[1, ...ONE.slice(1)]] });
  });
});

describe('headings', () => {
  test.each([
    'Currency;Address;Memo;Amount',
    'Währung;Adresse;Verwendungszweck;Betrag',
    'Devise;Adresse;Référence;Montant',
    'Moneda;Dirección;Referencia;Importe',
    'Valuta;Indirizzo;Riferimento;Importo',
    'Moeda;Endereço;Referência;Valor',
    'Валюта;Адрес;Примечание;Сумма',
  ])('%s', async (heading) => {
    expect(await text(`${heading}\nBTC;${TO};nora;0,0001`)).toMatchObject({ good: [ONE], bad: [] });
  });

  test('name the columns in any order, and may leave the reference out', async () => {
    const ordered = await text(`Betrag;Referenz;Adresse;Währung\n0,0001;nora;${TO};BTC`);
    expect(ordered).toMatchObject({ good: [ONE], bad: [] });
    const three = await text(`address,amount,asset\n${TO},0.0001,BTC\n${TO},0.0001`);
    expect(three.good).toEqual([[2, TO, null, 10_000n]]);
    expect(three.bad).toEqual([[3, ['line: The line has 2 cells; there must be 3: address, amount, gate.']]]);
  });

  test('that name a column twice are no headings', async () => {
    const { good, bad } = await text(`Betrag;Betrag;Adresse;Währung\nBTC;${TO};nora;0,0001`);
    expect([good, bad.map(([number]) => number)]).toEqual([[ONE], [1]]);
  });
});

describe('amounts of a file', () => {
  const amounts = async (...cells: string[]) => {
    const { good, bad } = await text(cells.map((cell, at) => `BTC;${TO};r${at};"${cell}"\n`).join(''));
    return { minor: good.map(([, , , minor]) => minor), words: bad.flatMap(([, problems]) => problems) };
  };

  test('with decimal commas beside points: what could be either is refused, line by line', async () => {
    expect(await amounts('0,5', '1.234', '0.25', '1234.5')).toEqual({
      minor: [50_000_000n, 25_000_000n, 123_450_000_000n],
      words: [
        'amount: 1.234 may mean 1.234 or 1234, because other amounts of the file have a decimal comma. ' +
          'Write 1,2340 or 1234.',
      ],
    });
    expect(await amounts('0.5', '1.234')).toMatchObject({ minor: [50_000_000n, 123_400_000n], words: [] });
  });
});
