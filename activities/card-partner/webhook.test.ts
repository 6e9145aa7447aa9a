import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signedAuthorization } from './signature.ts';
import { isFromPartner, readWebhook, webhookPath } from './webhook.ts';

const nowMs = Date.parse('2026-01-16T04:04:30Z');
const path = webhookPath('production');
// The published example, with its date, its hash and its empty list.
const text = `{"order_id":"d9efc5d228cb7edfc4b6bb82f7b39f94","status":"complete","status_date":"2026-01-1604:04:21",
"external_id":null,"order_type":"BUY","crypto_amount":"67.1000000000000000","transaction_hash":"0","metadata":[]}`;
const body = Buffer.from(text);
const sign = (nonce: string, changes: { secret?: string; path?: string; body?: Uint8Array } = {}) =>
  signedAuthorization(
    { key: 'key:with:colons', secret: changes.secret ?? 'hooks' },
    { method: 'POST', path, nonce, body, ...changes },
  );
const isTheirs = (authorization: string | undefined, changes: { body?: Uint8Array; path?: string } = {}) =>
  isFromPartner({ path, authorization, body, ...changes }, 'hooks', nowMs);

test('the signature is over method, path, nonce and the bytes of the body, a line each', () => {
  const expected = createHmac('sha256', 'hooks').update(`POST\n${path}\n1768536270\n${text}`).digest('hex');
  expect(sign('1768536270')).toBe(`Bearer key:with:colons:${expected}:1768536270`);
});

test('nonces in seconds, milliseconds and microseconds are times', () => {
  for (const nonce of [String(nowMs).slice(0, 10), String(nowMs), `${nowMs}123`])
    expect(isTheirs(sign(nonce)), nonce).toBe(true);
});

test('the same one again is theirs, an old and a future one are not', () => {
  expect(isTheirs(sign(String(nowMs - 600_000)))).toBe(true);
  expect(isTheirs(sign(String(nowMs - 600_000)))).toBe(true);
  expect(isTheirs(sign(String(nowMs - 600_001)))).toBe(false);
  expect(isTheirs(sign(String(nowMs + 600_001)))).toBe(false);
});

test('forged ones are refused', () => {
  const valid = sign(String(nowMs));
  expect(isTheirs(undefined)).toBe(false);
  expect(isTheirs('Bearer ')).toBe(false);
  expect(isTheirs(valid.replace('Bearer', 'Basic'))).toBe(false);
  expect(isTheirs(sign(String(nowMs), { secret: 'guessed' }))).toBe(false);
  expect(isTheirs(valid, { body: Buffer.from(text.replace('"0"', '"1"')) })).toBe(false);
  expect(isTheirs(valid, { body: Buffer.concat([body, Buffer.from(' ')]) })).toBe(false);
  expect(isTheirs(valid, { path: webhookPath('sandbox') })).toBe(false);
  expect(isTheirs(valid.replace(/:\d+$/, `:${nowMs + 1}`))).toBe(false);
  expect(isTheirs(valid.replace(/:\d+$/, ':99999'))).toBe(false);
  expect(isTheirs(valid.replace(/:[0-9a-f]{64}:/, ':00:'))).toBe(false);
});

test('what it says is an order to look at', () => {
  expect(readWebhook(body)).toEqual({
    partnerId: 'd9efc5d228cb7edfc4b6bb82f7b39f94',
    reference: null,
    statusText: 'complete',
    atMs: Date.parse('2026-01-16T04:04:21Z'),
  });
  expect(readWebhook(Buffer.from('{"order_id":"a","external_id":"our-1"}'))).toEqual({
    partnerId: 'a',
    reference: 'our-1',
    statusText: null,
    atMs: null,
  });
});

test('one about an account, without an order or with something else in its place is none of ours', () => {
  for (const other of ['{"event":"kyc.updated"}', '{}', '[]', 'null', "{'order_id':'3526'}", '', '{"order_id":"../x"}'])
    expect(readWebhook(Buffer.from(other)), other).toBeNull();
});
