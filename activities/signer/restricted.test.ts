import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { decideAs, merchantInProduction } from '../../db/compliance/testing.fixture.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeRates } from '../../db/invoices/testing.fixture.ts';
import { payAutomatically } from '../../db/payout-methods/automatic.ts';
import { createMethod } from '../../db/payout-methods/methods.ts';
import { approvePayout } from '../../db/payouts/commands.ts';
import { payoutProcess } from '../../db/payouts/process.ts';
import { readPayout } from '../../db/payouts/read.ts';
import {
  fund,
  makePayout,
  mismatches,
  moneyOf,
  RECIPIENTS,
  testPayoutSettings,
} from '../../db/payouts/testing.fixture.ts';
import { applyStep } from '../../db/process/apply.ts';
import type { TestMerchant } from '../../db/testing.fixture.ts';
import { automaticWithdrawals } from '../../db/withdrawals/automatic.ts';
import { testWithdrawalSettings } from '../../db/withdrawals/testing.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { DEFAULT_FEE_BOUNDS } from '../../domain/payouts/fee-bounds.ts';
import { testKeys } from './accounts.fixture.ts';
import { type SignerDeps, signTogether } from './sign.ts';
import { openSimulatedFamily } from './simulated.ts';

const { db } = await openTestDatabase({ poolSize: 6 });
beforeAll(() => makeRates(db));
afterEach(async () => expect(await mismatches(db)).toEqual([]));

const COINS = 10_000_000n;
const chain = { mode: 'production', network: 'BTC' } as const;
const deps: SignerDeps = {
  db,
  settings: testPayoutSettings,
  nowMs: Date.now,
  familyOf: () => openSimulatedFamily(chain),
  keysOf: () => testKeys('BTC'),
  boundsOf: () => DEFAULT_FEE_BOUNDS.BTC,
};
const sign = (...ids: string[]) => signTogether(deps, chain, ids);

/** A merchant with money in production; two people restrict it from sending any, and two lift that. */
async function merchant() {
  const { shop, caseId } = await merchantInProduction(db);
  await fund(db, shop, 'BTC', COINS);
  const both = async (verdict: 'restrict' | 'lift') => {
    const decision = { caseId, verdict, restrictions: ['money_out'], words: 'Please write to us.' } as const;
    await decideAs(db, 'manager', decision);
    await decideAs(db, 'mlro', decision);
  };
  return { shop, caseId, restrict: () => both('restrict'), lift: () => both('lift') };
}

/** An automatic method whose address has cooled off. @returns what comes of one of its days */
async function schedule(shop: TestMerchant) {
  const requested = { title: 'Treasury', address: RECIPIENTS.BTC, automatic: true, period: 'day' } as const;
  const scope = { profileId: shop.profileId, mode: shop.mode, userId: newId(), nowMs: Date.now() };
  const confirmed = { ownershipConfirmed: true, correctnessConfirmed: true };
  const method = await inTransaction(db, (tx) =>
    createMethod(tx, testPayoutSettings, { ...scope, ...requested, ...confirmed, operation: 'payout', gateId: 'BTC' }),
  );
  await execute(db, `UPDATE payout_address SET usable_from = now() - interval '1 day' WHERE profile_id = $1`, [
    shop.profileId,
  ]);
  return (day: number) =>
    payAutomatically(
      db,
      testPayoutSettings,
      {
        methodId: method.id,
        scheduledAt: new Date(Date.UTC(2026, 0, day)),
        nowMs: Date.now(),
      },
      automaticWithdrawals(testWithdrawalSettings),
    );
}

/** The payouts whose workflows were signaled to try again at once. */
async function nudged(): Promise<string[]> {
  const rows = await select<{ id: string }>(
    db,
    `SELECT DISTINCT payload->'input'->>'payoutId' AS id FROM outbox
     WHERE topic = 'workflow.signal' AND payload->'signalArgs'->0->>'again' = 'true'`,
  );
  return rows.map(({ id }) => id);
}

describe('while compliance restricts outgoing money of a merchant', () => {
  it('an automatic method pays nothing and says why, and pays at its next time once that is lifted', async () => {
    const { shop, restrict, lift } = await merchant();
    const due = await schedule(shop);
    await restrict();
    const refused = await due(1);
    expect(refused).toMatchObject({ payoutId: null, words: expect.stringMatching(/^Nothing was paid: .*restrict/) });
    expect(await moneyOf(db, shop)).toEqual({ spendable: COINS, held: 0n });
    await lift();
    expect(await due(1), 'the time that is over pays nothing later').toEqual(refused);
    const { payoutId } = await due(2);
    expect(payoutId).not.toBeNull();
    expect((await sign(payoutId ?? '')).signed).toEqual([payoutId]);
  });

  it('what an automatic method requested before stays unsigned, and leaves once that is lifted', async () => {
    const { shop, restrict, lift } = await merchant();
    const due = await schedule(shop);
    const { payoutId } = await due(1);
    const id = payoutId ?? '';
    await restrict();
    expect(await sign(id)).toMatchObject({ signed: [], deferred: [{ payoutId: id, reason: 'production_closed' }] });
    expect(await readPayout(db, id)).toMatchObject({ status: 'queue' });
    expect((await moneyOf(db, shop)).held, 'its money waits with it').toBe(COINS);
    await lift();
    expect((await sign(id)).signed).toEqual([id]);
  });

  it('payouts requested before, one approved meanwhile, wait in the queue, and are signed at once when it is lifted', async () => {
    const { shop, restrict, lift } = await merchant();
    await execute(db, 'INSERT INTO payout_policy (profile_id, approval_required) VALUES ($1, true)', [shop.profileId]);
    const waiting = await makePayout(db, shop);
    await execute(db, 'UPDATE payout_policy SET approval_required = false WHERE profile_id = $1', [shop.profileId]);
    const queued = await makePayout(db, shop);
    const other = await merchant();
    const strangers = await makePayout(db, other.shop);

    await restrict();
    const by = { kind: 'user', id: newId() } as const;
    await inTransaction(db, (tx) =>
      approvePayout(tx, testPayoutSettings, {
        payoutId: waiting.id,
        scope: { profileId: shop.profileId },
        by,
        nowMs: Date.now(),
      }),
    );
    const enqueue = { id: waiting.id, event: { type: 'enqueue' }, cause: newId(), nowMs: Date.now() } as const;
    await inTransaction(db, (tx) => applyStep(tx, payoutProcess, enqueue));
    const ids = [waiting.id, queued.id].sort();
    const answer = await sign(...ids);
    expect(answer).toMatchObject({ signed: [], refused: [] });
    expect(answer.deferred.map(({ reason }) => reason)).toEqual(['production_closed', 'production_closed']);

    await lift();
    const told = await nudged();
    expect(told).toEqual(expect.arrayContaining(ids));
    expect(told, 'nobody else is told').not.toContain(strangers.id);
    expect([...(await sign(...ids)).signed].sort()).toEqual(ids);
  });

  it('nothing leaves while something else alone is lifted', async () => {
    const { shop, caseId, restrict } = await merchant();
    const { id } = await makePayout(db, shop);
    const invoices = { caseId, restrictions: ['invoices'], words: 'Please write to us.' } as const;
    await restrict();
    for (const verdict of ['restrict', 'lift'] as const) {
      for (const role of ['manager', 'mlro'] as const) await decideAs(db, role, { ...invoices, verdict });
    }
    expect(await nudged()).not.toContain(id);
    expect(await sign(id)).toMatchObject({ signed: [], deferred: [{ reason: 'production_closed' }] });
  });
});
