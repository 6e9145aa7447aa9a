import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestMerchant } from '../db/testing.fixture.ts';
import { readinessOf } from '../monitoring/health.ts';
import { startTestApi, type TestApi } from './testing/server.fixture.ts';

let api: TestApi;
let merchant: TestMerchant;

beforeAll(async () => {
  api = await startTestApi();
  merchant = await api.merchant();
});
afterAll(() => api.close());

describe('every answer', () => {
  test('carries a request id, and errors name it', async () => {
    const answer = await api.call({ url: '/api/v1/nothing' });
    expect(answer.status).toBe(404);
    expect(answer.json).toEqual({
      message: 'Nothing found',
      code: 'not_found',
      request_id: answer.headers['x-request-id'],
    });
  });

  test('says which methods a path knows when another is used', async () => {
    const answer = await api.call({ method: 'DELETE', url: '/api/v1/rates', as: merchant.token });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD');
  });

  test('tells an unknown path or method before it reads a body', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect((await api.call({ method: 'POST', url: '/api/v1/nothing', body: '{', headers })).status).toBe(404);
    expect((await api.call({ method: 'PATCH', url: '/api/v1/rates', body: '{', headers })).status).toBe(405);
    // A method of HTTP that the framework treats in its own way.
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    expect((await fetch(`${origin}/api/v1/rates`, { method: 'QUERY' })).status).toBe(405);
    // A browser and fetch refuse to send it; others may.
    const trace = await new Promise<number | undefined>((resolve, reject) => {
      const requested = request(`${origin}/api/v1/rates`, { method: 'TRACE' }, ({ statusCode }) => resolve(statusCode));
      requested.on('error', reject).end();
    });
    expect(trace).toBe(405);
  });

  test('to a path that cannot be decoded is a 404', async () => {
    expect((await api.call({ url: '/api/v1/%E0%A4%A' })).status).toBe(404);
  });
});

describe('bodies', () => {
  const url = '/api/v1/webhooks/test';
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    api.call({ method: 'POST', url, body, headers, as: merchant.token });

  test.each(['{', '[1', '{"a":}', 'null x', '{"__proto__":{"a":1}}'])('malformed JSON %s is a 400', async (text) => {
    const answer = await send(text);
    expect([answer.status, answer.json.code]).toEqual([400, 'malformed_request']);
  });

  test.each(['null', '[]', '"text"', '1', 'true', ''])('%s where an object is wanted is a 422', async (text) => {
    const answer = await send(text);
    expect([answer.status, answer.json.message]).toEqual([422, 'The given data was invalid']);
  });

  test('of another type are a 415', async () => {
    const answer = await send('a=b', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(answer.status).toBe(415);
  });

  test('larger than any of the contract are a 413', async () => {
    expect((await send({ url: 'x'.repeat(100_000) })).status).toBe(413);
  });

  test('hazard 56: unknown fields are refused by name', async () => {
    const answer = await send({ status: 'done', merchant_id: 'x' });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json.errors).sort()).toEqual(['merchant_id', 'status']);
  });

  test.each(['{"url":"https://a.test/\\u0000"}', '{"url":"https://a.test/\\ud800"}'])(
    'text that cannot be stored is a 422: %s',
    async (text) => {
      expect((await send(text)).status).toBe(422);
    },
  );

  test('nested without end are refused, not walked', async () => {
    const deep = `{"url":${'['.repeat(20_000)}"\\u0041"${']'.repeat(20_000)}}`;
    expect((await send(deep)).status).toBe(422);
  });
});

describe('hazard 58: an API token', () => {
  test('is needed, and wrong ones are answered alike', async () => {
    const without = await api.call({ url: '/api/v1/rates' });
    expect([without.status, without.json.code]).toEqual([401, 'unauthenticated']);
    expect(without.headers['www-authenticate']).toContain('Basic');
    const { key, secret } = merchant.token;
    for (const wrong of [
      { key, secret: `${secret}x` },
      { key: 'tg_test_unknown', secret },
      { key: 'nonsense', secret },
    ]) {
      const answer = await api.call({ url: '/api/v1/rates', as: wrong });
      expect([answer.status, answer.json.code]).toEqual([401, 'invalid_api_key']);
    }
  });

  test('without the permission is a 403 that names it', async () => {
    const reader = await api.merchant({ permissions: ['invoice_get'] });
    const answer = await api.call({ url: '/api/v1/balances', as: reader.token });
    expect(answer.status).toBe(403);
    expect(answer.json).toMatchObject({
      code: 'permission_denied',
      errors: { permission: ['payout', 'payout_get', 'payout_draft'] },
    });
  });

  test('of production makes no sandbox payments', async () => {
    const answer = await api.call({
      url: '/api/v1/sandbox/networks/BTC/blocks',
      body: { count: 1 },
      as: merchant.modes.production.token,
    });
    expect([answer.status, answer.json.code]).toEqual([403, 'sandbox_only']);
  });

  test('with an allow-list is refused elsewhere, whatever X-Forwarded-For says', async () => {
    const elsewhere = await api.merchant({ allowedIps: ['203.0.113.0/24'] });
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' };
    const answer = await api.call({ url: '/api/v1/rates', as: elsewhere.token, headers });
    expect([answer.status, answer.json.code]).toEqual([403, 'ip_not_allowed']);
    const here = await api.merchant({ allowedIps: ['127.0.0.0/8'] });
    expect((await api.call({ url: '/api/v1/rates', as: here.token, headers })).status).toBe(200);
  });

  test('that was revoked stops within a second', async () => {
    const { token, profileId } = await api.merchant();
    expect((await api.call({ url: '/api/v1/rates', as: token })).status).toBe(200);
    const { revokeApiToken } = await import('../db/shops/api-tokens.ts');
    const { inTransaction } = await import('../db/core/sequelize.ts');
    await inTransaction(api.db, (tx) => revokeApiToken(tx, { id: token.id, profileId }));
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await api.call({ url: '/api/v1/rates', as: token })).status).toBe(401);
  });
});

describe('reads', () => {
  test('gates tell limits, confirmations and fees', async () => {
    const { status, json } = await api.call({ url: '/api/v1/gates', as: merchant.token });
    expect(status).toBe(200);
    expect(json.data).toHaveLength(9);
    expect(json.data[0]).toMatchObject({ id: 'BTC', confirmations: 2, enabled: true, fees: { invoice: '1.00' } });
    expect(json.data[0].fees).not.toHaveProperty('balance_recovery');
  });

  test('rates are decimal strings of this mode, by currency and gate', async () => {
    const { json } = await api.call({ url: '/api/v1/rates?currency=EUR&gate_id=USDT_TRC20', as: merchant.token });
    expect(json.data).toEqual([
      expect.objectContaining({ gate_id: 'USDT_TRC20', asset: 'USDT', currency: 'EUR', value: '0.92' }),
    ]);
  });

  test('balances are empty before anything was paid', async () => {
    expect((await api.call({ url: '/api/v1/balances', as: merchant.token })).json).toEqual({
      data: [],
      pagination: { total: 0, page: 1, per_page: 1 },
    });
  });
});

describe('limits', () => {
  test('of a token answer 429 with Retry-After', async () => {
    const limited = await startTestApi({ env: { RATE_LIMIT_API_PER_MINUTE: '2' } });
    try {
      const { token } = await limited.merchant();
      const answers = [];
      for (let count = 0; count < 3; count += 1) answers.push(await limited.call({ url: '/api/v1/rates', as: token }));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
      expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await limited.close();
    }
  });
});

describe('a server that closes', () => {
  test('does not wait for connections that never asked anything', async () => {
    const closing = await startTestApi();
    const { hostname, port } = new URL(await closing.app.listen({ host: '127.0.0.1', port: 0 }));
    const accepted = once(closing.app.server, 'connection');
    const silent = connect(Number(port), hostname);
    const ended = once(silent, 'close');
    await accepted;
    await closing.close();
    await ended;
  });
});

describe('pages for people', () => {
  test('health names each dependency', async () => {
    expect((await api.call({ url: '/health/live' })).json).toEqual({ status: 'up' });
    const { status, json } = await api.call({ url: '/health/ready' });
    expect(status).toBe(200);
    expect(json.dependencies.postgres).toEqual({ state: 'up', required: true });
  });

  test('metrics count answers by route, never by path', async () => {
    await vi.waitFor(async () => {
      const { text } = await api.call({ url: '/metrics' });
      expect(text).toContain('tidegate_http_requests_total{method="GET",route="/api/v1/rates",status="200"}');
    }, 60_000);
  });

  test('metrics are for programs of this machine alone, or for those who show the token', async () => {
    const status = async (of: TestApi, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
      (await of.app.inject({ url: '/metrics', headers, remoteAddress })).statusCode;
    expect(await status(api, {})).toBe(200);
    expect(await status(api, {}, '::ffff:127.0.0.1')).toBe(200);
    expect(await status(api, {}, '203.0.113.7')).toBe(401);
    expect(await status(api, { 'x-forwarded-for': '203.0.113.7' })).toBe(401);
    const closed = await startTestApi({ env: { METRICS_TOKEN: 'a long secret' } });
    expect(await status(closed, {})).toBe(401);
    expect(await status(closed, { authorization: 'Bearer a wrong secret' })).toBe(401);
    expect(await status(closed, { authorization: 'Bearer a long secret' }, '203.0.113.7')).toBe(200);
    await closed.close();
  });

  test('probes are asked once a second, however many ask for them', async () => {
    let requested = 0;
    const check = async () => {
      requested += 1;
      return { state: 'up' as const };
    };
    const probed = await startTestApi({
      deps: { readiness: readinessOf([{ name: 'counted', required: false, check }]) },
    });
    await Promise.all(Array.from({ length: 50 }, () => probed.call({ url: '/health/ready' })));
    expect(requested).toBe(1);
    await probed.close();
  });

  test('the OpenAPI document is sent compressed, and not again to those who have it', async () => {
    const url = '/docs/openapi.json';
    const plain = await api.app.inject({ url });
    for (const [encoding, open] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await api.app.inject({ url, headers: { 'accept-encoding': `zstd, ${encoding};q=0.8` } });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(open(answer.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    }
    const again = await api.app.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });
});
