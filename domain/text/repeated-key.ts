/**
 * The path of the first key that an object of this JSON names twice, e.g. `items.0.price`; undefined where each is
 * named once. Parsers differ in which of the two they take, so what one system checked another would not act on (RFC
 * 8259 §4).
 * @param text valid JSON; it is read once, from left to right
 */
export function repeatedKey(text: string): string | undefined {
  const open: Level[] = [];
  let at = 0;
  while (at < text.length) {
    const sign = text[at];
    const level = open.at(-1);
    if (sign === '"') {
      const end = endOfString(text, at);
      if (level?.keys !== undefined && level.expectsKey) {
        const key = JSON.parse(text.slice(at, end)) as string;
        level.step = key;
        level.expectsKey = false;
        if (level.keys.has(key)) return open.map(({ step }) => step).join('.');
        level.keys.add(key);
      }
      at = end;
      continue;
    }
    if (sign === '{') open.push({ keys: new Set(), expectsKey: true, step: '' });
    else if (sign === '[') open.push({ keys: undefined, expectsKey: false, step: 0 });
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',' && level !== undefined) {
      level.expectsKey = level.keys !== undefined;
      if (typeof level.step === 'number') level.step += 1;
    }
    at += 1;
  }
  return undefined;
}

interface Level {
  /** Of an object; undefined for a list. */
  readonly keys: Set<string> | undefined;
  expectsKey: boolean;
  step: string | number;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
