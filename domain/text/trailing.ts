/**
 * Text without the given character at its end, however often it is there, in linear time: `/0+$/` takes quadratic time
 * over many zeros.
 */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

/** A plain decimal without zeros at the end of its fraction: `1.500` is `1.5`, `2.00` is `2`, `100` stays. */
export function withoutTrailingZeros(decimal: string): string {
  return decimal.includes('.') ? withoutTrailing(withoutTrailing(decimal, '0'), '.') : decimal;
}
