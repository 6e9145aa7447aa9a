import { afterEach, describe, expect, test } from 'vitest';
import { gate } from '../../domain/assets/assets.ts';
import { isDomainError } from '../../domain/errors.ts';
import { newId, type UserId } from '../../domain/ids.ts';
import type { PayoutEvent } from '../../domain/state/payout-event.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { freeze } from '../ledger/freezes.ts';
import { readHolds } from '../outflows/holds.ts';
import { applyStep } from '../process/apply.ts';
import { storeOutgoing, takeNonce } from '../sending/transactions.ts';
import { renewSecret } from '../shops/api-tokens.ts';
import { makeMerchant, type TestMerchant } from '../testing.fixture.ts';
import { approvePayout, cancelPayout } from './commands.ts';
import { changeStop, isStopped, readStops } from './emergency-stop.ts';
import { listPayouts } from './list.ts';
import { payoutProcess } from './process.ts';
import { readPayout } from './read.ts';
import { fund, makePayout, mismatches, moneyOf, RECIPIENTS, testPayoutSettings } from './testing.fixture.ts';

const { db } = await openTestDatabase({ poolSize: 12 });
afterEach(async () => expect(await mismatches(db)).toEqual([]));

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (isDomainError(error) ? error.code : error),
  );
const OTHER_ADDRESS = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
const ada = { kind: 'user', id: 'ada' } as const;
const bob = { kind: 'user', id: 'bob' } as const;

async function shopWith(minor: bigint, gateId: 'BTC' | 'XRP' = 'BTC'): Promise<TestMerchant> {
  const shop = await makeMerchant(db);
  await fund(db, shop, gateId, minor);
  return shop;
}

describe('asking for a payout', () => {
  test('holds net amount and fees, is approved by its creator, enters the queue and starts its workflow', async () => {
    const shop = await shopWith(1_000_000n);
    const payout = await makePayout(db, shop);
    // 0.3 % of 100 000 and the network's 2 000.
    expect(payout).toMatchObject({ status: 'queue', netMinor: 100_000n, serviceFeeMinor: 300n, heldMinor: 102_300n });
    expect(await moneyOf(db, shop)).toEqual({ spendable: 897_700n, held: 102_300n });
    const events = await select<{ type: string }>(db, 'SELECT type FROM event WHERE entity_id = $1 ORDER BY id', [
      payout.id,
    ]);
    expect(events.map(({ type }) => type).sort()).toEqual(['payout.new', 'payout.pending', 'payout.queue']);
    const { payload } = await one<{ payload: { workflowId: string; input: { watch: { status: string } } } }>(
      db,
      `SELECT payload FROM outbox WHERE topic = 'workflow.start' AND payload->>'workflowId' = $1`,
      [`payout:${payout.id}`],
    );
    expect(payload.input.watch.status).toBe('queue');
    const holds = await inTransaction(db, async (tx) => readHolds(tx, [await readPayout(tx, payout.id)]));
    expect(holds.get(payout.id)).toEqual({ state: 'open', heldMinor: 102_300n, netMinor: 100_000n, frozen: false });
  });

  test('takes the fees from the amount when the recipient pays them', async () => {
    const shop = await shopWith(100_000n);
    const payout = await makePayout(db, shop, { feePayer: 'recipient' });
    expect(payout).toMatchObject({ netMinor: 97_700n, heldMinor: 100_000n });
    expect(await moneyOf(db, shop)).toEqual({ spendable: 0n, held: 100_000n });
  });

  test('leaves nothing behind when it is refused', async () => {
    const shop = await shopWith(50_000n);
    expect(await codeOf(makePayout(db, shop))).toBe('insufficient_balance');
    expect(await codeOf(makePayout(db, shop, { amountMinor: 3_999n }))).toBe('amount_too_small');
    expect(await codeOf(makePayout(db, shop, { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }))).toBe(
      'address_invalid',
    );
    expect(await moneyOf(db, shop)).toEqual({ spendable: 50_000n, held: 0n });
    const { count } = await one<{ count: string }>(db, 'SELECT count(*) FROM payout WHERE profile_id = $1', [
      shop.profileId,
    ]);
    expect(count).toBe('0');
  });

  test.each(['ETH', 'USDT_TRC20', 'XRP'] as const)(
    'of %s to the account that pays is refused when asked',
    async (gateId) => {
      const shop = await makeMerchant(db);
      await fund(db, shop, gateId, 10n ** 20n);
      const address = testPayoutSettings.ownAccount('sandbox', gate(gateId).network) ?? '';
      await expect(makePayout(db, shop, { gateId, address })).rejects.toMatchObject({
        code: 'address_invalid',
        fields: { address: ['This is an account of the gateway itself. Use an address of the recipient.'] },
      });
      expect((await moneyOf(db, shop, gateId)).held).toBe(0n);
    },
  );

  test('hazard 51: 200 requests at once on one balance overdraw nothing and leak no hold', async () => {
    const shop = await shopWith(1_023_000n);
    const answers = await Promise.all(Array.from({ length: 200 }, () => codeOf(makePayout(db, shop))));
    const counts = Object.groupBy(answers, String);
    expect(counts.none).toHaveLength(10);
    expect(counts.insufficient_balance).toHaveLength(190);
    expect(await moneyOf(db, shop)).toEqual({ spendable: 0n, held: 1_023_000n });
    const { payouts } = await listPayouts(db, { profileId: shop.profileId, kind: 'payout', page: 1, perPage: 100 });
    const scope = { profileId: shop.profileId };
    await Promise.all(
      payouts.map(({ id }) =>
        inTransaction(db, (tx) => cancelPayout(tx, { payoutId: id, scope, by: ada, nowMs: Date.now() })),
      ),
    );
    expect(await moneyOf(db, shop)).toEqual({ spendable: 1_023_000n, held: 0n });
  });

  test('keeps to the sums per hour and day, also for requests at once', async () => {
    const shop = await shopWith(10_000_000n);
    await execute(
      db,
      `INSERT INTO payout_limit (scope, gate_id, max_minor, hourly_minor, daily_minor)
       VALUES ($1, 'BTC', 200000, 350000, 900000)`,
      [shop.merchantId],
    );
    expect(await codeOf(makePayout(db, shop, { amountMinor: 200_001n }))).toBe('amount_too_large');
    const answers = await Promise.all(Array.from({ length: 8 }, () => codeOf(makePayout(db, shop))));
    expect(answers.filter((code) => code === 'none')).toHaveLength(3);
    expect(answers.filter((code) => code === 'amount_too_large')).toHaveLength(5);
  });

  test('is refused while money is frozen, for blocked merchants and for unverified ones in production', async () => {
    const shop = await shopWith(1_000_000n);
    const account = { owner: shop.merchantId, mode: 'sandbox', asset: 'BTC', kind: 'available' } as const;
    await inTransaction(db, (tx) => freeze(tx, 'invoice:test', [account]));
    expect(await codeOf(makePayout(db, shop))).toBe('account_frozen');
    const blocked = await makeMerchant(db, { status: 'blocked' });
    expect(await codeOf(makePayout(db, blocked))).toBe('merchant_blocked');
    const fresh = await makeMerchant(db, { status: 'active', mode: 'production' });
    expect(await codeOf(makePayout(db, fresh))).toBe('production_not_permitted');
  });
});

describe('approvals and cool-off', () => {
  const policy = (shop: TestMerchant, approval: boolean, coolOffSeconds: number | null) =>
    execute(db, 'INSERT INTO payout_policy (profile_id, approval_required, cool_off_seconds) VALUES ($1, $2, $3)', [
      shop.profileId,
      approval,
      coolOffSeconds,
    ]);

  test('another person approves where the merchant asks for that', async () => {
    const shop = await shopWith(1_000_000n);
    await policy(shop, true, null);
    const { id: payoutId, status, statusReason } = await makePayout(db, shop, { by: ada });
    expect([status, statusReason]).toEqual(['new', 'awaiting_approval']);
    const approve = (by: typeof ada | typeof bob) =>
      inTransaction(db, (tx) =>
        approvePayout(tx, testPayoutSettings, {
          payoutId,
          scope: { profileId: shop.profileId },
          by,
          nowMs: Date.now(),
        }),
      );
    expect(await codeOf(approve(ada))).toBe('approver_is_creator');
    expect((await approve(bob)).status).toBe('pending');
    expect(await codeOf(approve(bob))).toBe('illegal_transition');
  });

  test('neither the creator of the token that requested it nor the last person to renew its secret may approve', async () => {
    const shop = await shopWith(1_000_000n);
    await policy(shop, true, null);
    const { profileId, token } = shop;
    const colleague = newId<UserId>();
    const before = await makePayout(db, shop);
    await inTransaction(db, (tx) => renewSecret(tx, { id: token.id, profileId, by: colleague }));
    const after = await makePayout(db, shop);
    const approve = (payoutId: string, userId: string) => {
      const by = { kind: 'user', id: userId } as const;
      const command = { payoutId, scope: { profileId }, by, nowMs: Date.now() };
      return codeOf(inTransaction(db, (tx) => approvePayout(tx, testPayoutSettings, command)));
    };
    for (const userId of [shop.user.id, colleague]) expect(await approve(after.id, userId)).toBe('approver_is_creator');
    expect(await approve(after.id, ada.id)).toBe('none');
    expect(await approve(before.id, shop.user.id)).toBe('approver_is_creator');
    expect(await approve(before.id, colleague)).toBe('none');
  });

  test('a token cools off as a person does while it is young, and leaves no address in the book', async () => {
    const shop = await shopWith(10_000_000n);
    await policy(shop, false, 3_600);
    const nowMs = Date.now();
    await execute(db, 'UPDATE api_token SET armed_at = $2 WHERE id = $1', [shop.token.id, new Date(nowMs - 1_000)]);
    const young = await makePayout(db, shop, { nowMs });
    expect([young.statusReason, young.notBefore?.getTime()]).toEqual(['cooling_off', nowMs + 3_600_000]);
    const persons = await makePayout(db, shop, { by: ada, nowMs: nowMs + 1_000 });
    expect(persons.notBefore?.getTime()).toBe(nowMs + 3_601_000);
    const known = await makePayout(db, shop, { nowMs: nowMs + 3_000_000 });
    expect(known.notBefore?.getTime()).toBe(nowMs + 3_601_000);
    const old = await makePayout(db, shop, { nowMs: nowMs + 3_600_000, address: OTHER_ADDRESS });
    expect(old.notBefore).toBeNull();
  });

  test('an address that people use for the first time cools off from its first use; a token’s does not', async () => {
    const shop = await shopWith(10_000_000n);
    await policy(shop, false, 3_600);
    const nowMs = Date.now();
    const first = await makePayout(db, shop, { by: ada, nowMs });
    expect([first.statusReason, first.notBefore?.getTime()]).toEqual(['cooling_off', nowMs + 3_600_000]);
    const second = await makePayout(db, shop, { by: bob, nowMs: nowMs + 1_800_000 });
    expect(second.notBefore?.getTime()).toBe(nowMs + 3_600_000);
    const later = await makePayout(db, shop, { by: bob, nowMs: nowMs + 3_600_001 });
    expect(later.notBefore).toBeNull();
    expect((await makePayout(db, shop)).notBefore).toBeNull();
  });

  test('hazard 68: an approval is void for another address, tag or amount, and for another approver', async () => {
    const shop = await shopWith(1_000_000_000n, 'XRP');
    const { id } = await makePayout(db, shop, { gateId: 'XRP', amountMinor: 5_000_000n, destinationTag: '7' });
    const approved = async () => testPayoutSettings.seal.isApproved(await readPayout(db, id));
    expect(await approved()).toBe(true);
    for (const change of [
      'destination_tag = 8',
      "address_key = 'r'",
      "approved_by = 'bob'",
      "approved_by_kind = 'user'",
    ]) {
      const [column] = change.split(' ');
      const { old } = await one<{ old: string }>(db, `SELECT ${column} AS old FROM payout WHERE id = $1`, [id]);
      await execute(db, `UPDATE payout SET ${change} WHERE id = $1`, [id]);
      expect(await approved(), change).toBe(false);
      await execute(db, `UPDATE payout SET ${column} = $2 WHERE id = $1`, [id, old]);
    }
    await execute(
      db,
      'UPDATE payout SET net_minor = net_minor + 1, network_fee_minor = network_fee_minor - 1 WHERE id = $1',
      [id],
    );
    expect(await approved()).toBe(false);
  });
});

describe('a step of a payout', () => {
  const apply = (payoutId: string, event: PayoutEvent, cause: string = event.type) =>
    inTransaction(db, (tx) => applyStep(tx, payoutProcess, { id: payoutId, event, cause, nowMs: Date.now() }));
  const sign = (payoutId: string) =>
    inTransaction(db, async (tx) => {
      const chain = { mode: 'sandbox', network: 'BTC' } as const;
      const nonce = await takeNonce(tx, chain, 'hot');
      const lines = [{ payoutId, output: '0' }];
      const spends = [`hot:${nonce}`];
      const txid = `${payoutId}:${nonce}`;
      await storeOutgoing(tx, {
        chain,
        txid,
        raw: 'raw',
        spends,
        feeMinor: 1n,
        lines,
        change: [],
        replaces: null,
        nowMs: Date.now(),
      });
      return applyStep(tx, payoutProcess, {
        id: payoutId,
        event: { type: 'signed' },
        cause: `signed:${txid}`,
        nowMs: Date.now(),
      });
    });

  test('asked twice is made once, and ends the hold once', async () => {
    const shop = await shopWith(1_000_000n);
    const { id } = await makePayout(db, shop);
    const [first, second] = [await sign(id), await codeOf(sign(id))];
    expect(first.watch.txid).toContain(id);
    // The database holds one live transaction for a payout.
    expect(String(second)).toContain('outgoing_line_live');
    await apply(id, { type: 'sent' });
    const done = await apply(id, { type: 'confirmed' });
    expect(await apply(id, { type: 'confirmed' })).toEqual(done);
    expect((await readPayout(db, id)).status).toBe('done');
    expect(await moneyOf(db, shop)).toEqual({ spendable: 897_700n, held: 0n });
  });

  test('hazard 52: a cancel does not overwrite a later status, whatever comes at once', async () => {
    const shop = await shopWith(5_000_000n);
    const scope = { profileId: shop.profileId };
    const cancel = (payoutId: string) =>
      codeOf(inTransaction(db, (tx) => cancelPayout(tx, { payoutId, scope, by: ada, nowMs: Date.now() })));
    for (let round = 0; round < 15; round += 1) {
      const { id } = await makePayout(db, shop);
      const [signed, canceled] = await Promise.all([codeOf(sign(id)), cancel(id)]);
      const { status, transactions } = await readPayout(db, id);
      if (canceled === 'none') {
        expect([status, signed, transactions]).toEqual(['canceled', 'illegal_transition', []]);
      } else {
        expect([status, signed, canceled, transactions.length]).toEqual(['queue', 'none', 'payout_signed', 1]);
      }
    }
  });
});

describe('the emergency stop', () => {
  test('holds for one network or for all, and waits for signatures that are being made', async () => {
    const chain = { mode: 'sandbox', network: 'LTC' } as const;
    const stopped = () => inTransaction(db, (tx) => isStopped(tx, chain));
    const change = (network: '*' | 'LTC', on: boolean) =>
      changeStop(db, { modes: ['sandbox'], network, stopped: on, by: 'test', reason: 'drill' });
    expect(await stopped()).toBe(false);
    let released = false;
    let pulling: Promise<void> | undefined;
    await inTransaction(db, async (tx) => {
      expect(await isStopped(tx, chain)).toBe(false);
      pulling = change('LTC', true).then(() => expect(released).toBe(true));
      await new Promise((resolve) => setTimeout(resolve, 50));
      released = true;
    });
    await pulling;
    expect(await stopped()).toBe(true);
    await change('LTC', false);
    await change('*', true);
    expect(await stopped()).toBe(true);
    expect((await readStops(db)).filter((row) => row.stopped)).toMatchObject([{ network: '*', reason: 'drill' }]);
    await change('*', false);
    expect(await stopped()).toBe(false);
  });

  test('holds where nobody has decided anything: a row that is gone lets no money out', async () => {
    for (const network of ['LTC', '*']) {
      const row = [network];
      const { reason } = await one<{ reason: string | null }>(
        db,
        `DELETE FROM emergency_stop WHERE mode = 'sandbox' AND network = $1 RETURNING reason`,
        row,
      );
      expect(await inTransaction(db, (tx) => isStopped(tx, { mode: 'sandbox', network: 'LTC' }))).toBe(true);
      await execute(
        db,
        `INSERT INTO emergency_stop (mode, network, stopped, reason) VALUES ('sandbox', $1, false, $2)`,
        [network, reason],
      );
    }
  });
});

test('lists find payouts by reference, address, status and text', async () => {
  const shop = await shopWith(1_000_000n);
  await makePayout(db, shop, { reference: 'salary-7', description: 'November' });
  await makePayout(db, shop);
  const list = (more: object) =>
    listPayouts(db, { profileId: shop.profileId, kind: 'payout', page: 1, perPage: 10, ...more });
  expect((await list({})).total).toBe(2);
  expect((await list({ reference: 'salary-7' })).total).toBe(1);
  expect((await list({ search: 'novem' })).payouts[0]?.reference).toBe('salary-7');
  expect((await list({ search: RECIPIENTS.BTC.slice(3, 20) })).total).toBe(2);
  expect((await list({ status: ['done'] })).total).toBe(0);
  expect((await list({ sort: 'reference', order: 'asc' })).payouts[0]?.reference).toBe('salary-7');
});
