import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { makeInvoice, makeRates, makeShop, paymentsChanged, setPayment } from '../invoices/testing.fixture.ts';
import { trialBalance } from '../ledger/trial-balance.ts';
import { RECIPIENTS } from '../payouts/testing.fixture.ts';
import { codeOf } from '../refunds/testing.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { recordUnsupported } from './create.ts';
import { readClaim } from './read.ts';
import { claimDesk, newTxid, STRAY } from './testing.fixture.ts';

const { db } = await openTestDatabase();
const desk = claimDesk(db);

beforeAll(() => makeRates(db));
afterEach(async () => {
  expect((await trialBalance(db)).mismatches).toEqual([]);
});

const statusOf = async (id: string) => {
  const { status, statusReason, lossMinor } = await readClaim(db, id);
  return { status, statusReason, lossMinor };
};
const payoutOf = async (id: string) => {
  const [row] = await select<{ status: string; hold: string; kind: string }>(
    db,
    'SELECT status, hold, kind FROM payout WHERE id = $1',
    [id],
  );
  return row;
};

/** How the gateway's books differ afterwards. */
async function changeOf(work: () => Promise<unknown>) {
  const before = await desk.books();
  await work();
  const after = await desk.books();
  const kinds = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const change = kinds.map((kind) => [kind, (after[kind] ?? 0n) - (before[kind] ?? 0n)] as const);
  return Object.fromEntries(change.filter(([, minor]) => minor !== 0n));
}

describe('a claim', () => {
  test('pays a stray payment back once, less the fee and the network’s', async () => {
    const shop = await makeShop(db);
    const of = await desk.stray(shop);
    const { id } = await desk.claim(of);
    expect(await statusOf(id)).toMatchObject({ status: 'checking' });
    await desk.confirm(id);
    expect(await desk.approve(id, await desk.staff('manager'))).toBe(true);
    const { payoutId, netMinor, serviceFeeMinor, networkFeeMinor } = await readClaim(db, id);
    expect(serviceFeeMinor).toBe(STRAY / 10n);
    expect((netMinor ?? 0n) + (serviceFeeMinor ?? 0n) + (networkFeeMinor ?? 0n)).toBe(STRAY);
    expect(await payoutOf(payoutId ?? '')).toEqual({ status: 'queue', hold: 'open', kind: 'balance_recovery' });

    expect(await changeOf(() => desk.send(payoutId ?? ''))).toEqual({
      [`claim:${id}`]: -STRAY,
      'custody:LTC': netMinor,
      'fees:service': serviceFeeMinor,
      'fees:network': networkFeeMinor,
    });
    expect(await statusOf(id)).toMatchObject({ status: 'done' });
    expect(await desk.mailsOf(id)).toEqual(['received', 'paying', 'done']);
    // No webhook and no list of the merchant has it.
    expect(await select(db, 'SELECT FROM event WHERE entity_id = $1', [payoutId])).toEqual([]);
    expect((await desk.verdict({ by: 'payer', invoiceId: of.invoiceId }, of.txid))?.code).toBe('claimed');
    expect(await codeOf(desk.claim(of))).toBe('conflict');
    expect(await codeOf(desk.approve(id, await desk.staff('mlro')))).toBe('illegal_transition');
  });

  test('needs two people of two roles from a value on, or without a rate', async () => {
    const of = await desk.stray(await makeShop(db));
    const { id } = await desk.claim(of);
    await desk.confirm(id);
    const manager = await desk.staff('manager');
    expect(await desk.approve(id, manager, 0n)).toBe(false);
    expect(await statusOf(id)).toMatchObject({ status: 'review' });
    for (const again of [manager, await desk.staff('manager')]) {
      expect(await codeOf(desk.approve(id, again, 0n))).toBe('conflict');
    }
    expect(await codeOf(desk.approve(id, await desk.staff('compliance_officer'), 0n))).toBe('permission_denied');
    expect(await desk.approve(id, await desk.staff('representative'), 0n)).toBe(true);
    expect((await readClaim(db, id)).votes).toHaveLength(2);
  });

  test('is approved alone only as far as one person’s approvals of a day stay below the bound', async () => {
    const shop = await makeShop(db);
    const reviewed = async () => {
      const { id, valueMinor } = await desk.claim(await desk.stray(shop));
      await desk.confirm(id);
      return { id, valueMinor: valueMinor ?? 0n };
    };
    const [manager, other] = [await desk.staff('manager'), await desk.staff('manager')];
    const first = await reviewed();
    const bound = 2n * first.valueMinor + 1n;
    expect(await desk.approve(first.id, manager, bound)).toBe(true);
    expect(await desk.approve((await reviewed()).id, manager, bound)).toBe(true);
    const third = await reviewed();
    expect(await desk.approve(third.id, manager, bound)).toBe(false);
    expect(await statusOf(third.id)).toMatchObject({ status: 'review' });
    // Somebody else has approved nothing alone; two people of two roles may always.
    expect(await desk.approve((await reviewed()).id, other, bound)).toBe(true);
    expect(await desk.approve(third.id, await desk.staff('representative'), bound)).toBe(true);
    await execute(db, `UPDATE sole_approval SET approved_at = approved_at - interval '25 hours'`);
    expect(await desk.approve((await reviewed()).id, manager, bound)).toBe(true);
  });

  test('is not approved alone beyond the bound by several approvals at once', async () => {
    const shop = await makeShop(db);
    const ids: string[] = [];
    let value = 0n;
    for (let count = 0; count < 4; count += 1) {
      const { id, valueMinor } = await desk.claim(await desk.stray(shop));
      await desk.confirm(id);
      ids.push(id);
      value = valueMinor ?? 0n;
    }
    const manager = await desk.staff('manager');
    const paid = await Promise.all(ids.map((id) => desk.approve(id, manager, 2n * value + 1n)));
    expect(paid.filter(Boolean)).toHaveLength(2);
  });

  test('is valued when it is approved, not when it was claimed', async () => {
    const { id, valueMinor } = await desk.claim(await desk.stray(await makeShop(db)));
    await desk.confirm(id);
    const rates = `UPDATE rate SET value = value * $1::numeric WHERE mode = 'sandbox' AND asset = 'LTC'`;
    await execute(db, rates, ['2']);
    try {
      expect(await desk.approve(id, await desk.staff('manager'), (valueMinor ?? 0n) + 1n)).toBe(false);
    } finally {
      await execute(db, rates, ['0.5']);
    }
  });

  test('is not approved before the chain confirmed it, nor without a reason', async () => {
    const { id } = await desk.claim(await desk.stray(await makeShop(db)));
    const manager = await desk.staff('manager');
    expect(await codeOf(desk.approve(id, manager))).toBe('illegal_transition');
    await desk.confirm(id);
    expect(await codeOf(desk.refuse(id, manager, ' '))).toBe('validation_failed');
    expect(await codeOf(desk.refuse(newId(), manager))).toBe('not_found');
  });

  test('that was refused leaves the payment to another claim', async () => {
    const of = await desk.stray(await makeShop(db));
    const { id } = await desk.claim(of);
    await desk.refuse(id, await desk.staff('mlro'), 'Another sender.');
    expect(await readClaim(db, id)).toMatchObject({ status: 'declined', note: 'Another sender.' });
    expect((await desk.claim(of)).status).toBe('checking');
  });

  test('whose invoice compliance holds is not paid', async () => {
    const of = await desk.stray(await makeShop(db));
    const { id } = await desk.claim(of);
    await desk.confirm(id);
    await execute(db, 'UPDATE invoice SET compliance_hold = true WHERE id = $1', [of.invoiceId]);
    expect(await codeOf(desk.approve(id, await desk.staff('manager')))).toBe('operation_suspended');
  });

  test('whose payout failed waits for a new decision, with its money in suspense; the next one pays once', async () => {
    const { id, payoutId } = await desk.paying(await makeShop(db));
    const change = await changeOf(() => desk.step(payoutId, { type: 'refuse', reason: 'address_refused' }));
    expect(change).toEqual({ suspense: STRAY, [`claim:${id}`]: -STRAY });
    expect(await statusOf(id)).toMatchObject({ status: 'review', statusReason: 'payout_failed' });
    await desk.approve(id, await desk.staff('manager'));
    const again = (await readClaim(db, id)).payoutId ?? '';
    expect(again).not.toBe(payoutId);
    await desk.send(again);
    expect(await statusOf(id)).toMatchObject({ status: 'done' });
  });
});

describe('a reorganization', () => {
  const reorganize = async ({ paymentId, invoiceId }: { paymentId: string; invoiceId: string }) => {
    await setPayment(db, paymentId, 'seen');
    await paymentsChanged(db, invoiceId);
  };
  const mineAgain = async ({ paymentId, invoiceId }: { paymentId: string; invoiceId: string }) => {
    await setPayment(db, paymentId, 'confirmed');
    await paymentsChanged(db, invoiceId);
  };

  test('before the decision refuses the claim; mined again, it can be claimed again', async () => {
    const of = await desk.stray(await makeShop(db));
    const { id } = await desk.claim(of);
    await desk.confirm(id);
    expect(await changeOf(() => reorganize(of))).toEqual({ suspense: -STRAY, 'custody:LTC': STRAY });
    expect(await statusOf(id)).toMatchObject({ status: 'declined', statusReason: 'reorganized' });
    expect(await codeOf(desk.approve(id, await desk.staff('manager')))).toBe('illegal_transition');
    expect((await desk.verdict({ by: 'payer', invoiceId: of.invoiceId }, of.txid))?.code).toBe('unconfirmed');
    await mineAgain(of);
    expect((await desk.claim(of)).status).toBe('checking');
  });

  test('before the payout is signed cancels it', async () => {
    const of = await desk.paying(await makeShop(db));
    expect(await changeOf(() => reorganize(of))).toEqual({ [`claim:${of.id}`]: -STRAY, 'custody:LTC': STRAY });
    expect(await statusOf(of.id)).toMatchObject({ status: 'declined', statusReason: 'reorganized' });
    expect(await payoutOf(of.payoutId)).toMatchObject({ status: 'canceled', hold: 'voided' });
  });

  test.each(['signed', 'paid'] as const)(
    'after it is %s is a loss of the gateway until it is mined again',
    async (when) => {
      const of = await desk.paying(await makeShop(db));
      await (when === 'signed' ? desk.sign(of.payoutId) : desk.send(of.payoutId));
      const { status } = await statusOf(of.id);
      expect(await changeOf(() => reorganize(of))).toEqual({ reorg_loss: -STRAY, 'custody:LTC': STRAY });
      expect(await statusOf(of.id)).toEqual({ status, statusReason: 'reorganized', lossMinor: STRAY });
      expect(await changeOf(() => mineAgain(of))).toEqual({ reorg_loss: STRAY, 'custody:LTC': -STRAY });
      expect(await statusOf(of.id)).toEqual({ status, statusReason: null, lossMinor: 0n });
    },
  );

  test('with a payout that lapses afterwards fills the loss and ends the claim', async () => {
    const of = await desk.paying(await makeShop(db));
    await desk.sign(of.payoutId);
    await reorganize(of);
    await execute(
      db,
      `UPDATE outgoing_transaction SET status = 'failed' WHERE id IN
       (SELECT transaction_id FROM outgoing_line WHERE payout_id = $1)`,
      [of.payoutId],
    );
    const change = await changeOf(() => desk.step(of.payoutId, { type: 'refuse', reason: 'address_refused' }));
    expect(change).toEqual({ reorg_loss: STRAY, [`claim:${of.id}`]: -STRAY });
    expect(await statusOf(of.id)).toEqual({ status: 'declined', statusReason: 'reorganized', lossMinor: 0n });
  });
});

describe('a thief', () => {
  test('learns nothing of the payments of others, and cannot claim them', async () => {
    const [shop, other] = [await makeShop(db), await makeShop(db)];
    const of = await desk.stray(shop);
    const foreign = (await makeInvoice(db, other)).id;
    const neighbor = (await makeInvoice(db, shop)).id;
    for (const scope of [
      { by: 'payer', invoiceId: foreign },
      { by: 'payer', invoiceId: neighbor },
      { by: 'merchant', profileId: other.profileId },
    ] as const) {
      const found = await desk.verdict(scope, of.txid);
      const nothing = await desk.verdict(scope, newTxid());
      expect({ ...found, owner: null }).toEqual({ ...nothing, owner: null });
      expect(found).toMatchObject({ code: 'not_ours', payment: null });
      expect(await codeOf(desk.claim(of, { scope }))).toBe('conflict');
    }
    expect((await desk.verdict({ by: 'merchant', profileId: shop.profileId }, of.txid))?.code).toBe('claimable');
  });

  test('cannot claim a payment by another transaction, nor one that is credited', async () => {
    const shop = await makeShop(db);
    const [one, two] = [await desk.stray(shop), await desk.stray(shop)];
    expect(await codeOf(desk.claim(one, { paymentId: two.paymentId }))).toBe('conflict');
    expect(await codeOf(desk.claim(one, { paymentId: newId() }))).toBe('not_found');
  });

  test('who claims at the same moment as the payer and the merchant leaves one claim', async () => {
    const shop = await makeShop(db);
    const of = await desk.stray(shop);
    const scope = { by: 'merchant', profileId: shop.profileId } as const;
    const codes = await Promise.all([{}, { scope }, {}, { scope }].map((request) => codeOf(desk.claim(of, request))));
    expect(codes.toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'none']);
    const [claim] = await select<{ id: string }>(db, 'SELECT id FROM claim WHERE payment_id = $1', [of.paymentId]);
    await desk.confirm(claim?.id ?? '');
    const [manager, mlro] = [await desk.staff('manager'), await desk.staff('mlro')];
    const approvals = await Promise.all(
      [manager, mlro, manager].map((member) => codeOf(desk.approve(claim?.id ?? '', member))),
    );
    expect(approvals.toSorted()).toEqual(['illegal_transition', 'illegal_transition', 'none']);
    const payouts = await select(db, `SELECT FROM payout WHERE kind = 'balance_recovery' AND merchant_id = $1`, [
      shop.merchantId,
    ]);
    expect(payouts).toHaveLength(1);
  });

  test('cannot have it sent to an address that is ours or none', async () => {
    const of = await desk.stray(await makeShop(db));
    for (const address of [RECIPIENTS.ETH, 'nonsense', '']) {
      expect(await codeOf(desk.claim(of, { address }))).toBe('address_invalid');
    }
    await execute(
      db,
      `INSERT INTO watched_address (mode, network, address_key, destination_tag, derivation_index)
       SELECT 'sandbox', 'LTC', k, -1, 99999 FROM unnest($1::text[]) AS k`,
      [[(await desk.claim(await desk.stray(await makeShop(db)))).addressKey]],
    );
    expect(await codeOf(desk.claim(of))).toBe('address_invalid');
    await execute(db, 'DELETE FROM watched_address WHERE derivation_index = 99999');
  });
});

describe('hazard 41: XRP without a tag of ours', () => {
  async function untagged(seenAt: Date) {
    const [id, txid] = [newId(), newTxid().toUpperCase()];
    await execute(
      db,
      `INSERT INTO payment (id, mode, network, key, txid, output, asset_ref, gate_id, amount_minor, address_key, status,
         first_seen_at, required_confirmations, credited, credited_to, credited_minor, credit_count)
       VALUES ($1, 'sandbox', 'XRP', $2, $2, '', 'XRP', 'XRP', 50000000, 'key', 'confirmed', $3, 1, false, NULL, 0, 0)`,
      [id, txid, seenAt],
    );
    const { applyStrayPayments } = await import('../chain/stray-payments.ts');
    await inTransaction(db, (tx) => applyStrayPayments(tx, { paymentIds: [id], nowMs: Date.now() }));
    return { paymentId: id, txid };
  }

  test('is claimable by an invoice in XRP that is older, and by no other', async () => {
    const shop = await makeShop(db);
    const invoice = await makeInvoice(db, shop, { gates: ['XRP'], gateId: 'XRP' });
    const other = await makeInvoice(db, shop);
    const [late, early] = [await untagged(new Date()), await untagged(new Date(Date.now() - 3_600_000))];
    const code = async (invoiceId: string, txid: string) =>
      (await desk.verdict({ by: 'payer', invoiceId }, txid))?.code;
    expect(await code(invoice.id, late.txid)).toBe('claimable');
    expect(await code(invoice.id, early.txid)).toBe('not_ours');
    expect(await code(other.id, late.txid)).toBe('not_ours');
    const claim = await desk.claim({ ...late, invoiceId: invoice.id }, { address: RECIPIENTS.XRP });
    expect(claim).toMatchObject({ gateId: 'XRP', status: 'checking' });
  });

  describe('several may claim it', () => {
    const inXrp = (shop: TestMerchant) => makeInvoice(db, shop, { gates: ['XRP'], gateId: 'XRP' });
    async function claimedTwice() {
      const [one, two] = [await inXrp(await makeShop(db)), await inXrp(await makeShop(db))];
      const of = await untagged(new Date());
      const claimBy = (invoiceId: string) => desk.claim({ ...of, invoiceId }, { address: RECIPIENTS.XRP });
      const code = async (invoiceId: string) => (await desk.verdict({ by: 'payer', invoiceId }, of.txid))?.code;
      const [first, second] = [await claimBy(one.id), await claimBy(two.id)];
      return { of, one, two, first, second, claimBy, code };
    }

    test('each once, and none learns of the other', async () => {
      const { of, one, two, claimBy, code } = await claimedTwice();
      expect([await code(one.id), await code(two.id)]).toEqual(['claimed', 'claimed']);
      expect(await code((await inXrp(await makeShop(db))).id)).toBe('not_ours');
      expect(await codeOf(claimBy(one.id))).toBe('conflict');
      const own = await desk.verdict({ by: 'payer', invoiceId: two.id }, of.txid);
      expect(own?.payment?.claim).toMatchObject({ isOwn: true });
    });

    test('and the approval of one refuses the others, in words that are the same for every refusal', async () => {
      const { of, one, two, first, second, claimBy, code } = await claimedTwice();
      await desk.confirm(first.id);
      await desk.confirm(second.id);
      const manager = await desk.staff('manager');
      expect(await desk.approve(second.id, manager, 0n)).toBe(false);
      expect(await statusOf(first.id)).toMatchObject({ status: 'review' });
      expect(await desk.approve(second.id, await desk.staff('representative'), 0n)).toBe(true);
      expect(await readClaim(db, first.id)).toMatchObject({
        status: 'declined',
        statusReason: 'refused_by_staff',
        note: 'The payment could not be matched to this claim.',
      });
      expect(await desk.mailsOf(first.id)).toEqual(['received', 'declined']);
      const nothing = await desk.verdict({ by: 'payer', invoiceId: one.id }, newTxid());
      const found = await desk.verdict({ by: 'payer', invoiceId: one.id }, of.txid);
      expect({ ...found, owner: null }).toEqual({ ...nothing, owner: null });
      expect(await codeOf(claimBy(one.id))).toBe('conflict');
      expect(await code(two.id)).toBe('claimed');
      expect(await desk.books('XRP')).toMatchObject({ [`claim:${second.id}`]: 50_000_000n });
      // Its payout fails: the payment is nobody's again.
      const { payoutId } = await readClaim(db, second.id);
      await desk.step(payoutId ?? '', { type: 'refuse', reason: 'address_refused' });
      expect((await claimBy(one.id)).status).toBe('checking');
    });

    test('and two approvals at once pay it once', async () => {
      const { of, first, second } = await claimedTwice();
      await desk.confirm(first.id);
      await desk.confirm(second.id);
      const members = [await desk.staff('manager'), await desk.staff('mlro')] as const;
      const codes = await Promise.all([
        codeOf(desk.approve(first.id, members[0])),
        codeOf(desk.approve(second.id, members[1])),
      ]);
      expect(codes.toSorted()).toEqual(['illegal_transition', 'none']);
      const claims = await select<{ status: string }>(
        db,
        'SELECT status FROM claim WHERE payment_id = $1 ORDER BY status',
        [of.paymentId],
      );
      expect(claims.map(({ status }) => status)).toEqual(['declined', 'paying']);
    });

    test('and a reorganization refuses all that wait', async () => {
      const { of, first, second } = await claimedTwice();
      await setPayment(db, of.paymentId, 'seen');
      const { applyStrayPayments } = await import('../chain/stray-payments.ts');
      await inTransaction(db, (tx) => applyStrayPayments(tx, { paymentIds: [of.paymentId], nowMs: Date.now() }));
      for (const { id } of [first, second]) {
        expect(await statusOf(id)).toMatchObject({ status: 'declined', statusReason: 'reorganized' });
      }
    });
  });
});

test('a token that cannot be paid back is recorded for the staff, once', async () => {
  const shop = await makeShop(db);
  const of = await desk.stray(shop);
  await execute(db, `UPDATE payment SET gate_id = NULL, asset_ref = 'LTC:token' WHERE id = $1`, [of.paymentId]);
  for (let times = 0; times < 2; times += 1) {
    const found = await desk.verdict({ by: 'payer', invoiceId: of.invoiceId }, of.txid);
    expect(found?.code).toBe('unsupported');
    if (found !== undefined) await inTransaction(db, (tx) => recordUnsupported(tx, found, Date.now()));
  }
  const rows = await select(db, 'SELECT status, status_reason FROM claim WHERE payment_id = $1', [of.paymentId]);
  expect(rows).toEqual([{ status: 'recorded', status_reason: 'asset_unsupported' }]);
  await execute(db, `UPDATE payment SET gate_id = 'LTC', asset_ref = 'LTC' WHERE id = $1`, [of.paymentId]);
});
