import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute, select } from '../../../db/core/sql.ts';
import { newId } from '../../../domain/ids.ts';
import { openBrowser } from '../../testing/accounts.fixture.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';
import { signInStaff } from '../../testing/staff.fixture.ts';

let api: TestApi;
const clock = { passedMs: 0 };
beforeAll(async () => {
  api = await startTestApi({ deps: { now: () => Date.now() + clock.passedMs } });
});
afterAll(() => api.close());

const unique = () => `${newId()}@shop.example`;

describe('the console', () => {
  test('shows what businesses said when they applied, the newest of each address', async () => {
    const email = unique();
    const application = {
      email,
      contact_handle: '@quay',
      domain: 'quay.example',
      industry: 'retail',
      turnover: '30k_to_100k',
      confirmed: true,
    };
    const visitor = await openBrowser(api);
    for (const domain of ['old.example', 'quay.example']) {
      const sent = await visitor({ url: '/auth/application', body: { ...application, domain } });
      expect(sent.status).toBe(202);
    }
    const { as } = await signInStaff(api, 'compliance_officer');
    const list = await as({ url: `/staff/applications?search=${email}` });
    expect(list.json.data).toMatchObject([
      { email, contact_handle: '@quay', domain: 'quay.example', industry: 'retail', status: 'invited' },
    ]);
    await execute(api.db, `UPDATE account_application SET expires_at = now() WHERE email = $1`, [email]);
    expect((await as({ url: `/staff/applications?search=${email}&status=invited` })).json.data).toEqual([]);
  });

  test('what was said in an application begins the forms of sign-up', async () => {
    const merchant = await api.merchant();
    await execute(
      api.db,
      `UPDATE merchant SET industry = 'retail', turnover = '30k_to_100k', website = 'https://quay.example/' WHERE id = $1`,
      [merchant.merchantId],
    );
    const draft = await (await api.signIn(merchant))({ url: '/auth/company' });
    expect(draft.json.data).toEqual({ industry: 'retail', turnover: '30k_to_100k', website: 'https://quay.example/' });
    expect((await api.call({ url: '/auth/company' })).status).toBe(401);
  });
});

describe('a product update', () => {
  test('is written by one person, tested, approved by another, and can be stopped', async () => {
    const { as: writer, member } = await signInStaff(api, 'compliance_officer');
    const { as: manager } = await signInStaff(api, 'manager');
    const text = { subject: 'Faster payouts', body: 'Payouts leave at once.\n\nMore soon.' };
    const { id, version } = (await writer({ url: '/staff/updates', body: text })).json.data;
    const approve = (as: typeof writer, of = version) =>
      as({ url: `/staff/updates/${id}/approve`, body: { version: of } });
    expect((await approve(writer)).status).toBe(403);
    expect((await approve(manager)).json.message).toContain('test');
    expect((await writer({ method: 'POST', url: `/staff/updates/${id}/test` })).status).toBe(200);
    const tests = await select<{ payload: object }>(
      api.db,
      `SELECT payload FROM outbox WHERE topic = 'mail.update_test'`,
    );
    expect(tests).toMatchObject([{ payload: { to: member.email, ...text } }]);

    const changed = await writer({
      method: 'PUT',
      url: `/staff/updates/${id}`,
      body: { ...text, subject: 'Fast payouts', version },
    });
    expect(changed.json.data).toMatchObject({
      version: version + 1,
      tested_at: null,
      missing: expect.stringContaining('Another'),
    });
    const stale = await writer({ method: 'PUT', url: `/staff/updates/${id}`, body: { ...text, version } });
    expect([stale.status, stale.json.code]).toEqual([409, 'changed_meanwhile']);
    await writer({ method: 'POST', url: `/staff/updates/${id}/test` });
    expect((await approve(manager, version)).json.code).toBe('changed_meanwhile');
    const approved = await approve(manager, version + 1);
    expect(approved.json.data).toMatchObject({ status: 'sending', approved_by: expect.any(String) });
    expect((await approve(manager, version + 1)).status).toBe(409);
    const started = await select<{ payload: { input: object } }>(
      api.db,
      `SELECT payload FROM outbox WHERE topic = 'workflow.start' AND payload->>'workflowId' = $1`,
      [`product-update:${id}`],
    );
    expect(started.map(({ payload }) => payload.input)).toEqual([{ version: 1, updateId: id }]);
    expect((await writer({ method: 'POST', url: `/staff/updates/${id}/discard` })).status).toBe(409);
    expect((await manager({ method: 'POST', url: `/staff/updates/${id}/stop` })).json.data.status).toBe('stopped');
    const audited = await select<{ action: string }>(
      api.db,
      'SELECT action FROM audit_log WHERE target_id = $1 ORDER BY seq',
      [id],
    );
    expect(audited.map(({ action }) => action)).toEqual([
      'update.written',
      'update.tested',
      'update.changed',
      'update.tested',
      'update.approved',
      'update.stopped',
    ]);
  });

  test('is not approved by who changed it last, and has one line as its subject', async () => {
    const { as } = await signInStaff(api, 'manager');
    const wrong = await as({ url: '/staff/updates', body: { subject: 'Hi\nBcc: all@shop.example', body: 'Text' } });
    expect(wrong.status).toBe(422);
    const { id, version } = (await as({ url: '/staff/updates', body: { subject: 'Own', body: 'Text of one person.' } }))
      .json.data;
    await as({ method: 'POST', url: `/staff/updates/${id}/test` });
    const own = await as({ url: `/staff/updates/${id}/approve`, body: { version } });
    expect([own.status, own.json.message]).toEqual([409, 'Another person has to approve what you wrote.']);
    expect((await as({ method: 'POST', url: `/staff/updates/${id}/discard` })).json.data.status).toBe('discarded');
  });
});
