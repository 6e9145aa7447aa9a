import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { screenNames } from '../db/compliance/sanctions.ts';
import { one } from '../db/core/sql.ts';
import { openTestDatabase } from '../db/database.fixture.ts';

const run = promisify(execFile);
const { db, databaseUrl } = await openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'tidegate-sanctions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HEADER = 'fileGenerationDate;Entity_LogicalId;NameAlias_WholeName;BirthDate_Year';
const LINES = Array.from(
  { length: 20 },
  (_, index) => `20/11/2026;${index};Imaginary Person${index} Blocked;19${40 + index}`,
);

/** The output of the command for a file of these lines. */
async function load(lines: readonly string[], published = '2026-11-20', ...flags: string[]): Promise<string> {
  const file = join(folder, 'list.csv');
  writeFileSync(file, lines.join('\n'));
  const args = [join(import.meta.dirname, 'import-sanctions.ts'), file, '--name', 'eu', '--published', published];
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  return run(process.execPath, [...args, ...flags], { env }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  );
}

test('a file that is empty, cut off, another page or older changes nothing, and says what to do', async () => {
  expect(await load([HEADER, ...LINES])).toContain('Imported 20 parties of the list eu of 2026-11-20.');
  const imported = () => one(db, 'SELECT published_on::text, imported_at FROM sanctions_list');
  const before = await imported();
  const refusals = [
    await load([HEADER]),
    await load([]),
    await load(['<!DOCTYPE html>', '<p>Try again later; thank you.</p>']),
    await load([HEADER, ...LINES.slice(0, 17)]),
    await load([HEADER, ...LINES], '2026-11-19'),
    await load([HEADER, ...LINES], '2999-01-01'),
  ];
  expect(refusals.map((text) => text.trim())).toEqual([
    expect.stringContaining('Nothing was imported. The file has no parties. Download it again'),
    expect.stringContaining('The file has no parties'),
    expect.stringContaining('no column Entity_LogicalId, NameAlias_WholeName, BirthDate_Year'),
    expect.stringContaining('has 20 parties and this file 17'),
    expect.stringContaining('published on 2026-11-20, this file on 2026-11-19. Import the newest file'),
    expect.stringContaining('in the future'),
  ]);
  expect(await imported()).toEqual(before);
  const name = { subject: 'x', name: 'Imaginary Person19 Blocked', birthYear: 1959 };
  expect(await screenNames(db, [name], { sandbox: false })).toContainEqual(expect.objectContaining({ key: '19' }));
});

test('a list that did become shorter is imported with --allow-fewer, and one that lost a tenth without', async () => {
  expect(await load([HEADER, ...LINES.slice(0, 18)])).toContain('Imported 18 parties');
  expect(await load([HEADER, ...LINES.slice(0, 9)], '2026-11-21', '--allow-fewer')).toContain('Imported 9 parties');
});
