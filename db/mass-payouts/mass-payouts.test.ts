import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isDomainError } from '../../domain/errors.ts';
import { createTestDatabase } from '../../scripts/testing/database.ts';
import { connect } from '../connect.ts';
import { type Db, inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { freeze } from '../ledger/freezes.ts';
import { readHolds } from '../outflows/holds.ts';
import { changeStop } from '../payouts/emergency-stop.ts';
import { listPayouts } from '../payouts/list.ts';
import { payoutProcess } from '../payouts/process.ts';
import { readPayout } from '../payouts/read.ts';
import { fund, makePayout, mismatches, moneyOf } from '../payouts/testing.fixture.ts';
import { applyStep } from '../process/apply.ts';
import { storeOutgoing, takeNonce, updateOutgoing } from '../sending/transactions.ts';
import { makeMerchant, type TestMerchant } from '../testing.fixture.ts';
import { approveMassPayout, cancelMassPayout, deleteMassPayout, expireMassApproval } from './commands.ts';
import { countLines } from './count.ts';
import { replaceMassFile } from './create.ts';
import { listLines } from './lines.ts';
import { listMassPayouts } from './list.ts';
import { openNextSlice } from './open.ts';
import { readMassPayout } from './read.ts';
import { checkedFile, LINE_HELD, makeMass, massCells, openAll, runMass, testMassSettings } from './testing.fixture.ts';

let db: Db;
beforeAll(async () => {
  db = connect((await createTestDatabase()).url, { moneyPoolSize: 4 });
});
afterAll(() => db.close());
afterEach(async () => expect(await mismatches(db)).toEqual([]));

const ada = { kind: 'user', id: '0190c0de-0000-7000-8000-00000000ada0' } as const;
const bob = { kind: 'user', id: '0190c0de-0000-7000-8000-00000000b0b0' } as const;
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error: unknown) => (isDomainError(error) ? error.code : error),
  );
const lines = (count: number) => Array.from({ length: count }, (_, at) => massCells(at));

async function shopWith(minor: bigint): Promise<TestMerchant> {
  const shop = await makeMerchant(db);
  await fund(db, shop, 'BTC', minor);
  return shop;
}

const policy = (shop: TestMerchant, approval: boolean, coolOffSeconds: number | null) =>
  execute(db, 'INSERT INTO payout_policy (profile_id, approval_required, cool_off_seconds) VALUES ($1, $2, $3)', [
    shop.profileId,
    approval,
    coolOffSeconds,
  ]);

const payoutsOf = (id: string) =>
  select<{ id: string; status: string; mass_line: number }>(
    db,
    'SELECT id, status, mass_line FROM payout WHERE mass_payout_id = $1 ORDER BY mass_line',
    [id],
  );

async function started(prefix: string): Promise<string[]> {
  const rows = await select<{ id: string }>(
    db,
    `SELECT payload->>'workflowId' AS id FROM outbox
     WHERE topic = 'workflow.start' AND payload->>'workflowId' LIKE $1 ORDER BY 1`,
    [`${prefix}%`],
  );
  return rows.map(({ id }) => id);
}

/** Signs and confirms a payout as signer and follower do. */
async function pay(payoutId: string): Promise<void> {
  const chain = { mode: 'sandbox', network: 'BTC' } as const;
  await inTransaction(db, async (tx) => {
    const nonce = await takeNonce(tx, chain, 'hot');
    const signed = { raw: 'raw', spends: [`hot:${nonce}`], feeMinor: 1n, change: [], replaces: null };
    const txid = `${payoutId}:${nonce}`;
    await storeOutgoing(tx, { ...signed, chain, txid, lines: [{ payoutId, output: '0' }], nowMs: Date.now() });
    await applyStep(tx, payoutProcess, { id: payoutId, event: { type: 'signed' }, cause: 'signed', nowMs: Date.now() });
  });
  for (const type of ['sent', 'confirmed'] as const) {
    await moneyTransaction(db, (tx) =>
      applyStep(tx, payoutProcess, { id: payoutId, event: { type }, cause: type, nowMs: Date.now() }),
    );
  }
}

/** Coins of the gateway's own on a chain that is no simulation. */
async function coinsOnNode(minors: readonly bigint[]): Promise<void> {
  const chain = { mode: 'sandbox', network: 'LTC' } as const;
  await execute(
    db,
    `INSERT INTO chain_identity (mode, network, chain, name, simulated)
     VALUES ('sandbox', 'LTC', 'regtest', 'node', false)`,
  );
  const change = minors.map((amountMinor, at) => ({
    output: String(at),
    amountMinor,
    addressKey: 'ours',
    derivationIndex: at,
  }));
  await inTransaction(db, async (tx) => {
    const id = await storeOutgoing(tx, {
      chain,
      txid: 'float',
      raw: '00',
      spends: ['before:0'],
      feeMinor: 1n,
      lines: [],
      change,
      replaces: null,
      nowMs: Date.now(),
    });
    await updateOutgoing(tx, id, { status: 'confirmed', block: { height: 1, hash: 'block' } });
  });
}

describe('a file of payments', () => {
  test('is not valid while a line is bad, and validated once it is mended; nothing moves before the run', async () => {
    const shop = await shopWith(1_000_000n);
    const bad = ['BTC', 'nobody', '', '0.1'];
    const { id, status, totals, ...counts } = await makeMass(db, shop, [...lines(2), bad]);
    expect([status, counts.lines, counts.bad]).toEqual(['not_valid', 3, 1]);
    expect(totals[0]).toMatchObject({ validLines: 2, validMinor: 200_000n, heldMinor: 2n * LINE_HELD, badLines: 1 });
    const { lines: found } = await listLines(db, { massPayoutId: id, filter: 'not_valid', page: 1, perPage: 10 });
    expect(found).toMatchObject([{ number: 3, cells: bad, problems: [{ field: 'address' }] }]);
    expect(await codeOf(runMass(db, shop, id))).toBe('illegal_transition');
    const scope = { profileId: shop.profileId };
    const file = await checkedFile(db, shop, lines(3));
    const replace = {
      massPayoutId: id,
      fileName: 'mended.csv',
      feePayer: 'merchant',
      file,
      nowMs: Date.now(),
    } as const;
    const mended = await inTransaction(db, (tx) => replaceMassFile(tx, { ...replace, scope }));
    expect([mended.status, mended.fileName, mended.bad]).toEqual(['validated', 'mended.csv', 0]);
    const other = { profileId: (await makeMerchant(db)).profileId };
    expect(await codeOf(inTransaction(db, (tx) => replaceMassFile(tx, { ...replace, scope: other })))).toBe(
      'not_found',
    );
    expect(await moneyOf(db, shop)).toEqual({ spendable: 1_000_000n, held: 0n });
    const events = await select<{ type: string }>(db, 'SELECT type FROM event WHERE entity_id = $1 ORDER BY id', [id]);
    expect(events.map(({ type }) => type.split('.')[1]).sort()).toEqual(['new', 'new', 'not_valid', 'validated']);
  });

  test('is given up before its run', async () => {
    const shop = await shopWith(1_000_000n);
    const { id } = await makeMass(db, shop, lines(1));
    const cancel = () =>
      inTransaction(db, (tx) =>
        cancelMassPayout(tx, { massPayoutId: id, scope: { profileId: shop.profileId }, by: ada, nowMs: Date.now() }),
      );
    expect(await cancel()).toMatchObject({ status: 'error', statusReason: 'canceled_by_merchant' });
    expect(await codeOf(runMass(db, shop, id))).toBe('illegal_transition');
    expect(await codeOf(cancel())).toBe('illegal_transition');
  });
});

describe('a run', () => {
  test('holds the whole sum, opens slices of 200; each line becomes a payout with its hold and approval', async () => {
    const shop = await shopWith(500n * LINE_HELD);
    const { id } = await makeMass(db, shop, lines(450));
    const ran = await runMass(db, shop, id);
    expect(ran.status).toBe('pending');
    expect(await moneyOf(db, shop)).toEqual({ spendable: 50n * LINE_HELD, held: 450n * LINE_HELD });
    expect(await openAll(db, id)).toBe(3);
    expect(await moneyOf(db, shop)).toEqual({ spendable: 50n * LINE_HELD, held: 450n * LINE_HELD });
    const payouts = await payoutsOf(id);
    expect(payouts).toHaveLength(450);
    expect(new Set(payouts.map(({ status }) => status))).toEqual(new Set(['queue']));
    expect(await started(`mass-payout:${id}`)).toEqual([
      `mass-payout:${id}`,
      ...[1, 2, 3].map((slice) => `mass-payout:${id}:${slice}`),
    ]);
    const row = await readPayout(db, payouts[449]?.id ?? '');
    expect(testMassSettings.seal.isApproved(row)).toBe(true);
    expect(await inTransaction(db, async (tx) => (await readHolds(tx, [row])).get(row.id))).toMatchObject({
      state: 'open',
      heldMinor: LINE_HELD,
      frozen: false,
    });
    expect(await readMassPayout(db, id)).toMatchObject({ status: 'queue', opened: 450, signed: 0 });
    // They are listed with their mass payout, not among the payouts that were requested one by one.
    expect((await listPayouts(db, { profileId: shop.profileId, kind: 'payout', page: 1, perPage: 10 })).total).toBe(0);
  });

  test('starts a workflow for each line where a transaction pays one', async () => {
    const shop = await makeMerchant(db);
    await fund(db, shop, 'ETH', 10n ** 19n);
    const { id } = await makeMass(db, shop, [massCells(0, 'ETH', '0.5'), massCells(1, 'ETH', '0.5')]);
    await runMass(db, shop, id);
    await openAll(db, id);
    const ids = (await payoutsOf(id)).map((payout) => `payout:${payout.id}`);
    expect(await started('payout:')).toEqual(expect.arrayContaining(ids));
  });

  test('is refused as a whole, by asset, when the balance does not cover it', async () => {
    const shop = await shopWith(2n * LINE_HELD);
    const { id } = await makeMass(db, shop, [...lines(3), massCells(4, 'LTC', '0.1')]);
    const refusal = await runMass(db, shop, id).catch(
      (error: { fields: Record<string, string[]> }) => error.fields ?? error,
    );
    expect(Object.keys(refusal).sort()).toEqual(['BTC', 'LTC']);
    expect(await moneyOf(db, shop)).toEqual({ spendable: 2n * LINE_HELD, held: 0n });
    expect((await readMassPayout(db, id)).status).toBe('validated');
  });

  test('hazard 51: runs and payouts at once on one balance overdraw nothing', async () => {
    const shop = await shopWith(7n * LINE_HELD);
    const ids = await Promise.all(Array.from({ length: 4 }, async () => (await makeMass(db, shop, lines(2))).id));
    const answers = await Promise.all([
      ...ids.map((id) => codeOf(runMass(db, shop, id))),
      ...ids.map((id) => codeOf(runMass(db, shop, id))),
      ...Array.from({ length: 6 }, () => codeOf(makePayout(db, shop))),
    ]);
    const { spendable, held } = await moneyOf(db, shop);
    expect(spendable + held).toBe(7n * LINE_HELD);
    expect(spendable).toBeLessThan(2n * LINE_HELD);
    expect(answers).toContain('insufficient_balance');
  });

  test('counts against the sums per hour and day from its run on', async () => {
    const shop = await shopWith(100n * LINE_HELD);
    const limit = `INSERT INTO payout_limit (scope, gate_id, hourly_minor) VALUES ($1, 'BTC', 350000)`;
    await execute(db, limit, [shop.merchantId]);
    const [first, second] = [await makeMass(db, shop, lines(3)), await makeMass(db, shop, lines(1))];
    await runMass(db, shop, first.id);
    expect(await codeOf(runMass(db, shop, second.id))).toBe('amount_too_large');
    expect(await codeOf(makePayout(db, shop))).toBe('amount_too_large');
  });

  test('is not run with lines that limits which changed since the upload leave out', async () => {
    const shop = await shopWith(9n * LINE_HELD);
    const { id } = await makeMass(db, shop, lines(2));
    await execute(db, `INSERT INTO payout_limit (scope, gate_id) VALUES ($1, 'BTC')`, [shop.merchantId]);
    const run = async (minMinor: number | null, maxMinor: number | null) => {
      const sql = 'UPDATE payout_limit SET min_minor = $2, max_minor = $3 WHERE scope = $1';
      await execute(db, sql, [shop.merchantId, minMinor, maxMinor]);
      return codeOf(runMass(db, shop, id));
    };
    expect(await run(null, 99_999)).toBe('changed_meanwhile');
    expect(await run(100_001, null)).toBe('changed_meanwhile');
    expect(await run(100_000, 100_000)).toBe('none');
  });

  test('is signaled when the emergency stop is released, by slice where lines are signed together', async () => {
    const shop = await shopWith(3n * LINE_HELD);
    await fund(db, shop, 'ETH', 10n ** 19n);
    const { id } = await makeMass(db, shop, [...lines(3), massCells(3, 'ETH', '0.5'), massCells(4, 'ETH', '0.5')]);
    await runMass(db, shop, id);
    await openAll(db, id);
    await changeStop(db, { modes: ['sandbox'], network: '*', stopped: false, by: 'ada', reason: 'Over.' });
    const told = await select<{ id: string; signal: string }>(
      db,
      `SELECT payload->>'workflowId' AS id, payload->>'signalName' AS signal FROM outbox
       WHERE topic = 'workflow.signal' AND payload->'searchAttributes'->>'ParentId' = $1 ORDER BY 2, 1`,
      [`mass-payout:${id}`],
    );
    const eth = (await payoutsOf(id))
      .slice(3)
      .map((payout) => ({ id: `payout:${payout.id}`, signal: 'payoutChanged' }));
    const slice = { id: `mass-payout:${id}:1`, signal: 'massSliceNudged' };
    expect(told).toEqual([slice, ...eth.sort((a, b) => (a.id < b.id ? -1 : 1))]);
  });

  test('is paid and counted line by line, and done when the last one is', async () => {
    const shop = await shopWith(3n * LINE_HELD);
    const { id } = await makeMass(db, shop, lines(3));
    await runMass(db, shop, id);
    await openAll(db, id);
    const payouts = await payoutsOf(id);
    for (const payout of payouts.slice(0, 2)) await pay(payout.id);
    expect(await readMassPayout(db, id)).toMatchObject({ status: 'queue', signed: 2, done: 2, failed: 0 });
    await pay(payouts[2]?.id ?? '');
    expect(await readMassPayout(db, id)).toMatchObject({ status: 'done', signed: 3, done: 3 });
    expect(await moneyOf(db, shop)).toEqual({ spendable: 0n, held: 0n });
    const { lines: found } = await listLines(db, { massPayoutId: id, filter: 'done', page: 1, perPage: 2 });
    expect(found.map(({ number, status, txid }) => [number, status, txid !== null])).toEqual([
      [1, 'done', true],
      [2, 'done', true],
    ]);
    const told = await select<{ type: string }>(db, 'SELECT type FROM event WHERE entity_id = ANY($1::uuid[])', [
      payouts.map((each) => each.id),
    ]);
    expect(told.map(({ type }) => type)).toEqual(['payout.done', 'payout.done', 'payout.done']);
  });

  test('all lines ending at once are counted exactly, and its end is published once', async () => {
    const shop = await shopWith(40n * LINE_HELD);
    const { id } = await makeMass(db, shop, lines(40));
    await runMass(db, shop, id);
    await openAll(db, id);
    await Promise.all((await payoutsOf(id)).map((payout) => pay(payout.id)));
    expect(await readMassPayout(db, id)).toMatchObject({ status: 'done', signed: 40, done: 40, failed: 0 });
    const { count } = await one<{ count: string }>(
      db,
      `SELECT count(*) FROM event WHERE entity_id = $1 AND type = 'mass_payout.done'`,
      [id],
    );
    expect(count).toBe('1');
  });

  test('tells its workflow once when the signer has room for more lines', async () => {
    const shop = await shopWith(1_400n * LINE_HELD);
    const { id } = await makeMass(db, shop, lines(1_400));
    await runMass(db, shop, id);
    const open = () =>
      moneyTransaction(db, (tx) => openNextSlice(tx, testMassSettings, { massPayoutId: id, nowMs: Date.now() }));
    for (let slice = 0; slice < 6; slice += 1) await open();
    const signals = async () => {
      const sql = `SELECT count(*) FROM outbox WHERE topic = 'workflow.signal' AND payload->>'workflowId' = $1`;
      return Number((await one<{ count: string }>(db, sql, [`mass-payout:${id}`])).count);
    };
    const sign = (signed: number) =>
      inTransaction(db, async (tx) => countLines(tx, id, { signed }, { nowMs: Date.now() }));
    await sign(200);
    expect(await signals()).toBe(0);
    await sign(1);
    expect(await signals()).toBe(1);
    await sign(500);
    expect(await signals()).toBe(1);
  });

  test('ends in error when a line failed, and says which', async () => {
    const shop = await shopWith(2n * LINE_HELD);
    const { id } = await makeMass(db, shop, lines(2));
    await runMass(db, shop, id);
    await openAll(db, id);
    const [first, second] = await payoutsOf(id);
    await pay(first?.id ?? '');
    const event = { type: 'refuse', reason: 'address_refused' } as const;
    await inTransaction(db, (tx) =>
      applyStep(tx, payoutProcess, { id: second?.id ?? '', event, cause: 'refuse', nowMs: Date.now() }),
    );
    expect(await readMassPayout(db, id)).toMatchObject({
      status: 'error',
      statusReason: 'lines_failed',
      done: 1,
      failed: 1,
    });
    const { lines: failed } = await listLines(db, { massPayoutId: id, filter: 'failed', page: 1, perPage: 10 });
    expect(failed).toMatchObject([{ number: 2, status: 'error', status_reason: 'address_refused' }]);
    expect(await moneyOf(db, shop)).toEqual({ spendable: LINE_HELD, held: 0n });
  });
});

describe('the conditions between a run and its payouts', () => {
  const command = (shop: TestMerchant, id: string, by: { readonly kind: 'user'; readonly id: string }) => ({
    massPayoutId: id,
    scope: { profileId: shop.profileId },
    by,
    nowMs: Date.now(),
  });

  test('another person approves where the merchant asks for that, and the money is held meanwhile', async () => {
    const shop = await shopWith(2n * LINE_HELD);
    await policy(shop, true, null);
    const { id } = await makeMass(db, shop, lines(2), ada);
    expect(await runMass(db, shop, id, ada)).toMatchObject({ status: 'pending', statusReason: 'awaiting_approval' });
    expect(await openAll(db, id)).toBe(0);
    const approve = (by: typeof ada | typeof bob) =>
      inTransaction(db, (tx) => approveMassPayout(tx, testMassSettings, command(shop, id, by)));
    expect(await codeOf(approve(ada))).toBe('approver_is_creator');
    expect(await approve(bob)).toMatchObject({ status: 'pending', statusReason: null });
    expect(await codeOf(approve(bob))).toBe('illegal_transition');
    expect(await openAll(db, id)).toBe(1);
    const row = await readPayout(db, (await payoutsOf(id))[0]?.id ?? '');
    expect([row.createdBy, row.approvedBy, testMassSettings.seal.isApproved(row)]).toEqual([ada.id, bob.id, true]);
  });

  test('the creator of the token that ran it may not approve', async () => {
    const shop = await shopWith(2n * LINE_HELD);
    await policy(shop, true, null);
    const { id } = await makeMass(db, shop, lines(2));
    await runMass(db, shop, id);
    const approve = (userId: string) =>
      inTransaction(db, (tx) =>
        approveMassPayout(tx, testMassSettings, command(shop, id, { kind: 'user', id: userId })),
      );
    expect(await codeOf(approve(shop.user.id))).toBe('approver_is_creator');
    expect(await codeOf(approve(bob.id))).toBe('none');
    expect(await openAll(db, id)).toBe(1);
  });

  test('what a young token runs cools off', async () => {
    const shop = await shopWith(4n * LINE_HELD);
    await policy(shop, false, 3_600);
    await execute(db, 'UPDATE api_token SET armed_at = now() WHERE id = $1', [shop.token.id]);
    const { id } = await makeMass(db, shop, lines(2));
    expect((await runMass(db, shop, id)).statusReason).toBe('cooling_off');
    expect(await openAll(db, id)).toBe(0);
    expect(await openAll(db, id, Date.now() + 3_601_000)).toBe(1);
  });

  test('what was run before the deletion of the account was requested goes on; nothing is run afterwards', async () => {
    const shop = await shopWith(4n * LINE_HELD);
    const [before, after] = [await makeMass(db, shop, lines(2)), await makeMass(db, shop, lines(2))];
    await runMass(db, shop, before.id);
    await execute(db, 'UPDATE merchant SET deletion_requested_at = now() WHERE id = $1', [shop.merchantId]);
    expect(await codeOf(runMass(db, shop, after.id))).toBe('merchant_blocked');
    expect(await openAll(db, before.id)).toBe(1);
  });

  test('what nobody approves in time is given up, and the money is back', async () => {
    const shop = await shopWith(2n * LINE_HELD);
    await policy(shop, true, null);
    const { id } = await makeMass(db, shop, lines(2), ada);
    await runMass(db, shop, id, ada);
    await moneyTransaction(db, (tx) => expireMassApproval(tx, { id, nowMs: Date.now() }));
    expect((await readMassPayout(db, id)).status).toBe('pending');
    await moneyTransaction(db, (tx) => expireMassApproval(tx, { id, nowMs: Date.now() + 8 * 86_400_000 }));
    expect(await readMassPayout(db, id)).toMatchObject({ status: 'error', statusReason: 'approval_expired' });
    expect(await moneyOf(db, shop)).toEqual({ spendable: 2n * LINE_HELD, held: 0n });
  });

  test('new addresses cool off, all of it together', async () => {
    const shop = await shopWith(4n * LINE_HELD);
    await policy(shop, false, 3_600);
    const { id } = await makeMass(db, shop, lines(2), ada);
    const ran = await runMass(db, shop, id, ada);
    expect(ran.statusReason).toBe('cooling_off');
    expect(await openAll(db, id)).toBe(0);
    expect(await openAll(db, id, Date.now() + 3_601_000)).toBe(1);
  });

  test('hazard 68: lines that were changed after the approval are paid to nobody', async () => {
    const shop = await shopWith(2n * LINE_HELD);
    const { id } = await makeMass(db, shop, lines(2));
    await runMass(db, shop, id);
    await execute(db, `UPDATE mass_payout_line SET address_key = 'mine' WHERE mass_payout_id = $1 AND number = 2`, [
      id,
    ]);
    await openAll(db, id);
    expect(await payoutsOf(id)).toEqual([]);
    expect(await readMassPayout(db, id)).toMatchObject({ status: 'error', statusReason: 'lines_failed' });
    expect(await moneyOf(db, shop)).toEqual({ spendable: 2n * LINE_HELD, held: 0n });
  });

  test('a frozen balance opens nothing until it is free again', async () => {
    const shop = await shopWith(2n * LINE_HELD);
    const { id } = await makeMass(db, shop, lines(2));
    await runMass(db, shop, id);
    const account = { owner: shop.merchantId, mode: 'sandbox', asset: 'BTC', kind: 'available' } as const;
    await inTransaction(db, (tx) => freeze(tx, 'invoice:test', [account]));
    expect(await codeOf(openAll(db, id))).toBe('account_frozen');
    expect(await moneyOf(db, shop)).toEqual({ spendable: 0n, held: 2n * LINE_HELD });
  });

  test('given up between two slices, the rest is back on the balance and what went on is paid', async () => {
    const shop = await shopWith(201n * LINE_HELD);
    const { id } = await makeMass(db, shop, [...lines(200), massCells(200, 'BTC')]);
    await runMass(db, shop, id);
    await moneyTransaction(db, (tx) => openNextSlice(tx, testMassSettings, { massPayoutId: id, nowMs: Date.now() }));
    const cancel = () => inTransaction(db, (tx) => cancelMassPayout(tx, command(shop, id, ada)));
    expect(await cancel()).toMatchObject({ status: 'queue', statusReason: 'canceled_by_merchant' });
    expect(await codeOf(cancel())).toBe('payout_signed');
    expect(await readMassPayout(db, id)).toMatchObject({ opened: 200, failed: 1 });
    expect(await moneyOf(db, shop)).toEqual({ spendable: LINE_HELD, held: 200n * LINE_HELD });
    const { lines: failed } = await listLines(db, { massPayoutId: id, filter: 'failed', page: 1, perPage: 10 });
    expect(failed).toMatchObject([{ number: 201, status: 'canceled', status_reason: 'canceled_by_merchant' }]);
  });

  test('opening and giving up at once leave every line either a payout or given back', async () => {
    const shop = await shopWith(600n * LINE_HELD);
    const { id } = await makeMass(db, shop, lines(600));
    await runMass(db, shop, id);
    await Promise.all([
      openAll(db, id),
      codeOf(inTransaction(db, (tx) => cancelMassPayout(tx, command(shop, id, ada)))),
    ]);
    const counts = await readMassPayout(db, id);
    expect(counts.opened + counts.failed).toBe(600);
    expect(await moneyOf(db, shop)).toEqual({
      spendable: BigInt(counts.failed) * LINE_HELD,
      held: BigInt(counts.opened) * LINE_HELD,
    });
  });
});

test('lists find mass payouts by status, asset and file', async () => {
  const shop = await shopWith(1_000_000n);
  await makeMass(db, shop, lines(1));
  await makeMass(db, shop, [['BTC', 'nobody', '', '1']]);
  const list = async (more: object) =>
    (await listMassPayouts(db, { profileId: shop.profileId, page: 1, perPage: 10, ...more })).total;
  expect(await list({})).toBe(2);
  expect(await list({ status: ['not_valid'] })).toBe(1);
  expect(await list({ gateId: 'BTC' })).toBe(2);
  expect(await list({ gateId: 'ETH' })).toBe(0);
  expect(await list({ search: 'PAY.csv' })).toBe(2);
});

test('a slice that has to gather many coins of the gateway may cost more, sealed with its approval', async () => {
  await coinsOnNode(Array.from({ length: 20 }, () => 1_000_000n));
  const shop = await makeMerchant(db);
  await fund(db, shop, 'LTC', 100_000_000n);
  const cells = [massCells(1, 'LTC', '0.1'), massCells(2, 'LTC', '0.1')];
  const { id } = await makeMass(db, shop, cells);
  await runMass(db, shop, id);
  expect(await openAll(db, id)).toBe(1);
  const payouts = await payoutsOf(id);
  const rows = await Promise.all(payouts.map((payout) => readPayout(db, payout.id)));
  // Twenty coins instead of two for each payment, and three spare: 19 of 68 bytes where a payment has 215.
  expect(rows.map((row) => testMassSettings.seal.feeCeilingOf(row))).toEqual([80_094n, 80_094n]);
  expect(rows.map((row) => testMassSettings.seal.isApproved(row))).toEqual([true, true]);
  expect(rows.map(({ networkFeeMinor: charged }) => charged)).toEqual([20_000n, 20_000n]);
  await execute(db, 'DELETE FROM chain_identity');
});

describe('deleting a mass payout', () => {
  const remove = (massPayoutId: string, profileId: string) =>
    inTransaction(db, (tx) => deleteMassPayout(tx, { massPayoutId, scope: { profileId }, by: ada, nowMs: Date.now() }));

  test('removes what is only a file, with its lines, and finds nothing the second time', async () => {
    const shop = await shopWith(1n);
    for (const cells of [lines(2), [['BTC', 'nowhere', '', '1']]]) {
      const { id } = await makeMass(db, shop, cells);
      await remove(id, shop.profileId);
      expect(await select(db, 'SELECT 1 FROM mass_payout_line WHERE mass_payout_id = $1', [id])).toEqual([]);
      expect(await codeOf(remove(id, shop.profileId))).toBe('not_found');
    }
  });

  test('keeps what was run or canceled, and what belongs to another profile', async () => {
    const shop = await shopWith(LINE_HELD);
    const [ran, canceled] = [await makeMass(db, shop, lines(1)), await makeMass(db, shop, lines(1))];
    expect(await codeOf(remove(ran.id, (await makeMerchant(db)).profileId))).toBe('not_found');
    await runMass(db, shop, ran.id);
    const command = { massPayoutId: canceled.id, scope: { profileId: shop.profileId }, by: ada, nowMs: Date.now() };
    await inTransaction(db, (tx) => cancelMassPayout(tx, command));
    for (const { id } of [ran, canceled]) expect(await codeOf(remove(id, shop.profileId))).toBe('illegal_transition');
  });
});
