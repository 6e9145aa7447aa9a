import { expect, test } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { durationText } from './duration.ts';

test('writes minutes in the reader’s language, and seconds where they are no whole minutes', () => {
  expect(LANGUAGES.map((language) => durationText(900, language))).toEqual([
    '15 minutes',
    '15 Minuten',
    '15 minutes',
    '15 minutos',
    '15 minuti',
    '15 minutos',
    '15 минут',
  ]);
  expect([60, 90, 5].map((seconds) => durationText(seconds, 'en'))).toEqual(['1 minute', '90 seconds', '5 seconds']);
});
