import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AuditAction } from '../../domain/accounts/audit.ts';
import { type MerchantId, newId } from '../../domain/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { connect } from '../connect.ts';
import { type Db, inTransaction } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { type AuditEntry, audit } from './audit.ts';
import { verifyAudit } from './verify.ts';

let database: TestDatabase;
let db: Db;
beforeEach(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { poolSize: 12 });
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

function entry(chain: string, changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    chain: chain as MerchantId,
    actor: { kind: 'user', id: newId(), name: 'Nora Quay' },
    origin: { ip: '203.0.113.7', browser: 'Firefox 142 on Linux' },
    action: 'team.invited' satisfies AuditAction,
    target: { kind: 'invitation', id: newId(), label: 'ana@quay.example' },
    data: { role: 'viewer', before: null, count: 3, names: ['a', 'b'], on: true },
    ...changes,
  };
}

const append = (...entries: AuditEntry[]) =>
  inTransaction(db, async (tx) => {
    for (const each of entries) await audit(tx, each);
  });
const rowsOf = (chain: string) =>
  select<{ seq: string; action: string }>(db, 'SELECT seq, action FROM audit_log WHERE chain = $1 ORDER BY seq', [
    chain,
  ]);

describe('hazard 72: the audit log', () => {
  test('numbers and links the rows of each chain, and verifies', async () => {
    await append(entry('one'), entry('staff', { actor: { kind: 'staff', id: 's1', name: 'Ada' } }), entry('one'));
    await append(entry('one', { target: null, data: {}, origin: null }));
    expect((await rowsOf('one')).map(({ seq }) => seq)).toEqual(['1', '2', '3']);
    const verdict = await verifyAudit(db, 2);
    expect(verdict).toMatchObject({ chains: 2, rows: 4, broken: undefined });
  });

  test('keeps what was said in it, and text no database takes in a form that verifies', async () => {
    await append(
      entry('one', {
        data: { 'z\0': 'a\ud800b', a: 'ümlaut "quoted"' },
        actor: { kind: 'user', id: null, name: 'N\0' },
      }),
    );
    const { data } = await one<{ data: unknown }>(db, 'SELECT data FROM audit_log');
    expect(data).toEqual({ 'z\u{fffd}': 'a\u{fffd}b', a: 'ümlaut "quoted"' });
    expect((await verifyAudit(db)).broken).toBeUndefined();
    await expect(append(entry('one', { data: { amount: 0.1 } }))).rejects.toThrow('whole numbers');
  });

  test('leaves nothing, and no gap, when the transaction of the act fails', async () => {
    await append(entry('one'));
    const failing = inTransaction(db, async (tx) => {
      await audit(tx, entry('one'));
      throw new Error('the act failed');
    });
    await expect(failing).rejects.toThrow('the act failed');
    await append(entry('one'));
    expect((await rowsOf('one')).map(({ seq }) => seq)).toEqual(['1', '2']);
    expect((await verifyAudit(db)).broken).toBeUndefined();
  });

  test('takes many at once, in two chains each and with other locks around, without a gap or a deadlock', async () => {
    await execute(
      db,
      "INSERT INTO lockout (scope, key_hash, tries, window_ends) VALUES ('t', 'a', 0, now()), ('t', 'b', 0, now())",
    );
    const lockBoth = async (first: string, second: string, chains: readonly [string, string]) =>
      inTransaction(db, async (tx) => {
        await audit(tx, entry(chains[0]));
        await execute(tx, "UPDATE lockout SET tries = tries + 1 WHERE scope = 't' AND key_hash = $1", [
          Buffer.from(first),
        ]);
        await audit(tx, entry(chains[1]));
        if (first === second) return;
        await execute(tx, "UPDATE lockout SET tries = tries + 1 WHERE scope = 't' AND key_hash = $1", [
          Buffer.from(second),
        ]);
      });
    await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        at % 2 === 0 ? lockBoth('a', 'b', ['one', 'staff']) : lockBoth('b', 'b', ['staff', 'one']),
      ),
    );
    for (const chain of ['one', 'staff']) {
      expect((await rowsOf(chain)).map(({ seq }) => Number(seq))).toEqual(
        Array.from({ length: 60 }, (_, at) => at + 1),
      );
    }
    expect(await verifyAudit(db, 7)).toMatchObject({ rows: 120, broken: undefined });
  });

  test.each([
    ["UPDATE audit_log SET actor_name = 'Somebody'", 'append-only'],
    ['DELETE FROM audit_log', 'append-only'],
    ['TRUNCATE audit_log', 'append-only'],
    ['DELETE FROM audit_chain', 'append-only'],
    ['TRUNCATE audit_chain CASCADE', 'append-only'],
    ['UPDATE audit_chain SET last_seq = 0', 'append-only'],
    [
      `INSERT INTO audit_log SELECT chain, 7, at, actor_kind, actor_id, actor_name, ip, browser, action,
        target_kind, target_id,
         target_label,
         data, hash, hash FROM audit_log`,
      'does not follow',
    ],
  ])('refuses %s', async (sql, message) => {
    await append(entry('one'));
    await expect(execute(db, sql)).rejects.toThrow(message);
    expect((await verifyAudit(db)).rows).toBe(1);
  });
});

describe('hazard 72: a log that somebody changed past its triggers', () => {
  const asIntruder = async (...statements: string[]) =>
    inTransaction(db, async (tx) => {
      await execute(tx, 'SET LOCAL session_replication_role = replica');
      for (const sql of statements) await execute(tx, sql);
    });

  test.each([
    ['a changed name', "UPDATE audit_log SET actor_name = 'Eve' WHERE seq = 2", 2n, 'its content was changed'],
    [
      'changed data',
      `UPDATE audit_log SET data = jsonb_set(data, '{role}', '"admin"') WHERE seq = 3`,
      3n,
      'its content was changed',
    ],
    ['a changed time', "UPDATE audit_log SET at = at + interval '1 ms' WHERE seq = 1", 1n, 'its content was changed'],
    ['a row taken out', 'DELETE FROM audit_log WHERE seq = 2', 2n, 'the row is missing'],
    ['the last row taken out', 'DELETE FROM audit_log WHERE seq = 4', 4n, 'the row is missing'],
    ['a forged hash', "UPDATE audit_log SET hash = sha256('x') WHERE seq = 2", 2n, 'its content was changed'],
    ['the head put back', 'UPDATE audit_chain SET last_seq = 3', 3n, 'the head of the chain is that of another row'],
    ['a chain without head', 'DELETE FROM audit_chain', 1n, 'its chain has no head'],
  ])('is found: %s', async (_, sql, seq, why) => {
    for (let at = 0; at < 4; at += 1) await append(entry('one'));
    await asIntruder(sql);
    expect((await verifyAudit(db, 2)).broken).toEqual({ chain: 'one', seq, why });
  });

  test('npm run verify-audit says OK, or names the first broken row and fails', async () => {
    await append(entry('one'), entry('one'));
    const sound = await runProgram('--heads');
    expect(sound).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^one 2 [0-9a-f]{64}\nOK: 2 rows in 1 chains/),
    });
    await asIntruder('UPDATE audit_log SET ip = NULL WHERE seq = 2');
    expect(await runProgram()).toEqual({ code: 1, output: 'BROKEN: row 2 of chain one: its content was changed.\n' });
  });

  function runProgram(...args: string[]): Promise<{ code: number; output: string }> {
    const program = join(import.meta.dirname, '../../scripts/verify-audit.ts');
    const env = { ...process.env, DATABASE_URL: database.url };
    return new Promise((resolve) => {
      execFile(process.execPath, [program, ...args], { env }, (error, output) =>
        resolve({ code: error === null ? 0 : Number(error.code), output }),
      );
    });
  }
});
