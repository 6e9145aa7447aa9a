/** What a cell of a CSV holds; nothing is an empty cell. */
export type CsvCell = string | number | bigint | null | undefined;

/**
 * One line of a CSV file (RFC 4180), with its line end. A text that a spreadsheet would run as a formula is given an
 * apostrophe in front (hazard 69); plain decimals, negative ones too, stay what they are, so that columns add up.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

const PLAIN_DECIMAL = /^[+-]?\d+(\.\d+)?$/;
const STARTS_A_FORMULA = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  const text = String(cell);
  const safe = STARTS_A_FORMULA.test(text) && !PLAIN_DECIMAL.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
