import { randomBytes } from 'node:crypto';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute, select } from '../../../db/core/sql.ts';
import { startStaffSession } from '../../../db/staff/sessions.ts';
import { makeStaff } from '../../../db/staff/staff.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { createPayloadCodec, fromPlain, toPlain } from '../../../temporal/payload-codec.ts';
import { startTestApi, type TestApi } from '../../testing/server.fixture.ts';
import { openStaffBrowser, type StaffBrowser, signInStaff } from '../../testing/staff.fixture.ts';

const ORIGIN = 'http://temporal.localhost:8233';
const KEY = randomBytes(32);
const FROM_UI = { origin: ORIGIN, 'x-namespace': 'default', 'x-xsrf-token': '' };
const DECODE = '/staff/temporal/decode';
const ENCODE = '/staff/temporal/encode';

const about = { invoiceId: newId(), merchantId: newId(), mail: 'payer@example.com' };
const payload = defaultPayloadConverter.toPayload(about) as Payload;
const seal = async (key: Uint8Array, each = payload) => {
  const [sealed] = await (await createPayloadCodec(key)).encode([each]);
  return toPlain(sealed ?? {});
};
const read = (coded: unknown) => defaultPayloadConverter.fromPayload(fromPlain(coded as object));

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    env: { TEMPORAL_UI_ORIGIN: ORIGIN, TEMPORAL_CODEC_KEY: KEY.toString('base64') },
  });
});
afterAll(() => api.close());

const ask = (as: StaffBrowser, url: string, payloads: unknown, headers: Record<string, string> = {}) =>
  as({ url, body: { payloads }, headers: { ...FROM_UI, ...headers } });

const audited = (id: string) =>
  select<{ action: string; target_label: string; data: object }>(
    api.db,
    `SELECT action, target_label, data FROM audit_log WHERE actor_id = $1 AND action LIKE 'workflow.%' ORDER BY seq`,
    [id],
  );

describe('in the Web UI, staff with both factors', () => {
  test('read encrypted payloads, and the audit log says who read how much about whom', async () => {
    const { as, member } = await signInStaff(api, 'manager');
    const plain = { ...toPlain(payload), externalPayloads: [] };
    const answer = await ask(as, DECODE, [await seal(KEY), plain]);
    expect(answer.status).toBe(200);
    expect(answer.json.payloads.map(read)).toEqual([about, about]);
    // Payloads that were not encrypted are returned unchanged.
    expect(answer.json.payloads[1]).toEqual(plain);
    expect(answer.text).not.toContain('payer@example.com');
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
      'cache-control': 'no-store',
    });
    expect(await audited(member.id)).toEqual([
      {
        action: 'workflow.decoded',
        target_label: 'default',
        data: { payloads: 1, about: [`invoice:${about.invoiceId}`, `merchant:${about.merchantId}`] },
      },
    ]);
  });

  test('encrypt what they send to workflows', async () => {
    const { as, member } = await signInStaff(api, 'mlro');
    const answer = await ask(as, ENCODE, [toPlain(payload)]);
    expect(answer.status).toBe(200);
    const [opened] = await (await createPayloadCodec(KEY)).decode([fromPlain(answer.json.payloads[0])]);
    expect(defaultPayloadConverter.fromPayload(opened ?? {})).toEqual(about);
    expect(await audited(member.id)).toMatchObject([{ action: 'workflow.encoded', data: { payloads: 1 } }]);
  });

  test('get an error that the data has another key, and read nothing', async () => {
    const { as, member } = await signInStaff(api, 'manager');
    const answer = await ask(as, DECODE, [await seal(KEY), await seal(randomBytes(32))]);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('encrypted with another key');
    expect(answer.headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(await audited(member.id)).toEqual([]);
  });

  test('are not answered if the reading cannot be recorded', async () => {
    const { as } = await signInStaff(api, 'manager');
    await execute(api.db, 'ALTER TABLE audit_log RENAME TO audit_log_away');
    try {
      const answer = await ask(as, DECODE, [await seal(KEY)]);
      expect(answer.status).toBeGreaterThanOrEqual(500);
      expect(answer.text).not.toContain('payloads');
    } finally {
      await execute(api.db, 'ALTER TABLE audit_log_away RENAME TO audit_log');
    }
  });

  test('read workflows of the gateway only', async () => {
    const { as } = await signInStaff(api, 'manager');
    for (const namespace of ['other', '']) {
      const answer = await ask(as, DECODE, [await seal(KEY)], { 'x-namespace': namespace });
      expect([answer.status, answer.json.errors]).toEqual([422, { 'x-namespace': ['Must be default.'] }]);
    }
  });
});

describe('nobody else reads them:', () => {
  test('no other site, whatever the browser sends along, nor a program without an origin', async () => {
    const { as, member } = await signInStaff(api, 'manager');
    const own = as.jar.get('XSRF-STAFF') ?? '';
    for (const origin of [
      'http://evil.localhost:8233',
      'https://temporal.localhost:8233',
      'null',
      '',
      `${ORIGIN}.evil`,
    ]) {
      for (const token of ['', own]) {
        const answer = await ask(as, DECODE, [await seal(KEY)], { origin, 'x-xsrf-token': token });
        expect([origin, answer.status]).toEqual([origin, 419]);
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
    }
    expect(await audited(member.id)).toEqual([]);
  });

  test('nobody who is signed out, has no second factor, is a merchant, or has another role', async () => {
    const statusOf = async (as: StaffBrowser, url: string) => (await ask(as, url, [await seal(KEY)])).status;
    const nobody = await openStaffBrowser(api);
    const enrolling = await openStaffBrowser(api);
    const staffId = (await makeStaff(api.db, 'manager')).id;
    const session = { staffId, secondFactor: false, ip: '127.0.0.1', userAgent: 'test', replaces: undefined };
    enrolling.jar.set('tidegate_staff', await inTransaction(api.db, (tx) => startStaffSession(tx, session)));
    const others = await Promise.all(
      (['representative', 'compliance_officer'] as const).map((r) => signInStaff(api, r)),
    );
    for (const url of [DECODE, ENCODE]) {
      expect(await statusOf(nobody, url)).toBe(401);
      expect(await statusOf(enrolling, url)).toBe(403);
      for (const { as } of others) expect(await statusOf(as, url)).toBe(403);
      const user = await api.signIn(await api.merchant());
      const answer = await user({ url, body: { payloads: [] }, headers: FROM_UI });
      expect(answer.status).toBe(401);
    }
  });

  test('no form: browsers ask first, and only the Web UI is allowed', async () => {
    const { as } = await signInStaff(api, 'manager');
    const form = await as({
      url: DECODE,
      method: 'POST',
      body: JSON.stringify({ payloads: [] }),
      headers: { ...FROM_UI, 'content-type': 'text/plain' },
    });
    expect(form.status).toBe(415);
    const requested = (origin: string) =>
      api.call({
        method: 'OPTIONS',
        url: DECODE,
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-namespace' },
      });
    const allowed = await requested(ORIGIN);
    expect(allowed.status).toBe(204);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type, x-namespace',
    });
    expect((await requested('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
    const { headers } = await api.call({ url: '/staff/auth/csrf-cookie', headers: { origin: ORIGIN } });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('the codec server limits', () => {
  test('the size and number of payloads', async () => {
    const { as } = await signInStaff(api, 'manager');
    const data = Buffer.alloc(3.2 * 1024 * 1024).toString('base64');
    expect((await ask(as, DECODE, [{ metadata: {}, data }])).status).toBe(413);
    expect(
      (
        await ask(
          as,
          DECODE,
          Array.from({ length: 501 }, () => ({})),
        )
      ).status,
    ).toBe(422);
    for (const wrong of ['text', [1], [{ metadata: 1 }], undefined])
      expect((await ask(as, DECODE, wrong)).status).toBe(422);
    const fits = Buffer.alloc(2 * 1024 * 1024).toString('base64');
    expect((await ask(as, DECODE, [{ metadata: {}, data: fits }])).status).toBe(200);
  });

  test('the calls of one person, and not those of another', async () => {
    const [one, other] = [await signInStaff(api, 'manager'), await signInStaff(api, 'mlro')];
    const statuses = await Promise.all(Array.from({ length: 630 }, async () => (await ask(one.as, DECODE, [])).status));
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(15);
    expect((await ask(other.as, DECODE, [])).status).toBe(200);
  });
});

test('there is no codec server unless it is configured', async () => {
  const plain = await startTestApi({ env: { TEMPORAL_CODEC_KEY: KEY.toString('base64') } });
  try {
    const { as } = await signInStaff(plain, 'mlro');
    for (const url of [DECODE, ENCODE]) {
      const answer = await ask(as, url, [await seal(KEY)]);
      expect(answer.status).toBe(404);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  } finally {
    await plain.close();
  }
});
