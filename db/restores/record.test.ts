import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { findSession, startSession } from '../accounts/sessions.ts';
import { nextDerivationIndex } from '../chain/assign-address.ts';
import { connect } from '../connect.ts';
import { type Db, inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { one, select } from '../core/sql.ts';
import { cancelPayout } from '../payouts/commands.ts';
import { changeStop, isNetworkStopped, isStopped } from '../payouts/emergency-stop.ts';
import { fund, makePayout } from '../payouts/testing.fixture.ts';
import { makeMerchant, type TestMerchant } from '../testing.fixture.ts';
import { finishRestores, recordRestore, uncheckedRestores } from './record.ts';

let database: TestDatabase;
let db: Db;
let shop: TestMerchant;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
  shop = await makeMerchant(db);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const restore = () =>
  inTransaction(db, (tx) =>
    recordRestore(tx, {
      backup: '20261123T104100Z',
      by: 'ada',
      reason: 'the disk failed',
      restoredTo: new Date(Date.now() - 60_000),
      nowMs: Date.now(),
    }),
  );
const finish = () => inTransaction(db, (tx) => finishRestores(tx, { by: 'ada', accepted: null }));

describe('a restored database', () => {
  test('sends no money until somebody releases it', async () => {
    await restore();
    for (const mode of ['sandbox', 'production'] as const)
      expect(await inTransaction(db, (tx) => isStopped(tx, { mode, network: 'ETH' }))).toBe(true);
    await finish();
    expect(await inTransaction(db, (tx) => isStopped(tx, { mode: 'sandbox', network: 'ETH' }))).toBe(true);
  });

  test('cannot be released before the checks have passed, which end what reconciliation stopped since', async () => {
    await restore();
    const everything = { modes: ['sandbox'], network: '*', by: 'ada', reason: 'drill' } as const;
    await expect(changeStop(db, { ...everything, stopped: false })).rejects.toMatchObject({
      code: 'restore_unchecked',
    });
    const stops = { modes: ['sandbox'], stopped: true, reason: 'Coins are missing' } as const;
    await changeStop(db, { ...stops, network: 'LTC', by: 'reconciliation' });
    await changeStop(db, { ...stops, network: 'XRP', by: 'ada' });
    await finish();
    expect(await isNetworkStopped(db, { mode: 'sandbox', network: 'LTC' })).toBe(false);
    expect(await isNetworkStopped(db, { mode: 'sandbox', network: 'XRP' })).toBe(true);
    await changeStop(db, { ...everything, stopped: false });
  });

  test('gives no address that it may have given before, also on a network that had none yet', async () => {
    const before = await nextDerivationIndex(db, 'sandbox', 'BTC');
    const { addressesSkipped } = await restore();
    // Another process: this one has a few indexes in its memory.
    const fresh = connect(database.url);
    try {
      expect(await nextDerivationIndex(fresh, 'sandbox', 'BTC')).toBeGreaterThanOrEqual(before + addressesSkipped);
      expect(await nextDerivationIndex(fresh, 'sandbox', 'XRP')).toBeGreaterThanOrEqual(addressesSkipped);
    } finally {
      await fresh.close();
    }
    await finish();
  });

  test('knows no session and no open code any more', async () => {
    const { cookie } = await inTransaction(db, (tx) => startSession(tx, { userId: shop.user.id, remember: true }));
    expect(await findSession(db, cookie)).toBeDefined();
    const { sessionsEnded } = await restore();
    expect(sessionsEnded).toBe(1);
    expect(await findSession(db, cookie)).toBeUndefined();
    await finish();
  });

  test('says so until its checks have passed', async () => {
    await restore();
    expect(await uncheckedRestores(db)).toMatchObject([{ backup: '20261123T104100Z', reason: 'the disk failed' }]);
    const open = `SELECT message FROM alert WHERE kind = 'database_restored' AND resolved_at IS NULL`;
    expect(await select(db, open, [])).toHaveLength(1);
    await finish();
    expect(await uncheckedRestores(db)).toEqual([]);
    expect(await select(db, open, [])).toEqual([]);
    const { actions } = await one<{ actions: string[] }>(
      db,
      `SELECT array_agg(DISTINCT action) AS actions FROM audit_log WHERE action LIKE 'database.%'`,
      [],
    );
    expect(actions.sort()).toEqual(['database.restore_checked', 'database.restored']);
  });

  test('does not give a payout back that may have been paid, until the checks have passed', async () => {
    await fund(db, shop, 'BTC', 10_000_000n);
    const payout = await makePayout(db, shop);
    await restore();
    const cancel = () =>
      moneyTransaction(db, (tx) =>
        cancelPayout(tx, {
          payoutId: payout.id,
          scope: { profileId: shop.profileId },
          nowMs: Date.now(),
          by: { kind: 'token', id: shop.token.id },
        }),
      );
    await expect(cancel()).rejects.toMatchObject({ code: 'payout_may_be_paid' });
    await finish();
    expect(await cancel()).toMatchObject({ status: 'canceled' });
  });
});
