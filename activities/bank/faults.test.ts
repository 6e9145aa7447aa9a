import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import { isBankStopped } from '../../db/bank/differences.ts';
import { bankCustody } from '../../db/bank/payments.ts';
import { bankDifferencesTable, bankEntriesTable, bankFilesTable } from '../../db/bank/rows.ts';
import { alertsTable } from '../../db/core/rows.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { type AccountRef, GATEWAY } from '../../db/ledger/accounts.ts';
import { postTransfers } from '../../db/ledger/transfers.ts';
import { testBox } from '../../db/testing.fixture.ts';
import { commandBank } from '../../scripts/bank-simulator/folder.ts';
import { writeReport } from '../../scripts/bank-simulator/messages.ts';
import { until } from '../../scripts/testing/until.ts';
import { testConfig } from '../../settings/config.fixture.ts';
import { createBankActivities } from './activities.ts';
import { openTestBank, testAccount } from './bank.fixture.ts';
import type { BankTransport } from './transport.ts';
import { runBankRound } from './window.ts';

const t = await openTestBank();
const { db, deps, folder, bank, clock } = t;
const { transport } = deps;
const tick = async () => {
  // Never behind the database's clock, by which the next file of payments may be written.
  clock.nowMs = Math.max(clock.nowMs, Date.now()) + 1_000;
  await bank.tick(clock.nowMs);
};
const openAlert = (kind: 'bank_file_open' | 'bank_contradiction' | 'bank_away' | 'bank_statement_missing') =>
  alertsTable.findOne(db, { kind, resolvedAt: null });

class Crash extends Error {}

/** A transport that dies before or after one of its calls, once. */
function dying(call: 'stage' | 'deliver' | 'lookUp' | 'read' | 'taken', when: 'before' | 'after'): BankTransport {
  let isArmed = true;
  const at = async <T>(name: typeof call, work: () => Promise<T>): Promise<T> => {
    const dies = isArmed && name === call;
    if (dies) isArmed = false;
    if (dies && when === 'before') throw new Crash();
    const value = await work();
    if (dies) throw new Crash();
    return value;
  };
  return {
    ...transport,
    stage: (name, bytes) => at('stage', () => transport.stage(name, bytes)),
    deliver: (name, bytes) => at('deliver', () => transport.deliver(name, bytes)),
    lookUp: (name) => at('lookUp', () => transport.lookUp(name)),
    async *incoming() {
      for await (const file of transport.incoming()) {
        yield {
          ...file,
          read: () => at('read', () => file.read()),
          taken: (isRefused) => at('taken', () => file.taken(isRefused)),
        };
      }
    },
  };
}

test.each(
  (['stage', 'deliver', 'read', 'taken'] as const).flatMap((call) => [
    ['before', call] as const,
    ['after', call] as const,
  ]),
)('a process that dies %s %s pays once', async (when, call) => {
  await tick();
  const id = await t.order({ amountMinor: 4321n });
  const broken = { ...deps, transport: dying(call, when) };
  for (let i = 0; i < 6; i += 1) {
    // Between two rounds the bank may take what is there.
    await runBankRound(broken).catch((error: unknown) => expect(error).toBeInstanceOf(Crash));
    await tick();
  }
  expect(t.changesOf(id).at(-1)).toBe('booked');
  const { endToEndId } = await t.payment(id);
  expect(await bankEntriesTable.count(db, { endToEndId })).toBe(1);
  expect(await bankFilesTable.count(db, { direction: 'out', state: 'sending' })).toBe(0);
});

test('two rounds at once send a file once and leave no copy of it', async () => {
  await tick();
  const id = await t.order({ amountMinor: 777n });
  let arrived = (): void => undefined;
  const bothStage = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  let staging = 0;
  let delivered = 0;
  const slow: BankTransport = {
    ...transport,
    stage: async (name, bytes) => {
      staging += 1;
      const isFirst = staging === 1;
      if (!isFirst) arrived();
      // The second one, if there is one, stages only after the first has delivered.
      if (!isFirst) await until(async () => delivered > 0, 'the first round has delivered');
      await transport.stage(name, bytes);
      if (isFirst) await Promise.race([bothStage, setTimeout(300)]);
    },
    deliver: async (name, bytes) => {
      await transport.deliver(name, bytes);
      delivered += 1;
    },
  };
  await runBankRound({ ...deps, transport: { ...transport, stage: () => Promise.reject(new Crash()) } }).catch(
    (error: unknown) => expect(error).toBeInstanceOf(Crash),
  );
  await Promise.all([runBankRound({ ...deps, transport: slow }), runBankRound({ ...deps, transport: slow })]);
  expect(await readdir(join(folder, 'to-bank'))).not.toContainEqual(expect.stringMatching(/[.]part$/));
  expect([staging, delivered]).toEqual([1, 1]);
  for (let i = 0; i < 4; i += 1) {
    await tick();
    await runBankRound(deps);
  }
  expect(t.changesOf(id).at(-1)).toBe('booked');
});

test('a file whose outcome only the bank knows is not sent again, and operators are alerted', async () => {
  const delivered: string[] = [];
  const blind: BankTransport = {
    ...transport,
    deliver: async (name) => {
      delivered.push(name);
      throw new Crash();
    },
    lookUp: async () => 'unknown',
  };
  const id = await t.order();
  await expect(runBankRound({ ...deps, transport: blind })).rejects.toThrow(Crash);
  clock.nowMs += 3_600_000;
  await runBankRound({ ...deps, transport: blind });
  expect(delivered).toHaveLength(1);
  expect(await openAlert('bank_file_open')).toMatchObject({ message: expect.stringContaining('Ask the bank') });
  // The folder knows: it was staged, so it is delivered now.
  await runBankRound(deps);
  for (let i = 0; i < 4; i += 1) {
    await tick();
    await runBankRound(deps);
  }
  expect(t.changesOf(id).at(-1)).toBe('booked');
  expect(await openAlert('bank_file_open')).toBeUndefined();
});

test('an unanswered file is alerted after a day', async () => {
  await commandBank(folder, { type: 'plan', plan: 'silent' });
  await commandBank(folder, { type: 'delay', seconds: 1_000_000 });
  await tick();
  await t.order();
  await runBankRound(deps);
  await tick();
  clock.nowMs += 25 * 3_600_000;
  await runBankRound(deps);
  expect(await openAlert('bank_file_open')).toMatchObject({ message: expect.stringContaining('not been answered') });
  await commandBank(folder, { type: 'delay', seconds: 0 });

  const file = await bankFilesTable.findOne(db, { kind: 'pain.001' }, { order: [['createdAt', 'DESC']] });
  const { iban, bic, name: owner } = testAccount;
  const report = { messageId: 'SLOW1', nowMs: clock.nowMs, originalMessageId: file?.messageId ?? '' };
  const text = writeReport({ ...report, groupStatus: 'ACCP', parts: new Map() }, { iban, bic, owner });
  await writeFile(join(folder, 'from-bank', 'slow.xml'), text);
  await runBankRound(deps);
  expect(await openAlert('bank_file_open')).toBeUndefined();
});

test('a rejection after the debit changes nothing, and is alerted', async () => {
  await tick();
  const id = await t.order();
  for (let i = 0; i < 4; i += 1) {
    await runBankRound(deps);
    await tick();
  }
  await runBankRound(deps);
  const file = await bankFilesTable.findOne(db, { kind: 'pain.001' }, { order: [['createdAt', 'DESC']] });
  const { iban, bic, name: owner } = testAccount;
  const report = { messageId: 'LATE1', nowMs: clock.nowMs, originalMessageId: file?.messageId ?? '' };
  const text = writeReport({ ...report, groupStatus: 'RJCT', parts: new Map() }, { iban, bic, owner });
  await writeFile(join(folder, 'from-bank', 'late.xml'), text);
  await runBankRound(deps);
  expect((await t.payment(id)).status).toBe('booked');
  expect(await openAlert('bank_contradiction')).toMatchObject({ message: expect.stringContaining(id) });
});

test('any other change to the books of the bank stops payments', async () => {
  const fees = { owner: GATEWAY, mode: 'sandbox', asset: 'EUR', kind: 'fees:bank' } as const;
  const wrong = (key: string, debit: AccountRef, credit: AccountRef) =>
    inTransaction(db, (tx) => postTransfers(tx, [{ key, kind: 'test', postings: [{ debit, credit, minor: 5n }] }]));
  await wrong('wrong', fees, bankCustody('sandbox'));
  await runBankRound(deps);
  const [difference] = await bankDifferencesTable.find(db, { resolvedAt: null });
  expect(difference).toMatchObject({ differenceMinor: 5n });
  await wrong('right', bankCustody('sandbox'), fees);
  await bankDifferencesTable.update(db, { resolvedAt: new Date(), resolvedBy: 'Ann' }, { id: difference?.id ?? '' });
});

test('a report about a file that is not ours is refused', async () => {
  const { iban, bic, name: owner } = testAccount;
  const report = { messageId: 'ALIEN1', nowMs: clock.nowMs, originalMessageId: 'SOMEBODYS' };
  const text = writeReport({ ...report, groupStatus: 'RJCT', parts: new Map() }, { iban, bic, owner });
  await writeFile(join(folder, 'from-bank', 'alien.xml'), text);
  await runBankRound(deps);
  const file = await bankFilesTable.findOne(db, { name: 'alien.xml' });
  expect(file).toMatchObject({ state: 'refused', problem: expect.stringContaining('no file of payments of ours') });
});

test('a statement that does not come is alerted, and those after it are booked', async () => {
  await commandBank(folder, { type: 'trick', trick: 'out-of-order' });
  await commandBank(folder, { type: 'fee', minor: '100' });
  await tick();
  await commandBank(folder, { type: 'fee', minor: '200' });
  await tick();
  const names = (await readdir(join(folder, 'from-bank'))).filter((name) => name.startsWith('late.'));
  expect(names).toHaveLength(1);
  const late = await readFile(join(folder, 'from-bank', names[0] ?? ''));
  await rm(join(folder, 'from-bank', names[0] ?? ''));
  const fees = await t.balance('fees:bank');
  await runBankRound(deps);
  expect((await t.balance('fees:bank')) - fees).toBe(-200n);
  expect(await isBankStopped(db, 'sandbox')).toBe(false);
  expect(await openAlert('bank_statement_missing')).toMatchObject({ message: expect.stringContaining('are missing') });
  await writeFile(join(folder, 'from-bank', 'found.xml'), late);
  await runBankRound(deps);
  expect((await t.balance('fees:bank')) - fees).toBe(-300n);
  expect(await bankFilesTable.count(db, { state: 'waiting' })).toBe(0);
  expect(await isBankStopped(db, 'sandbox')).toBe(false);
  expect(await openAlert('bank_statement_missing')).toBeUndefined();
});

test('a bank that is away for a quarter of an hour is alerted, and comes back', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidegate-away-'));
  let nowMs = Date.now();
  const env = { DATA_DIR: dataDir };
  const activities = createBankActivities({
    db,
    box: testBox,
    config: testConfig(env),
    admit: async () => new Set<string>(),
    nowMs: () => {
      nowMs += 400_000;
      return nowMs;
    },
  });
  await writeFile(join(dataDir, 'bank'), 'in the way');
  const watch = () =>
    new MockActivityEnvironment().run(activities.watchBank, { mode: 'production' as const, turnMs: 3_000_000 });
  await watch();
  expect(await openAlert('bank_away')).toBeDefined();
  await rm(join(dataDir, 'bank'));
  await watch();
  expect(await openAlert('bank_away')).toBeUndefined();
  await rm(dataDir, { recursive: true });
});
