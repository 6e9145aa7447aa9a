import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine } from './csv.ts';

describe('a line of CSV', () => {
  test.each(['=1+1', '+SUM(A1)', '-2+3', '@import', '\tx', '\r=1', '=HYPERLINK("http://x","y")'])(
    'hazard 69: %j is no formula',
    (text) => {
      const [[cell] = []] = parse(csvLine([text])) as string[][];
      expect(cell).toBe(`'${text}`);
    },
  );

  test('leaves amounts what they are, negative ones too', () => {
    expect(csvLine(['-0.00150000', '+3', 12n, 7])).toBe('-0.00150000,+3,12,7\r\n');
  });

  test('is read back as what was written, whatever is in it', () => {
    const harmless = fc.string({ unit: 'grapheme' }).filter((text) => !/^[=+\-@\t\r\n]/.test(text));
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
