import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { select } from '../../../db/core/sql.ts';
import { EVIDENCE, partnerDesk } from '../../../db/partners/testing.fixture.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { addColleague, expectStatus, signInAs } from '../../testing/accounts.fixture.ts';
import { mailsTo } from '../../testing/mails.fixture.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';
import { signInStaff } from '../../testing/staff.fixture.ts';

let api: TestApi;
let desk: ReturnType<typeof partnerDesk>;

beforeAll(async () => {
  api = await startTestApi();
  desk = partnerDesk(api.db);
});
afterAll(() => api.close());

const tokenIn = (url = '') => url.split('#token=')[1] ?? '';

describe('an application', () => {
  test('is reviewed by staff, and its link leads the applicant to the agreement and to rooms of their own', async () => {
    const { as: manager } = await signInStaff(api, 'manager');
    const id = await desk.applied();
    const [line] = (await manager({ url: '/staff/partners?status=applied' })).json.data.filter(
      (each: { id: string }) => each.id === id,
    );
    expect(line).toMatchObject({ kind: 'ambassador', status: 'applied', earned: '0.00', merchants: 0 });
    await expectStatus(200, manager({ url: `/staff/partners/${id}/take-up`, method: 'POST' }));
    const early = await manager({ url: `/staff/partners/${id}/approve`, body: { evidence: 'short' } });
    expect(early.status).toBe(422);
    const approved = await manager({ url: `/staff/partners/${id}/approve`, body: { evidence: EVIDENCE } });
    expect(approved.json.data).toMatchObject({
      status: 'approved',
      evidence: EVIDENCE,
      terms: { share_percent: '10', cap: '10000.00' },
    });
    const mail = (await mailsTo(api, line.email)).at(-1);
    expect(mail).toMatchObject({ kind: 'partner_approved' });
    const token = tokenIn((mail?.values as { url?: string } | undefined)?.url);

    const account = await desk.stranger();
    const owner = await signInAs(api, await emailed(account));
    const agreement = await owner({ url: '/spa/partner/agreement', body: { token } });
    expect(agreement.json.data).toMatchObject({ kind: 'ambassador', terms: { share_percent: '10' } });
    const accept = { token, version: agreement.json.data.version, confirmed: true };
    expect((await owner({ url: '/spa/partner/accept', body: { ...accept, confirmed: false } })).status).toBe(422);
    expect((await owner({ url: '/spa/partner/accept', body: { ...accept, version: '2020-01-01' } })).status).toBe(409);
    const rooms = await owner({ url: '/spa/partner/accept', body: accept });
    expect(rooms.json.data).toMatchObject({ status: 'active', earned: '0.00', stages: { live: 0 } });
    expect(rooms.json.data.links[0].url).toMatch(/\/r\/[2-9A-Z]{8}$/);
    expect((await owner({ url: '/spa/partner/accept', body: accept })).status).toBe(404);
    expect((await owner({ url: '/spa/partner/links', body: { label: 'Newsletter' } })).json.data.links).toHaveLength(2);
  });

  test('shows its partner sums alone: no name, no id and no signal of a merchant', async () => {
    const partner = await desk.active();
    const merchant = await desk.referred(partner);
    await desk.charge(merchant, 12_345n);
    await desk.share();
    const owner = await signInAs(api, await emailed(partner.account));
    const answer = await owner({ url: '/spa/partner' });
    expect(answer.json.data).toMatchObject({
      earned: '12.34',
      unsettled: '12.34',
      owed: '0.00',
      stages: { signed_up: 0, integrating: 0, live: 1 },
      months: [{ month: new Date().toISOString().slice(0, 7), share: '12.34' }],
    });
    expect(answer.text).not.toContain(merchant.merchantId);
    expect(answer.text).not.toContain('Shop');
  });

  test('is of the owner of the account: colleagues and others see nothing', async () => {
    const { account } = await desk.active();
    const support = await signInAs(api, await addColleague(api, account, 'support'));
    expect((await support({ url: '/spa/partner' })).status).toBe(403);
    const other = await signInAs(api, await emailed(await desk.stranger()));
    expect((await other({ url: '/spa/partner' })).status).toBe(404);
    expect((await other({ url: '/spa/partner/links', body: { label: 'x' } })).status).toBe(404);
  });
});

describe('staff', () => {
  test('decide about a merchant with a signal, and no certain signal can be cleared', async () => {
    const { as: manager } = await signInStaff(api, 'manager');
    const partner = await desk.active();
    const merchant = await desk.stranger();
    await select(api.db, `UPDATE app_user SET full_name = 'Vera Long' WHERE id = $1 RETURNING id`, [merchant.user.id]);
    await desk.come(merchant, { linkId: partner.link.id });
    await desk.charge(merchant, 10_000n);
    await desk.share();
    const url = `/staff/partners/${partner.id}/merchants/${merchant.merchantId}/decide`;
    expect((await manager({ url: `/staff/partners/${partner.id}` })).json.data.referred).toMatchObject([
      { standing: 'held', signals: ['same_name'], share: '10.00' },
    ]);
    const reason = 'A common name.';
    const counted = await manager({ url, body: { counts: true, reason } });
    expect(counted.json.data).toMatchObject({ earned: '10.00', referred: [{ standing: 'counted' }] });
    await select(api.db, `UPDATE merchant SET website = 'https://reach.example' WHERE id = $1 RETURNING id`, [
      merchant.merchantId,
    ]);
    expect((await manager({ url, body: { counts: true, reason } })).status).toBe(409);
    expect((await manager({ url, body: { counts: false, reason } })).json.data).toMatchObject({ earned: '0.00' });
    const [entry] = await select<{ action: string }>(
      api.db,
      `SELECT action FROM audit_log WHERE target_id = $1 ORDER BY seq DESC LIMIT 1`,
      [partner.id],
    );
    expect(entry?.action).toBe('partner.merchant_refused');
  });

  test('who only see partners change none, and every look is recorded', async () => {
    const { as: officer } = await signInStaff(api, 'compliance_officer');
    const { id } = await desk.active();
    await expectStatus(200, officer({ url: `/staff/partners/${id}` }));
    const looks = await select(api.db, 'SELECT kind FROM person_look WHERE subject_id = $1', [id]);
    expect(looks).toEqual([{ kind: 'partner' }]);
    const body = { reason: 'Odd visits.' };
    expect((await officer({ url: `/staff/partners/${id}/pause`, body })).status).toBe(403);
    const { as: manager } = await signInStaff(api, 'manager');
    expect((await manager({ url: `/staff/partners/${id}/pause`, body })).json.data.status).toBe('paused');
    expect((await manager({ url: `/staff/partners/${id}/pause`, body })).status).toBe(409);
    expect((await manager({ url: `/staff/partners/${id}/resume`, method: 'POST' })).json.data.status).toBe('active');
    expect((await manager({ url: `/staff/partners/${newId()}/pause`, body })).status).toBe(404);
  });
});

async function emailed({ user }: TestMerchant): Promise<TestMerchant['user']> {
  const [row] = await select<{ email: string }>(api.db, 'SELECT email FROM app_user WHERE id = $1', [user.id]);
  return { ...user, email: row?.email ?? '' };
}
