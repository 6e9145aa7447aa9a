import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examples } from '../examples.fixture.ts';
import { csvLine } from './csv.ts';

/** The cells that Excel makes of it where semicolons separate them, and quotes within a cell mean nothing. */
function splitLikeExcel(line: string): string[] {
  return line.split(/[;\r\n\t]/);
}

describe('a line of CSV', () => {
  test.each(['=1+1', '+SUM(A1)', '-2+3', '@import', '\tx', '=HYPERLINK("http://x","y")'])(
    'hazard 69: %j is no formula',
    (text) => {
      const [[cell] = []] = parse(csvLine([text])) as string[][];
      expect(cell).toBe(`'${text}`);
    },
  );

  test.each([
    ['nora;=1+1', "nora;'=1+1"],
    ['a; +SUM(A1)', "a;' +SUM(A1)"],
    ['a;"=1+1"', `a;'"=1+1"`],
    ['a;b;-2+3;@x', "a;b;'-2+3;'@x"],
    ['a\n=1', "a\n'=1"],
    ['a\t=1', "a\t'=1"],
    [';=1', ";'=1"],
    ['\r=1', "'\r'=1"],
    [' =1', "' =1"],
    ['＝1+1', "'＝1+1"],
    ['a;＝1+1', "a;'＝1+1"],
  ])('%j starts no formula, also where a spreadsheet splits at semicolons', (text, safe) => {
    const line = csvLine(['x', text, 'y']);
    expect((parse(line) as string[][])[0]?.[1]).toBe(safe);
    for (const cell of splitLikeExcel(line)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
  });

  test('starts no formula, however it is split', () => {
    const evil = fc.string({ unit: fc.constantFrom(...'=+-@;,\t\n\r" \'aA1＝') });
    fc.assert(
      fc.property(fc.array(evil, { minLength: 1, maxLength: 4 }), (cells) => {
        for (const cell of splitLikeExcel(csvLine(cells))) {
          // A number stays one; what follows it behind a comma makes no formula of it.
          if (!/^[+-]?\d+(?:,|$)/.test(cell)) expect(cell).not.toMatch(/^[ "]*[=+\-@＝＋－＠]/);
        }
      }),
      { numRuns: examples(5_000) },
    );
  });

  test('leaves amounts what they are, negative ones too', () => {
    expect(csvLine(['-0.00150000', '+3', 12n, 7])).toBe('-0.00150000,+3,12,7\r\n');
  });

  test('is read back as what was written, whatever is in it', () => {
    const harmless = fc.string({ unit: 'grapheme' }).filter((text) => !/[=+\-@＝＋－＠]|^[\t\r\n]/.test(text));
    fc.assert(
      fc.property(fc.array(harmless, { minLength: 2, maxLength: 6 }), (cells) => {
        expect(parse(csvLine(cells), { relax_column_count: true })).toEqual([cells]);
      }),
    );
  });

  test('has empty cells for nothing', () => {
    expect(csvLine([null, undefined, ''])).toBe(',,\r\n');
  });
});
