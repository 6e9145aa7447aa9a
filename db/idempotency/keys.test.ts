import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { inTransaction, type Tx } from '../core/sequelize.ts';
import { execute, one } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import {
  beginIdempotent,
  deleteOldIdempotencyKeys,
  finishIdempotent,
  type IdempotentRequest,
  idempotently,
} from './keys.ts';

const { db } = await openTestDatabase({ poolSize: 4 });

beforeAll(async () => {
  await execute(db, 'CREATE TABLE effect (key TEXT NOT NULL)');
});

let key: string;
beforeEach(() => {
  key = newId();
});

function request(body = 'body', scope = 'merchant:sandbox:POST /invoices') {
  return { scope, key, requestHash: createHash('sha256').update(body).digest() };
}

async function effects(): Promise<number> {
  const { count } = await one<{ count: string }>(db, 'SELECT count(*) FROM effect WHERE key = $1', [key]);
  return Number(count);
}

async function work(tx: Tx) {
  await execute(tx, 'INSERT INTO effect VALUES ($1)', [key]);
  return { status: 201, body: `{"id":"${newId()}"}`, apiVersion: null };
}

const refusal = (error: DomainError) => ({ status: error.status, body: error.code, apiVersion: null });

const run = (what = work, requested: IdempotentRequest = request()) => idempotently(db, requested, what, refusal);

describe('a request with an idempotency key', () => {
  it('hazard 55: 32 at once have one effect and one answer', async () => {
    const answers = await Promise.all(Array.from({ length: 32 }, () => run()));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await effects()).toBe(1);
  });

  it('hazard 55: with another body is refused, in another scope it is another request', async () => {
    const first = await run();
    await expect(run(work, request('other'))).rejects.toMatchObject({ code: 'idempotency_mismatch', status: 409 });
    const elsewhere = await run(work, request('body', 'merchant:production:POST /invoices'));
    expect(elsewhere).toMatchObject({ replayed: false });
    expect(elsewhere.body).not.toBe(first.body);
    expect(await run()).toEqual({ ...first, replayed: true });
  });

  const refused = async (tx: Tx) => {
    await work(tx);
    throw new DomainError('amount_too_large');
  };
  const checked = (body = 'body') => ({ ...request(body), before: () => Promise.resolve() });

  it('that was refused did nothing, and can be sent again, changed too', async () => {
    await expect(run(refused)).rejects.toMatchObject({ code: 'amount_too_large' });
    expect(await effects()).toBe(0);
    expect(await run(work, request('other'))).toMatchObject({ status: 201, replayed: false });
  });

  it('that was refused after a check is answered alike: the check used something up', async () => {
    expect(await run(refused, checked())).toEqual({
      status: 422,
      body: 'amount_too_large',
      apiVersion: null,
      replayed: false,
    });
    expect(await run(work, checked())).toEqual({
      status: 422,
      body: 'amount_too_large',
      apiVersion: null,
      replayed: true,
    });
    expect(await effects()).toBe(0);
  });

  it('whose object ended without effect is processed again, also with another body; a refused repeat leaves the key', async () => {
    const first = await run();
    let isOver = false;
    const requested = (body?: string) => ({ ...request(body), isOver: () => Promise.resolve(isOver) });
    expect(await run(work, requested())).toEqual({ ...first, replayed: true });
    isOver = true;
    await expect(run(refused, requested())).rejects.toMatchObject({ code: 'amount_too_large' });
    const again = await run(work, requested('other'));
    expect(again).toMatchObject({ status: 201, replayed: false });
    isOver = false;
    expect(await run(work, requested('other'))).toEqual({ ...again, replayed: true });
    await expect(run(work, requested())).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    expect(await effects()).toBe(2);
  });

  it.each(['invalid_api_key', 'permission_denied', 'rate_limited', 'rate_unavailable', 'internal_error'] as const)(
    'that failed by %s can be sent again',
    async (code) => {
      await expect(run(() => Promise.reject(new DomainError(code)), checked())).rejects.toMatchObject({ code });
      expect(await run()).toMatchObject({ status: 201, replayed: false });
    },
  );

  it('whose process died in the middle left nothing and can be sent again', async () => {
    const dying = run(async (tx) => {
      await work(tx);
      await execute(tx, 'SELECT pg_terminate_backend(pg_backend_pid())');
      return { status: 201, body: '', apiVersion: null };
    });
    await expect(dying).rejects.toThrow();
    expect(await effects()).toBe(0);
    expect(await run()).toMatchObject({ status: 201, replayed: false });
    expect(await effects()).toBe(1);
  });

  it('is answered "running" while the first one still runs', async () => {
    await inTransaction(db, async (tx) => {
      expect(await beginIdempotent(tx, request())).toEqual({ state: 'fresh' });
      expect(await inTransaction(db, (other) => beginIdempotent(other, request()))).toEqual({ state: 'running' });
      await finishIdempotent(tx, request(), { status: 200, body: 'ok', apiVersion: '2026-11-24' });
    });
    expect(await inTransaction(db, (tx) => beginIdempotent(tx, request()))).toEqual({
      state: 'replay',
      answer: { status: 200, body: 'ok', apiVersion: '2026-11-24' },
    });
  });

  it('is forgotten after 24 hours', async () => {
    await run();
    await execute(db, "UPDATE idempotency_key SET created_at = now() - interval '24 hours 1 second' WHERE key = $1", [
      key,
    ]);
    expect(await run(work, request('other'))).toMatchObject({ replayed: false });
    await execute(db, "UPDATE idempotency_key SET created_at = now() - interval '25 hours' WHERE key = $1", [key]);
    expect(await deleteOldIdempotencyKeys(db)).toBe(1);
  });
});

describe('checks before the work', () => {
  it('are made once and not for an answer that is given again', async () => {
    let checks = 0;
    const before = async () => {
      checks += 1;
    };
    const requested = { ...request(), before };
    const first = await run(work, requested);
    expect(await run(work, requested)).toEqual({ ...first, replayed: true });
    expect([checks, await effects()]).toEqual([1, 1]);
  });

  it('are made while no connection is kept, so that they may take one', async () => {
    const before = async () => {
      await one(db, 'SELECT pg_sleep(0.01)');
    };
    const keys = Array.from({ length: 12 }, () => newId());
    const answers = await Promise.all(keys.map((each) => run(work, { ...request(), key: each, before })));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
  });

  it('refuse as the work does: the refusal is kept, and nothing is done', async () => {
    let checks = 0;
    const before = () => {
      checks += 1;
      return Promise.reject(new DomainError('validation_failed'));
    };
    const requested = { ...request(), before };
    expect(await run(work, requested)).toMatchObject({ status: 422, replayed: false });
    expect(await run(work, requested)).toMatchObject({ status: 422, replayed: true });
    expect([checks, await effects()]).toEqual([1, 0]);
  });
});
