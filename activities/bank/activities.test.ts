import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openAlerts } from '../../db/alerts/alerts.fixture.ts';
import { requestCredit, type SimulatedCredit, simulatedBankCommandsTable } from '../../db/bank/simulated-commands.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeMerchant, testBox } from '../../db/testing.fixture.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { testConfig } from '../../settings/config.fixture.ts';
import { checkOf, createBankActivities } from './activities.ts';
import type { BankActivityDeps } from './deps.ts';
import { openBank } from './open-bank.ts';

const { db } = await openTestDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'tidegate-watch-'));
afterAll(() => rm(dataDir, { recursive: true }));
const folderOf = (mode: Mode) => join(dataDir, 'bank', mode);
const start = Date.now();
const MINUTE_MS = 60_000;
/** The moments that the clock shows, one after the other, and then the last one. */
let moments: number[] = [];
beforeEach(() => {
  moments = [start];
});
const nowMs = () => (moments.length > 1 ? moments.shift() : moments[0]) ?? start;
const deps: BankActivityDeps = {
  db,
  box: testBox,
  config: { ...testConfig(), dataDir },
  nowMs,
  admit: async (_tx, ids) => new Set(ids),
};
const { watchBank } = createBankActivities(deps);

/** One round: the worker shuts down right after it. @returns what it reports */
async function watch(mode: Mode): Promise<object> {
  const environment = new MockActivityEnvironment();
  const reported: object[] = [];
  environment.on('heartbeat', (details: object) => {
    reported.push(details);
    environment.cancel();
  });
  expect(await environment.run(watchBank, { mode, turnMs: 10 * MINUTE_MS })).toEqual({ checks: 1 });
  expect(reported).toHaveLength(1);
  return reported[0] ?? {};
}
const NOTHING = { received: 0, processed: 0, ordered: 0, recalled: 0, sent: 0 };
const away = async (mode: Mode) => (await openAlerts(db, mode)).map(({ kind, message }) => [kind, message]);

test('a round takes what the bank has left, and reports what it did', async () => {
  expect(await watch('production')).toMatchObject(NOTHING);
  await writeFile(join(folderOf('production'), 'from-bank', 'a.xml'), '<Document/>', { mode: 0o640 });
  expect(await watch('production')).toMatchObject({ ...NOTHING, received: 1, processed: 1 });
  expect(await readdir(join(folderOf('production'), 'from-bank', 'taken'))).toEqual(['a.xml']);
});

test('after three rounds without anything, a simulated bank is left alone until there is something; a real one never', async () => {
  const opened = openBank(deps, 'production');
  const incoming = join(folderOf('production'), 'from-bank');
  const [simulated, real] = [
    checkOf(deps, 'production', opened),
    checkOf(deps, 'production', { ...opened, kind: 'real' }),
  ];
  for (let rounds = 0; rounds < 3; rounds += 1) expect(await simulated()).toEqual(NOTHING);
  for (const _each of [1, 2]) expect(await simulated()).toEqual({ quiet: true });
  for (let rounds = 0; rounds < 5; rounds += 1) expect(await real()).toEqual(NOTHING);
  await writeFile(join(incoming, 'b.xml'), '<Other/>', { mode: 0o640 });
  expect(await simulated()).toMatchObject({ received: 1 });
  expect(await simulated()).toEqual(NOTHING);
});

test('what merchants want of the simulated bank is left in the folder of the sandbox, whole', async () => {
  const { merchantId } = await makeMerchant(db);
  const command: SimulatedCredit = { type: 'credit', minor: '100', name: 'Anna Example' };
  const request = async () => {
    await inTransaction(db, (tx) => requestCredit(tx, merchantId, command));
    return (await simulatedBankCommandsTable.findOne(db, { merchantId }))?.id;
  };
  const commands = join(folderOf('sandbox'), 'commands');
  const first = await request();
  await watch('production');
  expect(await simulatedBankCommandsTable.count(db, {})).toBe(1);
  await watch('sandbox');
  expect(await readdir(commands)).toEqual([`${first}.json`]);
  expect(JSON.parse(await readFile(join(commands, `${first}.json`), 'utf8'))).toEqual(command);
  // The bank's program may be another user of the group; what customers pay is no business of others.
  expect((await stat(join(commands, `${first}.json`))).mode & 0o007).toBe(0);
  const second = await request();
  await watch('sandbox');
  expect((await readdir(commands)).toSorted()).toEqual([`${first}.json`, `${second}.json`].toSorted());
  expect(await simulatedBankCommandsTable.count(db, {})).toBe(0);
});

test('a bank that is away is alerted after a quarter of an hour, until a round succeeds', async () => {
  await rm(join(dataDir, 'bank'), { recursive: true, force: true });
  await writeFile(join(dataDir, 'bank'), 'in the way');
  const trouble = expect.stringMatching(/ENOTDIR|EEXIST/);
  // The clock is read as the activity opens, for its turn, and when the round has failed.
  moments = [start, start, start + 15 * MINUTE_MS];
  expect(await watch('sandbox')).toMatchObject({ trouble });
  expect(await away('sandbox')).toEqual([]);
  moments = [start, start, start + 15 * MINUTE_MS + 1];
  expect(await watch('sandbox')).toMatchObject({ trouble });
  expect(await away('sandbox')).toEqual([
    [
      'bank_away',
      expect.stringMatching(/^No round with the bank \(sandbox\) has succeeded for 15 minutes: .*(ENOTDIR|EEXIST)/),
    ],
  ]);
  expect(await away('production')).toEqual([]);
  await rm(join(dataDir, 'bank'));
  moments = [start];
  expect(await watch('sandbox')).toMatchObject(NOTHING);
  expect(await away('sandbox')).toEqual([]);
});
