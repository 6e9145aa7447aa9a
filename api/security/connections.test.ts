import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../testing/server.fixture.ts';

let api: TestApi;
let port: number;

beforeAll(async () => {
  api = await startTestApi({ env: { PUBLIC_URL: 'https://pay.gateway.test' } });
  port = Number(new URL(await api.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => api.close());

/** The last answer that came over a connection until it was closed. */
function lastAnswer(all: string) {
  const [head = '', body = ''] = all.slice(all.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 2)]),
  );
  return { status: Number(line.split(' ')[1]), headers, body, json: JSON.parse(body) };
}

async function say(bytes: string) {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return lastAnswer(await text(socket));
}

describe('what is no request is answered like every other error', () => {
  test.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400, 'malformed_request'],
    ['a broken header', 'GET /health/live HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n', 400, 'malformed_request'],
    [
      'headers without end',
      `GET /health/live HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('%s', async (_what, bytes, status, code) => {
    const answer = await say(bytes);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect(answer.json.request_id).toMatch(/^[\da-f-]{36}$/);
    expect(answer.headers).toMatchObject({
      'x-request-id': answer.json.request_id,
      'content-type': 'application/json; charset=utf-8',
      'content-length': `${Buffer.byteLength(answer.body)}`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.stringMatching(/^max-age=/),
      connection: 'close',
    });
  });

  test('a request that takes too long', async () => {
    const accepted = once(api.app.server, 'connection');
    const socket = connect(port, '127.0.0.1');
    const [there] = (await accepted) as [Socket];
    api.app.server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), there);
    const { status, headers, json } = lastAnswer(await text(socket));
    expect([status, json.code, headers['x-request-id']]).toEqual([408, 'request_timeout', json.request_id]);
  });
});

test('a server that closes sends who still asks away for a moment, in the shape of every error', async () => {
  const closing = await startTestApi();
  const origin = new URL(await closing.app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(origin.port), '127.0.0.1');
  const routed = once(closing.app.server, 'request');
  socket.write(
    'POST /api/v1/nothing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
  );
  await routed;
  const closed = closing.close();
  socket.write('}GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
  const { status, headers, json } = lastAnswer(await text(socket));
  await closed;
  expect([status, json.code, headers['x-request-id']]).toEqual([503, 'service_unavailable', json.request_id]);
  expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
});

test('a server that drains still answers, says that it is not ready, and lets go of each connection', async () => {
  const draining = await startTestApi();
  const origin = await draining.app.listen({ host: '127.0.0.1', port: 0 });
  const get = async (path: string) => {
    const { status, headers } = await fetch(`${origin}${path}`);
    return [path, status, headers.get('connection')];
  };
  expect(await get('/health/ready')).toEqual(['/health/ready', 200, 'keep-alive']);
  draining.app.draining.begin();
  expect(await get('/health/ready')).toEqual(['/health/ready', 503, 'close']);
  expect(await get('/health/live')).toEqual(['/health/live', 200, 'close']);
  await draining.close();
});
