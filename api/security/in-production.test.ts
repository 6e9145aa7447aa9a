import { beforeAll, describe, expect, it } from 'vitest';
import type { Verification } from '../../contract/verification.ts';
import { readUser } from '../../db/accounts/users.ts';
import { findCase } from '../../db/compliance/case-rows.ts';
import { answerRequest, type MerchantActor, mayAppeal, tellTeam } from '../../db/compliance/merchant-acts.ts';
import { merchantView } from '../../db/compliance/merchant-view.ts';
import { standingOf } from '../../db/compliance/standing.fixture.ts';
import { statementsOf } from '../../db/compliance/statements.ts';
import { merchantInProduction } from '../../db/compliance/testing.fixture.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, one } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import {
  makeInvoice,
  makeRates,
  paymentsChanged,
  recordPayment,
  setPayment,
  settleNow,
} from '../../db/invoices/testing.fixture.ts';
import { massTerms } from '../../db/mass-payouts/rules.ts';
import { merchantStatuses } from '../../db/outflows/merchant-statuses.ts';
import { makePayout, testPayoutSettings } from '../../db/payouts/testing.fixture.ts';
import { codeOf, refundDesk } from '../../db/refunds/testing.fixture.ts';
import { testBox } from '../../db/testing.fixture.ts';
import { presentVerification } from '../presenters/verification.ts';

const { db } = await openTestDatabase();
beforeAll(async () => {
  await makeRates(db);
  await execute(
    db,
    `INSERT INTO rate (mode, asset, currency, value, source, sampled_at, expires_at)
     SELECT 'production', asset, currency, value, source, sampled_at, expires_at FROM rate`,
  );
});

/** A merchant who works in production, with what its screen shows. */
async function inProduction() {
  const { shop, caseId, apply, take } = await merchantInProduction(db);
  const actor: MerchantActor = {
    user: await readUser(db, shop.user.id),
    client: { ip: '192.0.2.7', userAgent: undefined },
    get nowMs() {
      return Date.now();
    },
  };
  const row = async () => {
    const found = await findCase(db, shop.merchantId);
    if (found === undefined) throw new Error('There is a case.');
    return found;
  };
  const shown = async () => presentVerification(await merchantView(db, testBox, shop.merchantId), true);
  return { shop, caseId, apply, take, actor, row, shown };
}

/** The view of a screen, with times relative to the last statement, as they differ between two merchants. */
function comparable({ act_until, statements, opened_at, ...same }: Verification) {
  const at = Date.parse(statements.at(-1)?.at ?? '');
  const told = statements.map(({ kind, words }) => ({ kind, words }));
  return { ...same, wasOpened: opened_at !== null, told, leftMs: Date.parse(act_until ?? '') - at };
}

describe('a merchant in production', () => {
  it('is suspended by two people of two roles, and comes back by two', async () => {
    const { shop, take, row } = await inProduction();
    await expect(take('manager', { verdict: 'suspend' })).resolves.toEqual({
      status: 'production',
      missing: 'One more person of another role must agree.',
    });
    expect((await row()).words, 'the merchant learns of nothing that one person alone wants').toBeNull();
    expect(await standingOf(db, shop.merchantId)).toMatchObject({ canActivateProduction: true });
    await expect(take('manager', { verdict: 'suspend' })).resolves.toMatchObject({ status: 'production' });
    await expect(take('mlro', { verdict: 'suspend' })).resolves.toEqual({ status: 'suspended', missing: null });
    expect(await standingOf(db, shop.merchantId)).toMatchObject({ canActivateProduction: false });
    expect(await row()).toMatchObject({ reason: 'suspended_by_staff', words: 'Please write to us.', untold: true });
    await take('compliance_officer', { verdict: 'approve' });
    await expect(take('mlro', { verdict: 'approve' })).resolves.toEqual({ status: 'approved', missing: null });
  });

  it('is restricted by two people who choose the same: no money leaves and nothing is invoiced', async () => {
    const { shop, take, row, shown } = await inProduction();
    const paid = await makeInvoice(db, shop);
    const payment = await recordPayment(db, { invoiceId: paid.id, minor: 300_000n });
    await paymentsChanged(db, paid.id);
    await setPayment(db, payment, 'confirmed');
    await paymentsChanged(db, paid.id);
    await settleNow(db, paid.id);
    const ways = {
      payout: () => makePayout(db, shop),
      mass: () => massTerms(db, testPayoutSettings, shop.profileId),
      refund: () => refundDesk(db).refund(shop, paid.id),
      invoice: () => makeInvoice(db, shop),
    };
    const answers = async () => {
      const codes: Record<string, unknown> = {};
      for (const [name, way] of Object.entries(ways)) codes[name] = await codeOf(way());
      return codes;
    };
    const none = 'merchant_restricted';

    await take('compliance_officer', { verdict: 'restrict', restrictions: ['money_out'] });
    await take('manager', { verdict: 'restrict', restrictions: ['invoices'] });
    expect(await row(), 'they want different things').toMatchObject({
      moneyOutRestricted: false,
      invoicesRestricted: false,
    });
    await take('mlro', { verdict: 'restrict', restrictions: ['money_out'] });
    expect(await answers()).toMatchObject({ payout: none, mass: none, refund: none, invoice: 'none' });
    const statuses = await inTransaction(db, (tx) => merchantStatuses(tx, [{ merchantId: shop.merchantId }]));
    expect(statuses.get(shop.merchantId), 'the signer signs nothing of it').toBe('blocked');

    await take('manager', { verdict: 'restrict', restrictions: ['invoices'] });
    await take('mlro', { verdict: 'restrict', restrictions: ['invoices'] });
    expect(await answers()).toMatchObject({ invoice: none });
    expect((await shown()).restrictions).toEqual({ money_out: true, invoices: true, words: 'Please write to us.' });

    await take('manager', { verdict: 'lift', restrictions: ['invoices', 'money_out'] });
    expect((await row()).moneyOutRestricted).toBe(true);
    await take('mlro', { verdict: 'lift', restrictions: ['money_out', 'invoices'] });
    expect(Object.values(await answers())).not.toContain(none);
    expect((await shown()).restrictions).toEqual({ money_out: false, invoices: false, words: null });
  });

  it('learns nothing of a second look that it did not cause, whatever it is about', async () => {
    const { apply, take, shown } = await inProduction();
    const before = await shown();
    await apply('hit');
    expect(await shown()).toEqual(before);
    await take('compliance_officer', { verdict: 'approve' });
    await take('manager', { verdict: 'approve' });
    await take('manager', { verdict: 'reverify' });
    expect(await shown()).toEqual(before);
  });

  it('gets the same answer to a reported change during a second look as without one', async () => {
    const twins = [await inProduction(), await inProduction()] as const;
    await twins[0].apply('hit');
    const report = { kind: 'owner', words: 'Jo Moor owns half of it now.' } as const;
    for (const { actor } of twins) await inTransaction(db, (tx) => tellTeam(tx, { ...actor }, report));
    const [watched, ordinary] = [comparable(await twins[0].shown()), comparable(await twins[1].shown())];
    expect(watched).toEqual(ordinary);
    expect(watched).toMatchObject({ status: 'rechecking', leftMs: 10 * 86_400_000 });
  });

  it('that has to answer a question can do so whatever is found meanwhile', async () => {
    const { apply, shown, row, actor, take } = await inProduction();
    await take('compliance_officer', { verdict: 'more', words: 'Who are your customers?' });
    const before = await shown();
    await expect(apply('hit')).rejects.toMatchObject({ code: 'illegal_transition' });
    expect(await shown()).toEqual(before);
    await expect(take('manager', { verdict: 'reverify' })).rejects.toMatchObject({ code: 'illegal_transition' });
    await inTransaction(db, (tx) => answerRequest(tx, actor, 'Bicycle shops.'));
    expect(await row()).toMatchObject({ status: 'rechecking', reason: 'renewed_documents' });
  });

  it('reports a new owner, and the case is back with the team while production stays open', async () => {
    const { shop, caseId, actor, row, shown } = await inProduction();
    await inTransaction(db, (tx) => tellTeam(tx, actor, { kind: 'owner', words: 'Jo Moor owns half of it now.' }));
    expect(await row()).toMatchObject({ status: 'rechecking', reason: 'change_reported' });
    expect(await standingOf(db, shop.merchantId)).toMatchObject({ canActivateProduction: true });
    expect(await statementsOf(db, caseId)).toMatchObject([{ kind: 'owner', words: 'Jo Moor owns half of it now.' }]);
    expect((await shown()).statements).toMatchObject([{ kind: 'owner' }]);
    await expect(
      inTransaction(db, (tx) => tellTeam(tx, actor, { kind: 'appeal', words: 'No.' })),
    ).rejects.toMatchObject({ code: 'illegal_transition' });
  });

  it('is asked a question that names no document, and answers it in words', async () => {
    const { caseId, take, actor, row } = await inProduction();
    await take('compliance_officer', { verdict: 'more', words: 'Who are your customers?' });
    expect(await row()).toMatchObject({ status: 'renewal', requested: [] });
    await expect(inTransaction(db, (tx) => answerRequest(tx, actor))).rejects.toMatchObject({
      fields: { answer: expect.anything() },
    });
    await inTransaction(db, (tx) => answerRequest(tx, actor, 'Bicycle shops.'));
    expect(await row()).toMatchObject({ status: 'rechecking', reason: 'renewed_documents' });
    expect(await statementsOf(db, caseId)).toMatchObject([{ kind: 'answer', words: 'Bicycle shops.' }]);
  });
});

describe('a refusal', () => {
  it('is appealed once, and reopened by the MLRO alone', async () => {
    const { shop, take, actor, row, caseId } = await inProduction();
    await take('manager', { verdict: 'refuse' });
    await take('mlro', { verdict: 'refuse' });
    expect(await row()).toMatchObject({ status: 'declined', endedAt: expect.any(Date) });
    expect(await standingOf(db, shop.merchantId)).toMatchObject({ canActivateProduction: false });
    const appeal = () => inTransaction(db, (tx) => tellTeam(tx, actor, { kind: 'appeal', words: 'This was not us.' }));
    await appeal();
    await expect(appeal()).rejects.toMatchObject({ code: 'illegal_transition' });
    expect(mayAppeal(await row(), await statementsOf(db, caseId))).toBe(false);
    const { count } = await one<{ count: string }>(
      db,
      `SELECT count(*) AS count FROM outbox WHERE topic = 'mail.staff' AND payload->>'kind' = 'appeal'
        AND payload->>'id' = $1`,
      [caseId],
    );
    expect(count).toBe('1');
    await expect(take('manager', { verdict: 'reopen' })).rejects.toMatchObject({ code: 'permission_denied' });
    await take('mlro', { verdict: 'reopen' });
    expect(await row()).toMatchObject({
      status: 'review',
      reason: 'appeal',
      endedAt: null,
      approvals: [],
      refusals: [],
    });
  });
});
