import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repeatedKey } from './repeated-key.ts';

describe('a key that is named twice', () => {
  test.each([
    ['{"amount":"1","amount":"2"}', 'amount'],
    ['{"a":{"b":1,"c":2,"b":3}}', 'a.b'],
    ['{"items":[{"price":"1"},{"price":"1","price":"2"}]}', 'items.1.price'],
    ['{"\\u0061":1,"a":2}', 'a'],
    ['{"a\\"":1 , "a\\"" : 2}', 'a"'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('in %s is %s', (text, path) => {
    expect(repeatedKey(text)).toBe(path);
  });

  test.each([
    '{"a":"a","b":"a"}',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"{\\"b\\":1,\\"b\\":2}"}',
    '"a"',
    '{}',
  ])('is not in %s', (text) => {
    expect(repeatedKey(text)).toBeUndefined();
  });

  test('is in nothing that was written from a value', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => repeatedKey(JSON.stringify(value, null, 1)) === undefined));
  });
});
