import { expect, test } from 'vitest';
import type { Language } from '../../domain/languages.ts';
import { accountMail } from './account-mails.ts';

const values = { browser: 'Firefox 142 on Linux', ip: '203.0.113.7', time: '2026-11-20 10:15 UTC' };

test.each<[Language, string]>([
  ['en', 'Time: 20 Nov 2026, 10:15 UTC'],
  ['de', 'Zeit: 20.11.2026, 10:15 UTC'],
  ['pt', 'Hora: 20/11/2026, 10:15 UTC'],
])('the time of a sign-in is written as readers of %s do', (language, line) => {
  expect(accountMail({ kind: 'signed_in', values }, language).text).toContain(line);
});
