import { DomainError } from '../errors.ts';
import { withoutTrailing } from '../text/trailing.ts';

/**
 * An amount as spreadsheets write it, as a plain decimal: decimal comma, groups of thousands, `1E-04`. Only where it
 * can mean one number; what no form fits is returned as it is.
 * @param decimalComma other amounts of the file have a decimal comma
 * @throws DomainError `amount_invalid` for what can mean two numbers, or was rounded
 */
export function sheetAmount(text: string, { decimalComma }: { readonly decimalComma: boolean }): string {
  const scientific = SCIENTIFIC.exec(text);
  if (scientific !== null) return expanded(text, scientific);
  if (ONE_COMMA_GROUP.test(text)) {
    const point = text.replace(',', '.');
    throw refusal(`${text} may mean ${point} or ${text.replace(',', '')}. Write ${point}0 with a point, or no comma.`);
  }
  if (decimalComma && ONE_POINT_GROUP.test(text)) {
    const [comma, whole] = [`${text.replace('.', ',')}0`, text.replace('.', '')];
    const because = 'because other amounts of the file have a decimal comma';
    throw refusal(`${text} may mean ${text} or ${whole}, ${because}. Write ${comma} or ${whole}.`);
  }
  const decimal = decimalOf(text);
  return decimal === null ? text : decimal.startsWith('.') ? `0${decimal}` : decimal;
}

/** Whether a text is an amount with a decimal comma and nothing else. */
export function hasDecimalComma(text: string): boolean {
  if (ONE_COMMA_GROUP.test(text)) return false;
  if (SCIENTIFIC.test(text)) return text.includes(',');
  return COMMA.test(text) || POINTS_THEN_COMMA.test(text) || (SPACES.test(text) && text.includes(','));
}

const SCIENTIFIC = /^(\d)(?:[.,](\d{1,30}))?E([+-]?\d{1,2})$/i;
const POINT = /^\d*\.\d+$/;
const COMMA = /^\d*,\d+$/;
const ONE_COMMA_GROUP = /^[1-9]\d{0,2},\d{3}$/;
const ONE_POINT_GROUP = /^[1-9]\d{0,2}\.\d{3}$/;
const POINT_GROUPS = /^[1-9]\d{0,2}(?:\.\d{3}){2,}$/;
const COMMA_GROUPS = /^[1-9]\d{0,2}(?:,\d{3}){2,}$/;
const POINTS_THEN_COMMA = /^[1-9]\d{0,2}(?:\.\d{3})+,\d+$/;
const COMMAS_THEN_POINT = /^[1-9]\d{0,2}(?:,\d{3})+\.\d+$/;
/** Thousands by spaces of any width, or by the apostrophes of Switzerland. */
const SPACES = /^[1-9]\d{0,2}(?:[ \u00A0\u2009\u202F'’]\d{3})+(?:[.,]\d+)?$/;

function decimalOf(text: string): string | null {
  if (POINT.test(text)) return text;
  if (COMMA.test(text)) return text.replace(',', '.');
  if (POINT_GROUPS.test(text)) return text.replaceAll('.', '');
  if (COMMA_GROUPS.test(text) || COMMAS_THEN_POINT.test(text)) return text.replaceAll(',', '');
  if (POINTS_THEN_COMMA.test(text)) return text.replaceAll('.', '').replace(',', '.');
  return SPACES.test(text) ? text.replaceAll(/[^\d.,]/g, '').replace(',', '.') : null;
}

/** Spreadsheets keep six digits: a number with as many has probably lost the others. */
const ROUNDED_FROM = 6;

function expanded(text: string, [, whole = '', fraction = '', exponent = '']: RegExpExecArray): string {
  const digits = whole + fraction;
  if (withoutTrailing(digits, '0').length >= ROUNDED_FROM) {
    throw refusal(
      `A spreadsheet has rounded ${text}. Format the cell as a number with all decimals and save it again.`,
    );
  }
  const point = 1 + Number(exponent);
  const padded = point > 0 ? digits.padEnd(point, '0') : '0'.repeat(1 - point) + digits;
  const at = Math.max(point, 1);
  const cut = withoutTrailing(padded.slice(at), '0');
  const start = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  return cut === '' ? start : `${start}.${cut}`;
}

function refusal(reason: string): DomainError {
  return new DomainError('amount_invalid', { message: reason, fields: { amount: [reason] } });
}
