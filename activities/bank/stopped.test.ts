import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findBankFile } from '../../db/bank/files.ts';
import { withdrawBankPayment } from '../../db/bank/payments.ts';
import { bankFilePaymentsTable, bankFilesTable } from '../../db/bank/rows.ts';
import { tearUpFile } from '../../db/bank/tear-up.ts';
import { alertsTable } from '../../db/core/rows.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { operatorsOf } from '../../db/restores/stopped.fixture.ts';
import { openTestBank } from './bank.fixture.ts';
import type { BankTransport } from './transport.ts';
import { runBankRound } from './window.ts';

const t = await openTestBank();
const { db, deps, folder, bank, clock } = t;
const { transport } = deps;

type Network = 'SEPA' | '*';
const { stop, restore, goOn } = operatorsOf(db);
afterEach(goOn);

const tick = async () => {
  clock.nowMs = Math.max(clock.nowMs, Date.now()) + 1_000;
  await bank.tick(clock.nowMs);
};
/** Not before what was ordered by the clock of the database. */
const round = (over: Partial<BankTransport> = {}) => {
  clock.nowMs = Math.max(clock.nowMs, Date.now());
  return runBankRound({ ...deps, transport: { ...transport, ...over } });
};
/** The files that the bank could take. */
const delivered = async () => (await readdir(join(folder, 'to-bank'))).filter((name) => !name.startsWith('.'));
/** The last file that orders a payment. */
async function fileOf(paymentId: string) {
  const links = await bankFilePaymentsTable.find(db, { paymentId }, { order: [['paymentVersion', 'DESC']] });
  const file = await findBankFile(db, links[0]?.fileId ?? '');
  if (file === undefined) throw new Error('It is in no file.');
  return file;
}
const tear = async (paymentId: string) => {
  const file = await fileOf(paymentId);
  return inTransaction(db, (tx) => tearUpFile(tx, file, { by: 'Ann', note: 'It looks odd.', nowMs: clock.nowMs }));
};
/** A payment in a file that is written, and delivered to nobody. */
async function written(network: Network = 'SEPA'): Promise<string> {
  const id = await t.order();
  await stop(network);
  await round();
  expect(await fileOf(id)).toMatchObject({ state: 'written' });
  return id;
}

test.each(['SEPA', '*'] as const)('a file that is written is not delivered while %s is stopped', async (network) => {
  const id = await written(network);
  await round();
  expect(await delivered()).toEqual([]);
  await stop(network, false);
  await round();
  expect(await fileOf(id)).toMatchObject({ state: 'sent' });
  await tick();
});

test('a stop while a file is staged is seen right before its delivery', async () => {
  const id = await t.order();
  const stage: BankTransport['stage'] = async (name, bytes) => {
    await transport.stage(name, bytes);
    await stop('SEPA');
  };
  expect(await round({ stage })).toMatchObject({ sent: 0 });
  expect(await delivered()).toEqual([]);
  expect(await fileOf(id)).toMatchObject({ state: 'written' });
  await stop('SEPA', false);
  await round();
  await tick();
});

test('a delivery that was interrupted does not go on while euro are stopped', async () => {
  const id = await t.order();
  const deliver = () => Promise.reject(new Error('It died.'));
  await expect(round({ deliver })).rejects.toThrow('It died.');
  expect(await fileOf(id)).toMatchObject({ state: 'sending' });
  await stop('SEPA');
  await round();
  expect(await delivered()).toEqual([]);
  expect(await fileOf(id)).toMatchObject({ state: 'written' });
  await stop('SEPA', false);
  await round();
  await tick();
});

test('a file that is torn up never leaves, and its payments go into a later one', async () => {
  const id = await written();
  const torn = await fileOf(id);
  expect(await tear(id)).toBe(true);
  expect(await findBankFile(db, torn.id)).toMatchObject({ state: 'refused', problem: 'Torn up by Ann: It looks odd.' });
  expect(await t.payment(id)).toMatchObject({ status: 'waiting', files: 0 });
  expect(t.changesOf(id)).toEqual(['in_file', 'torn_up']);
  await stop('SEPA', false);
  await round();
  expect((await fileOf(id)).id).not.toBe(torn.id);
  await tick();
  await round();
  await tick();
  await round();
  expect(t.changesOf(id).at(-1)).toBe('booked');
  expect(await bankFilesTable.findOne(db, { id: torn.id })).toMatchObject({ sentAt: null });
});

test('a payment whose file was torn up can be taken back', async () => {
  const id = await written();
  await tear(id);
  expect(await inTransaction(db, (tx) => withdrawBankPayment(tx, id))).toBe(true);
});

test('a file that has left, or may have, cannot be torn up', async () => {
  const id = await t.order();
  await expect(round({ deliver: () => Promise.reject(new Error('It died.')) })).rejects.toThrow();
  expect(await tear(id)).toBe(false);
  await round();
  expect(await tear(id)).toBe(false);
  expect(await t.payment(id)).toMatchObject({ status: 'in_file' });
  await tick();
});

test('a file that a backup shows as written may have left since: it is not sent, and torn up after the checks', async () => {
  const id = await written();
  await restore();
  await expect(tear(id)).rejects.toMatchObject({ code: 'restore_unchecked' });
  await goOn();
  await round();
  expect(await delivered()).toEqual([]);
  const { id: fileId } = await fileOf(id);
  expect(await alertsTable.findOne(db, { kind: 'bank_file_open', subject: fileId })).toMatchObject({
    message: expect.stringContaining('may have left since'),
  });
  expect(await tear(id)).toBe(true);
  expect(await alertsTable.findOne(db, { kind: 'bank_file_open', subject: fileId, resolvedAt: null })).toBeUndefined();
});
