import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../domain/languages.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';

const api = await openTestApi();

test('shops of every encoding may load the script that embeds the payment page, in every language', async () => {
  const { status, headers, text } = await api.call({ url: '/embed/v1.js' });
  expect([status, headers['cross-origin-resource-policy'], headers['access-control-allow-origin']]).toEqual([
    200,
    'cross-origin',
    '*',
  ]);
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(text).toMatch(/^[\n -~]+$/);
  const words = JSON.parse(/const WORDS = (\{.*\});/.exec(text)?.[1] ?? '{}');
  expect(Object.keys(words)).toEqual(LANGUAGES);
  for (const each of Object.values(words))
    expect(each).toEqual({ close: expect.any(String), payment: expect.any(String) });
  expect(words.de).toEqual({ close: 'Schließen', payment: 'Zahlung' });
});
