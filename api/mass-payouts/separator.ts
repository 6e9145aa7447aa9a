import { fieldError } from '../../domain/errors.ts';
import { isColumnName } from '../../domain/mass-payouts/heading.ts';
import { isGateTitle } from '../../domain/mass-payouts/line.ts';

export interface Separator {
  readonly separator: string;
  /** The first line says what it is, and nothing else. */
  readonly isNamed: boolean;
}

/**
 * The separator of a file's cells: the one that its first line names (`sep=;`, which Excel writes), else the one that
 * makes the name of a column or an asset of its first cell, however many others are in a reference, else the one that
 * is most frequent in the line outside its quotes. The lines of a file of one column are separated later.
 * @throws DomainError 422 on `file` for a named separator that is not read
 */
export function separatorOf(head: string): Separator {
  const line =
    head
      .replace('\uFEFF', '')
      .trimStart()
      .split(/[\r\n]/, 1)[0] ?? '';
  const named = /^"?sep=(.)"?[;,]*$/i.exec(line)?.[1];
  if (named !== undefined) {
    if (SEPARATORS.includes(named)) return { separator: named, isNamed: true };
    throw fieldError('file', 'The first line names a separator that is not read. Use a comma, a semicolon or a tab.');
  }
  const bare = line.replaceAll(/"[^"]*"/g, '');
  const count = (separator: string) => bare.split(separator).length;
  const first = (separator: string) => (line.split(separator, 1)[0] ?? '').replaceAll('"', '');
  const naming = SEPARATORS.filter(
    (each) => count(each) > 1 && (isColumnName(first(each)) || isGateTitle(first(each))),
  );
  const candidates = naming.length === 0 ? SEPARATORS : naming;
  const separator = candidates.reduce((best, each) => (count(each) > count(best) ? each : best));
  return { separator, isNamed: false };
}

const SEPARATORS = [',', ';', '\t', '|'];
