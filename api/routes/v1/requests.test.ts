import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute, select } from '../../../db/core/sql.ts';
import { deleteOldRequests, KEPT_DAYS, writeRequests } from '../../../db/history/request-log.ts';
import { createApiToken } from '../../../db/shops/api-tokens.ts';
import type { TestMerchant } from '../../../db/testing.fixture.ts';
import { newId } from '../../../domain/ids.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';

let shop: TestMerchant;
const api = await openTestApi({ env: { RATE_LIMIT_API_PER_MINUTE: '1000000' } });

const ORDER = { amount: '10.00', currency: 'EUR' };
const read = async (query = '', as: TestMerchant['token'] = shop.token) => {
  await api.app.writeRequestLog();
  const answer = await api.call({ url: `/api/v1/requests${query}`, as });
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
};

/** Calls of a year ago to now, as the gateway would have written them. */
function written(atMs: number, status = 200, path = '/api/v1/invoices') {
  return {
    atMs,
    profileId: shop.profileId,
    tokenId: shop.token.id,
    requestId: newId(),
    method: 'GET',
    route: path,
    path,
    status,
    errorCode: null,
    durationMs: 1,
    hasIdempotencyKey: false,
    apiVersion: null,
  };
}

describe('the request log', () => {
  test('names what was called and answered, the newest first, and no body, query, key or secret', async () => {
    shop = await api.merchant();
    const headers = { 'idempotency-key': 'order-secret-1' };
    const made = await api.call({ url: '/api/v1/invoices', body: ORDER, headers, as: shop.token });
    await api.call({ url: '/api/v1/invoices?search=ana@payer.example', as: shop.token });
    await api.call({ url: '/api/v1/invoices/ana@payer.example', as: shop.token });
    const refused = await api.call({ url: '/api/v1/invoices', body: { ...ORDER, amount: '1.999' }, as: shop.token });
    const { data, has_more } = await read();
    expect(has_more).toBe(false);
    expect(data).toMatchObject([
      { method: 'POST', path: '/api/v1/invoices', status: 422, error_code: 'amount_invalid' },
      { method: 'GET', path: '/api/v1/invoices/:id', status: 404, error_code: 'not_found' },
      { method: 'GET', path: '/api/v1/invoices', status: 200, error_code: null, idempotency_key: false },
      { method: 'POST', path: '/api/v1/invoices', status: 201, error_code: null, idempotency_key: true },
    ]);
    expect(data[0].request_id).toBe(refused.headers['x-request-id']);
    expect(data[3]).toMatchObject({ route: '/api/v1/invoices', token: { id: shop.token.id } });
    const stored = JSON.stringify(await select(api.db, 'SELECT * FROM api_request'));
    for (const secret of ['order-secret-1', 'ana@', '1.999', shop.token.key, shop.token.secret]) {
      expect(stored).not.toContain(secret);
    }
    await api.call({ url: `/api/v1/invoices/${made.json.data.id}`, as: shop.token });
    expect((await read()).data[0].path).toBe(`/api/v1/invoices/${made.json.data.id}`);
    // Reading the log is not in it.
    expect((await read('?path=/api/v1/requests')).data).toEqual([]);
  });

  test('has what a known token was refused, and nothing of strangers', async () => {
    shop = await api.merchant();
    const { profileId, mode } = shop;
    const narrow = await inTransaction(api.db, (tx) =>
      createApiToken(tx, { profileId, mode, name: 'narrow', permissions: ['invoice_get'], createdBy: null }),
    );
    expect((await api.call({ url: '/api/v1/payouts', as: narrow })).status).toBe(403);
    await api.call({ url: '/api/v1/payouts', as: { ...narrow, secret: 'tgs_wrong' } });
    await api.call({ url: '/api/v1/no-such-call', as: narrow });
    const { data } = await read('', narrow);
    expect(data).toMatchObject([{ status: 403, error_code: 'permission_denied', token: { name: 'narrow' } }]);
    // A token reads its own calls, and none of other tokens.
    expect((await read()).data).toEqual([]);
    expect((await read('', (await api.merchant()).token)).data).toEqual([]);
  });

  test('is filtered by status, method, path and time, and read page by page without gaps', async () => {
    shop = await api.merchant();
    const now = Date.now();
    const statuses = [200, 201, 404, 422, 500];
    await writeRequests(
      api.db,
      Array.from({ length: 50 }, (_, at) =>
        written(now - at * 1000, statuses[at % 5], at % 2 === 0 ? '/api/v1/invoices' : '/api/v1/payouts'),
      ),
    );
    expect((await read('?status=4xx')).data).toHaveLength(20);
    expect((await read('?status=500')).data).toHaveLength(10);
    expect((await read('?path=/api/v1/pay')).data).toHaveLength(25);
    expect((await read('?method=POST')).data).toHaveLength(0);
    const [from, to] = [now - 10_500, now - 500].map((ms) => new Date(ms).toISOString());
    expect((await read(`?created_after=${from}&created_before=${to}`)).data).toHaveLength(10);
    const ids: string[] = [];
    let page = await read('?status=2xx&limit=7');
    for (;;) {
      ids.push(...page.data.map(({ id }: { id: string }) => id));
      if (!page.has_more) break;
      page = await read(`?status=2xx&limit=7&after=${page.next}`);
    }
    expect([ids.length, new Set(ids).size, ids.join() === ids.toSorted().toReversed().join()]).toEqual([20, 20, true]);
    expect((await read('?created_before=1969-12-31T00:00:00.000Z')).data).toEqual([]);
    for (const wrong of ['?status=9xx', '?status=%27', '?limit=101', '?after=1', '?created_after=yesterday']) {
      expect((await api.call({ url: `/api/v1/requests${wrong}`, as: shop.token })).status, wrong).toBe(422);
    }
  });

  test('one call looks at a bounded number of rows, and says that there are more', async () => {
    shop = await api.merchant();
    const now = Date.now();
    await execute(
      api.db,
      `INSERT INTO api_request (id, profile_id, token_id, request_id, method, route, path, status, duration_ms,
         has_idempotency_key)
       SELECT (lpad(to_hex($1::bigint - n), 12, '0') || '7000800000000000' || lpad(to_hex(n), 4, '0'))::uuid, $2, $3,
         'r', 'GET', '/r', '/r', CASE WHEN n = 25000 THEN 500 ELSE 200 END, 1, false FROM generate_series(1, 25000) n`,
      [now, shop.profileId, shop.token.id],
    );
    const first = await read('?status=5xx');
    expect([first.data, first.has_more]).toEqual([[], true]);
    const second = await read(`?status=5xx&after=${first.next}`);
    expect([second.data.length, second.has_more]).toEqual([1, false]);
  });

  test('shows and keeps 30 days', async () => {
    shop = await api.merchant();
    const day = 86_400_000;
    const now = Date.now();
    await writeRequests(api.db, [written(now - (KEPT_DAYS - 1) * day), written(now - (KEPT_DAYS + 1) * day)]);
    expect((await read()).data).toHaveLength(1);
    expect(await deleteOldRequests(api.db, now)).toBe(1);
    expect(await deleteOldRequests(api.db, now)).toBe(0);
    expect((await read()).data).toHaveLength(1);
  });

  test('a log that cannot be written, or more than fits, costs no answer and is counted', async () => {
    const figure = async () => {
      const { text } = await api.call({ url: '/metrics' });
      return Number(/^tidegate_request_log_dropped_total (\d+)/m.exec(text)?.[1]);
    };
    shop = await api.merchant();
    const before = await figure();
    await execute(api.db, 'ALTER TABLE api_request RENAME TO api_request_away');
    expect((await api.call({ url: '/api/v1/me', as: shop.token })).status).toBe(200);
    await api.app.writeRequestLog();
    await execute(api.db, 'ALTER TABLE api_request_away RENAME TO api_request');
    await expect.poll(figure, { timeout: 5000 }).toBe(before + 1);
    expect((await read()).data).toEqual([]);
  });
});
