import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { AFTER_MONTHS, ARCHIVING_AT_MS, archiveMonths, makeOldMonths } from '../activities/growth/archive.fixture.ts';
import { createArchiveActivities } from '../activities/growth/archive.ts';
import { openTestDatabase } from '../db/database.fixture.ts';

const { db } = await openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'tidegate-archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function archives(...args: readonly string[]) {
  const env = { ...process.env, DATABASE_URL: db.url, ARCHIVE_DIR: folder };
  const program = join(import.meta.dirname, 'archives.ts');
  return promisify(execFile)(process.execPath, [program, ...args], { env }).then(
    ({ stdout }) => ({ output: stdout, status: 0 }),
    ({ stdout, code }: { stdout: string; code: number }) => ({ output: stdout, status: code }),
  );
}

test('lists archived months, and says which file was changed or is missing', { timeout: 180_000 }, async () => {
  expect(await archives('list')).toEqual({ output: 'No month was archived.\n', status: 0 });
  await makeOldMonths(db);
  const settings = { afterMonths: AFTER_MONTHS, folder };
  const activities = createArchiveActivities({ db, settings, nowMs: () => ARCHIVING_AT_MS });
  // The second month has only begun.
  await archiveMonths(activities, 6);
  const { output } = await archives('list');
  expect(output).toMatch(/^first: archived 20.*\n {2}event_first-[0-9a-f]{16}\.jsonl\.gz: 3 rows, /);
  expect(output).toMatch(/webhook_attempt_first-.*: 6 rows, .*\n2027_01: not finished\n$/);
  expect(await archives('verify')).toEqual({ output: 'OK: 3 files are as they were written.\n', status: 0 });

  const [event = '', delivery = ''] = readdirSync(folder)
    .filter((file) => file.endsWith('.gz'))
    .sort();
  rmSync(join(folder, event));
  appendFileSync(join(folder, delivery), 'x');
  const wrong = await archives('verify');
  expect(wrong.status).toBe(1);
  expect(wrong.output).toContain(`WRONG: ${event} cannot be read: ENOENT`);
  expect(wrong.output).toContain('2 of 3 are wrong.');
  expect((await archives('drop')).status).toBe(64);
});
