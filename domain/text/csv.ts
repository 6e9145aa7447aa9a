/** The content of a CSV cell; nothing is an empty cell. */
export type CsvCell = string | number | bigint | null | undefined;

/**
 * One line of a CSV file (RFC 4180), with its line end. Text that a spreadsheet would run as a formula gets an
 * apostrophe in front (hazard 69): at the beginning and, because Excel splits at semicolons in many countries and takes
 * no quotes within a cell, after each of them too. Plain decimals, negative ones too, stay what they are, so that
 * columns add up.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

/** The first line of a file that people download: its mark tells Excel that the text is UTF-8. */
export function csvHead(cells: readonly CsvCell[]): string {
  return `\uFEFF${csvLine(cells)}`;
}

const PLAIN_DECIMAL = /^[+-]?\d+(\.\d+)?$/;
/** Also the wide forms of Japanese keyboards, which Excel takes for the same. */
const STARTS_A_FORMULA = /^[ "]*[=+\-@＝＋－＠]|^[\t\r\n]/;
const FORMULA_WITHIN = /([;\t\r\n])(?=[ "]*[=+\-@＝＋－＠])/g;
const NEEDS_QUOTES = /[",;\r\n]|^\s|\s$/;

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  const text = String(cell);
  if (PLAIN_DECIMAL.test(text)) return text;
  const within = text.replaceAll(FORMULA_WITHIN, "$1'");
  const safe = STARTS_A_FORMULA.test(text) ? `'${within}` : within;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
