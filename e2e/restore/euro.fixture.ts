import { cpSync, existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { bankPaymentsTable } from '../../db/bank/payment-rows.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { select } from '../../db/core/sql.ts';
import { openTill, type Till, withdraw } from '../../db/withdrawals/testing.fixture.ts';
import { endToEndIdOf } from '../../domain/bank/end-to-end-id.ts';

/** Euro withdrawals to a simulated bank, which outlives the gateway in a folder of its own. */
export interface DrillEuro {
  readonly till: Till;
  readonly ids: readonly string[];
}

/** Withdrawals that are queued at the moment, because money is stopped. */
export async function queueWithdrawals(db: Db, till: Till, count: number): Promise<DrillEuro> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) ids.push((await withdraw(db, till, { amountMinor: 1_000n + BigInt(at) })).id);
  return { till, ids };
}

export const openEuroTill = (db: Db): Promise<Till> => openTill(db);

export async function untilWithdrawals(db: Db, { ids }: DrillEuro, status: string, timeout: number): Promise<void> {
  const open = () =>
    select<object>(db, 'SELECT id, status, bank_stage FROM withdrawal WHERE id = ANY($1::uuid[]) AND status <> $2', [
      ids,
      status,
    ]);
  await expect.poll(open, { timeout, interval: 500 }).toEqual([]);
}

/** Until a statement contains them, so that the bank's own files show what left. */
export async function untilStated(db: Db, { ids }: DrillEuro, timeout: number): Promise<void> {
  const sql = 'SELECT count(*)::int AS n FROM bank_entry WHERE is_stated AND end_to_end_id = ANY($1::text[])';
  const stated = async () => (await select<{ n: number }>(db, sql, [ids.map(endToEndIdOf)]))[0]?.n;
  await expect.poll(stated, { timeout, interval: 500 }).toBe(ids.length);
}

/** The bank goes on on another machine, and offers again what the gateway has taken from it, as one asks a bank for. */
export function moveBank(from: string, to: string): void {
  cpSync(join(from, 'bank'), join(to, 'bank'), { recursive: true });
  for (const mode of readdirSync(join(to, 'bank'))) {
    const inbox = join(to, 'bank', mode, 'from-bank');
    const taken = join(inbox, 'taken');
    if (!existsSync(taken)) continue;
    for (const name of readdirSync(taken)) renameSync(join(taken, name), join(inbox, name));
  }
}

/** Each withdrawal is on the bank's account once, and booked once. */
export async function expectPaidOnce(db: Db, dataDir: string, { ids }: DrillEuro): Promise<void> {
  const sql = `SELECT end_to_end_id AS id, count(*)::int AS n FROM bank_entry
    WHERE mode = 'production' AND direction = 'debit' AND end_to_end_id = ANY($1::text[]) GROUP BY 1`;
  const expected = ids.map(endToEndIdOf);
  const booked = await select<{ id: string; n: number }>(db, sql, [expected]);
  expect(booked.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(expected.toSorted().map((id) => ({ id, n: 1 })));
  const rows = await bankPaymentsTable.find(db, {});
  expect(rows.filter(({ id }) => ids.includes(id)).map(({ status }) => status)).toEqual(ids.map(() => 'booked'));
  // No order for one of them waits at the bank, and none was delivered to it since.
  const state = readFileSync(join(dataDir, 'bank', 'production', 'simulator.json'), 'utf8');
  for (const id of expected) expect(state.split(`"endToEndId":"${id}"`).length - 1).toBeLessThanOrEqual(1);
}
