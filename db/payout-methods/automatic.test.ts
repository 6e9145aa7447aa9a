import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { SEALED_METHOD_COLUMNS } from '../../domain/outflows/approval.ts';
import { createTestDatabase } from '../../scripts/testing/database.ts';
import { connect } from '../connect.ts';
import { type Db, inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { approvePayout } from '../payouts/commands.ts';
import {
  dropConstraints,
  fund,
  mismatches,
  moneyOf,
  RECIPIENTS,
  testPayoutSettings,
} from '../payouts/testing.fixture.ts';
import { makeMerchant, type TestMerchant } from '../testing.fixture.ts';
import { automaticWithdrawals } from '../withdrawals/automatic.ts';
import { testWithdrawalSettings } from '../withdrawals/testing.fixture.ts';
import { type AutomaticRun, payAutomatically } from './automatic.ts';
import { activateMethod, createMethod, deleteMethod, type MethodInput, pauseMethod, updateMethod } from './methods.ts';
import type { MethodRow } from './rows.ts';
import { METHOD_SCHEDULE } from './schedule.ts';

let db: Db;
beforeAll(async () => {
  db = connect((await createTestDatabase()).url, { moneyPoolSize: 4 });
  await dropConstraints(db, 'payment_method');
});
afterAll(() => db.close());
afterEach(async () => expect(await mismatches(db)).toEqual([]));

const ada = newId();
const bob = newId();
const eve = newId();
const COINS = 500_000n;
const THIEF = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';

const input: MethodInput = {
  title: 'Treasury',
  address: RECIPIENTS.BTC,
  automatic: true,
  ownershipConfirmed: true,
  correctnessConfirmed: true,
  period: 'day',
};

function scopeOf(shop: TestMerchant, userId = ada) {
  return { profileId: shop.profileId, mode: shop.mode, userId, nowMs: Date.now() };
}

async function confirmed(): Promise<{ readonly shop: TestMerchant; readonly method: MethodRow }> {
  const shop = await makeMerchant(db);
  await fund(db, shop, 'BTC', COINS);
  const requested = { ...scopeOf(shop), ...input, operation: 'payout', gateId: 'BTC' } as const;
  return { shop, method: await inTransaction(db, (tx) => createMethod(tx, testPayoutSettings, requested)) };
}

const withdraw = automaticWithdrawals(testWithdrawalSettings);
let day = 0;
function due(methodId: string): Promise<AutomaticRun> {
  day += 1;
  const scheduledAt = new Date(Date.UTC(2026, 0, day));
  return payAutomatically(db, testPayoutSettings, { methodId, scheduledAt, nowMs: Date.now() }, withdraw);
}

const update = (shop: TestMerchant, method: MethodRow, more: Partial<MethodInput>, userId = ada) =>
  inTransaction(db, async (tx) => {
    const change = { ...scopeOf(shop, userId), ...input, ...more, id: method.id, version: method.version };
    return (await updateMethod(tx, testPayoutSettings, change)).method;
  });

const stateOf = async (id: string) =>
  (
    await select<{ status: string; reason: string }>(
      db,
      'SELECT status, status_reason AS reason FROM payment_method WHERE id = $1',
      [id],
    )
  )[0];

/** The values that a thief who can write to the database would put into each sealed column. */
const TAMPERED: Readonly<Record<(typeof SEALED_METHOD_COLUMNS)[number], string>> = {
  id: `'${newId()}'`,
  merchant_id: `'${newId()}'`,
  profile_id: `'${newId()}'`,
  mode: `'production'`,
  operation: `'withdrawal'`,
  type: `'fiat'`,
  town: `'Vilnius'`,
  street: `'Gedimino pr. 1'`,
  post_code: `'01103'`,
  status: `'pending'`,
  gate_id: `'LTC'`,
  address: `'${THIEF}'`,
  address_key: `'thief'`,
  destination_tag: '7',
  iban: `'DE00'`,
  bic: `'THIEF'`,
  account_name: `'Mallory'`,
  country: `'DE'`,
  automatic: 'false',
  period: `'week'`,
  created_by: `'mallory'`,
  changed_by: `'mallory'`,
};

describe('hazard 68: a schedule', () => {
  test.each(SEALED_METHOD_COLUMNS)('pays nobody once the %s of its method was changed', async (column) => {
    const { shop, method } = await confirmed();
    await execute(db, `UPDATE payment_method SET ${column} = ${TAMPERED[column]} WHERE id = $1`, [method.id]);
    expect(await due(method.id).catch(() => 'refused')).not.toMatchObject({ payoutId: expect.any(String) });
    expect(await moneyOf(db, shop)).toEqual({ spendable: COINS, held: 0n });
  });

  test('pays what a person confirmed, and again after a pause', async () => {
    const { shop, method } = await confirmed();
    expect((await due(method.id)).payoutId).not.toBeNull();
    const act = { ...scopeOf(shop), id: method.id };
    await inTransaction(db, (tx) => pauseMethod(tx, testPayoutSettings, act));
    await inTransaction(db, (tx) => activateMethod(tx, testPayoutSettings, act));
    await fund(db, shop, 'BTC', COINS);
    expect((await due(method.id)).payoutId).not.toBeNull();
  });

  test('tells merchant and operators why it does not pay, until a person confirms the method again', async () => {
    const { shop, method } = await confirmed();
    await execute(db, 'UPDATE payment_method SET address = $2 WHERE id = $1', [method.id, THIEF]);
    expect((await due(method.id)).words).toContain('The method was changed after it was confirmed.');
    expect(await stateOf(method.id)).toMatchObject({
      status: 'error',
      reason: expect.stringContaining('confirm it again'),
    });
    const alerts = () =>
      select(db, 'SELECT kind, resolved_at IS NULL AS open FROM alert WHERE subject = $1', [
        `payment_method:${method.id}`,
      ]);
    const kind = 'method_not_confirmed';
    expect(await alerts()).toEqual([{ kind, open: true }]);
    const version = { ...method, version: method.version + 1 };
    const back = await update(shop, version, {});
    expect(back).toMatchObject({ status: 'active', address: RECIPIENTS.BTC });
    expect(await alerts()).toEqual([{ kind, open: false }]);
    expect((await due(method.id)).payoutId).not.toBeNull();
  });

  test('pauses the schedule of a method that it refuses to pay', async () => {
    const { method } = await confirmed();
    await execute(db, 'UPDATE payment_method SET address = $2 WHERE id = $1', [method.id, THIEF]);
    const messages = () =>
      select(db, `SELECT 1 FROM outbox WHERE topic = $1 AND payload->>'methodId' = $2`, [METHOD_SCHEDULE, method.id]);
    const before = (await messages()).length;
    await due(method.id);
    expect(await stateOf(method.id)).toMatchObject({ status: 'error' });
    expect(await messages()).toHaveLength(before + 1);
  });

  test('does not pay to what was confirmed before methods were sealed', async () => {
    const { shop, method } = await confirmed();
    await execute(db, 'UPDATE payment_method SET seal = NULL WHERE id = $1', [method.id]);
    expect((await due(method.id)).words).toContain('confirmed by an earlier version');
    expect(await moneyOf(db, shop)).toEqual({ spendable: COINS, held: 0n });
  });

  test('a change of the title alone takes no tampered address for confirmed', async () => {
    const { shop, method } = await confirmed();
    await execute(db, 'UPDATE payment_method SET address = $2, address_key = $3 WHERE id = $1', [
      method.id,
      THIEF,
      '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
    ]);
    const unconfirmed = { address: THIEF, title: 'New name', ownershipConfirmed: false };
    expect(await update(shop, method, unconfirmed)).toMatchObject({ status: 'pending' });
    expect((await due(method.id)).payoutId).toBeNull();
  });

  test('a paused method that was changed is not resumed, and a deleted one not brought back', async () => {
    const { shop, method } = await confirmed();
    const act = { ...scopeOf(shop), id: method.id };
    await inTransaction(db, (tx) => pauseMethod(tx, testPayoutSettings, act));
    await execute(db, 'UPDATE payment_method SET address = $2 WHERE id = $1', [method.id, THIEF]);
    await expect(inTransaction(db, (tx) => activateMethod(tx, testPayoutSettings, act))).rejects.toMatchObject({
      code: 'method_changed',
    });
    await inTransaction(db, (tx) => deleteMethod(tx, testPayoutSettings, act));
    await execute(db, `UPDATE payment_method SET status = 'active', address = $2 WHERE id = $1`, [
      method.id,
      RECIPIENTS.BTC,
    ]);
    expect((await due(method.id)).payoutId).toBeNull();
  });
});

describe('where another person has to approve, what a schedule requests', () => {
  const approve = (shop: TestMerchant, payoutId: string | null, userId: string) => {
    const by = { kind: 'user', id: userId } as const;
    const command = { payoutId: payoutId ?? '', scope: { profileId: shop.profileId }, by, nowMs: Date.now() };
    return inTransaction(db, (tx) => approvePayout(tx, testPayoutSettings, command)).then(
      ({ status }) => status,
      (error: { code: string }) => error.code,
    );
  };

  test('is not approved by the creator of the method or the last person to change where or when it pays', async () => {
    const { shop, method } = await confirmed();
    await execute(db, 'INSERT INTO payout_policy (profile_id, approval_required) VALUES ($1, true)', [shop.profileId]);
    const changed = await update(shop, method, { address: THIEF }, bob);
    await update(shop, changed, { address: THIEF, title: 'Savings' }, eve);
    const { payoutId } = await due(method.id);
    expect(payoutId).not.toBeNull();
    for (const userId of [ada, bob]) expect(await approve(shop, payoutId, userId)).toBe('approver_is_creator');
    expect(await approve(shop, payoutId, eve)).toBe('pending');
  });
});
