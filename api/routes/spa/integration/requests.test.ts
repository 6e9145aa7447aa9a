import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import { type AnsweredRequest, writeRequests } from '../../../../db/history/request-log.ts';
import { createApiToken, revokeApiToken } from '../../../../db/shops/api-tokens.ts';
import type { TestMerchant } from '../../../../db/testing.fixture.ts';
import { newId } from '../../../../domain/ids.ts';
import { openTestApi } from '../../../testing/open-api.fixture.ts';
import type { TestAnswer, TestCall } from '../../../testing/server.fixture.ts';

let shop: TestMerchant;
let as: (call: TestCall) => Promise<TestAnswer>;

const api = await openTestApi();
beforeEach(async () => {
  shop = await api.merchant();
  as = await api.signIn(shop);
});

const NOW = Date.now();
const read = async (query = '', call = as) => {
  const { status, json, text } = await call({ url: `/spa/sandbox/requests${query}` });
  expect(status, text).toBe(200);
  return json;
};
const pathsOf = async (query: string) => (await read(query)).data.map(({ path }: { path: string }) => path);

const makeToken = (name: string) =>
  inTransaction(api.db, (tx) =>
    createApiToken(tx, { ...idsOf(shop), name, permissions: ['invoice_get'], createdBy: null }),
  );
const idsOf = ({ profileId, mode }: TestMerchant) => ({ profileId, mode });

/** A call of the first token, this many seconds ago. */
function call(secondsAgo: number, path: string, changes: Partial<AnsweredRequest> = {}): AnsweredRequest {
  return {
    atMs: NOW - secondsAgo * 1000,
    profileId: shop.profileId,
    tokenId: shop.token.id,
    requestId: newId(),
    method: 'GET',
    route: path,
    path,
    status: 200,
    errorCode: null,
    durationMs: 12,
    hasIdempotencyKey: false,
    apiVersion: null,
    ...changes,
  };
}

describe('the request log of a shop', () => {
  test('has the calls of all its tokens, also of a deleted one, and none of other shops', async () => {
    const other = await makeToken('Bookkeeping');
    await api.call({ url: '/api/v1/me', as: shop.token });
    await api.call({ url: '/api/v1/invoices', as: other });
    await api.call({ url: '/api/v1/me', as: (await api.merchant()).token });
    await api.app.writeRequestLog();
    await inTransaction(api.db, (tx) => revokeApiToken(tx, { id: other.id, profileId: shop.profileId }));
    const { data, has_more } = await read();
    expect(has_more).toBe(false);
    expect(data).toMatchObject([
      { path: '/api/v1/invoices', token: { id: other.id, name: 'Bookkeeping' } },
      { path: '/api/v1/me', token: { id: shop.token.id } },
    ]);
    expect((await read('', await api.signIn(await api.merchant()))).data).toEqual([]);
  });

  test('is narrowed by status, method, token, path, request ID and time, several values by comma', async () => {
    const other = await makeToken('Bookkeeping');
    const requestId = newId();
    await writeRequests(api.db, [
      call(10, '/api/v1/ok'),
      call(20, '/api/v1/rejected', { status: 422, method: 'POST', requestId }),
      call(30, '/api/v1/limited', { status: 429, tokenId: other.id }),
      call(40, '/api/v1/failed', { status: 500, method: 'DELETE' }),
    ]);
    const [ok, rejected, limited, failed] = ['ok', 'rejected', 'limited', 'failed'].map((name) => `/api/v1/${name}`);
    const at = (secondsAgo: number) => new Date(NOW - secondsAgo * 1000).toISOString();
    for (const [query, expected] of [
      ['', [ok, rejected, limited, failed]],
      ['status=4xx', [rejected, limited]],
      ['status=5xx,429', [limited, failed]],
      ['method=POST,DELETE', [rejected, failed]],
      [`token=${other.id}`, [limited]],
      [`token=${other.id},${shop.token.id}`, [ok, rejected, limited, failed]],
      [`token=${newId()}`, []],
      ['search=/api/v1/l', [limited]],
      ['search=api', []],
      [`search=${requestId.toUpperCase()}`, [rejected]],
      [`date_from=${at(30)}&date_to=${at(20)}`, [rejected, limited]],
      ['date_to=0001-01-01', []],
      ['date_from=9999-12-31', []],
      ['status=4xx&method=GET', [limited]],
    ] as const) {
      expect(await pathsOf(`?${query}`), query).toEqual(expected);
    }
    const wrong = ['status=4xx,', 'status=6xx', 'method=BREW', 'token=1', 'limit=101', 'after=1', 'path=/', 'search='];
    for (const query of [...wrong, 'date_from=2026-02-30']) {
      expect((await as({ url: `/spa/sandbox/requests?${query}` })).status, query).toBe(422);
    }
  });

  test('is read on by cursor, without gaps and repeats', async () => {
    await writeRequests(
      api.db,
      Array.from({ length: 23 }, (_, at) => call(at, `/api/v1/${at}`)),
    );
    const seen: string[] = [];
    for (let page = await read('?limit=5'); ; page = await read(`?limit=5&after=${page.next}`)) {
      seen.push(...page.data.map(({ path }: { path: string }) => path));
      if (!page.has_more) break;
    }
    expect(seen).toEqual(Array.from({ length: 23 }, (_, at) => `/api/v1/${at}`));
  });
});
