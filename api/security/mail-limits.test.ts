import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one } from '../../db/core/sql.ts';
import { expectStatus } from '../testing/accounts.fixture.ts';
import { mailsTo } from '../testing/mails.fixture.ts';
import { startTestApi, type TestApi } from '../testing/server.fixture.ts';
import { makeAdmin, makeColleague } from '../testing/team.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    env: { RATE_LIMIT_CUSTOMER_PER_MINUTE: '100000', RATE_LIMIT_SIGN_IN_PER_MINUTE: '1000' },
  });
});
afterAll(() => api.close());

test('somebody mails themselves the link of a report twenty times an hour', async () => {
  const { browser } = await makeAdmin(api);
  const report = { url: '/spa/sandbox/reports', body: { kind: 'events', time_zone: 'UTC' } };
  const { id } = (await expectStatus(201, browser(report))).json.data;
  const send = () => browser({ method: 'POST', url: `/spa/reports/${id}/send-to-mail` });
  for (let sent = 0; sent < 20; sent += 1) await expectStatus(202, send());
  const refused = await send();
  expect([refused.status, refused.json.code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

describe('warnings to the team', () => {
  test('are ten of a kind within an hour, then one that there are more; other kinds still come', async () => {
    const admin = await makeAdmin(api);
    const colleague = await makeColleague(api, admin, 'viewer');
    const target = { gate_id: 'BTC', address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' };
    const book = '/spa/sandbox/address-book';
    const { id } = (await expectStatus(201, admin.browser({ url: book, body: target }))).json.data;
    for (let at = 0; at < 200; at += 1) {
      const rename = { method: 'PUT', url: `${book}/${id}`, body: { label: `Name ${at}` } } as const;
      await expectStatus(200, admin.browser(rename));
    }
    const mails = (await mailsTo(api, colleague.email)).filter(({ kind }) => kind !== 'team_invited');
    const kinds = mails.map(({ kind }) => kind);
    // The hour of the clock may end meanwhile.
    expect(kinds.filter((kind) => kind === 'payout_address_renamed').length).toBeLessThanOrEqual(20);
    expect(mails.find(({ kind }) => kind === 'more_changes')).toMatchObject({
      values: { about: 'payout_address_renamed', by: 'Nora Quay', count: '11', mode: 'sandbox' },
    });
    const policy = { approval_required: true, cool_off_seconds: 0 };
    await expectStatus(200, admin.browser({ method: 'PUT', url: '/spa/sandbox/payouts/policy', body: policy }));
    expect((await mailsTo(api, colleague.email)).at(-1)?.kind).toBe('payout_policy_changed');
    const { acts } = await one<{ acts: number }>(
      api.db,
      "SELECT count(*)::integer AS acts FROM audit_log WHERE action = 'payout.address_renamed'",
      [],
    );
    expect(acts).toBe(200);
  });
});
