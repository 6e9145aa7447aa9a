import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, type WebhookHeaders, WebhookVerificationError } from './index.ts';

const secretOf = () => `whsec_${randomBytes(32).toString('base64')}`;
const secret = secretOf();
const id = '0199a3c2-7b1e-7c53-9d0a-5f0f3b6f2c11';
const nowMs = Date.UTC(2026, 10, 20, 12);
const payload = JSON.stringify({
  type: 'invoice.done',
  timestamp: '2026-11-20T12:00:00.000Z',
  data: { id: 'an invoice', paid: true, description: 'Müller & Söhne – ☕' },
});

/** As the gateway signs it: with another implementation of the standard. */
function signed(body = payload, { key = secret, atMs = nowMs }: { key?: string; atMs?: number } = {}) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(atMs / 1000)),
    'webhook-signature': new Webhook(key).sign(id, new Date(atMs), body),
  };
}

const problemOf = (body: string, headers: WebhookHeaders, secrets: string | string[] = secret, atMs = nowMs) => {
  try {
    verifyWebhook(body, headers, secrets, { nowMs: atMs });
    return 'none';
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return error.problem;
  }
};

describe('a webhook of the gateway', () => {
  test('is an event with its id, whatever holds body and headers', () => {
    const headers = signed();
    const bodies = [payload, Buffer.from(payload), new TextEncoder().encode(payload)];
    const forms = [
      headers,
      new Headers(headers),
      Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), [v]])),
    ];
    for (const body of bodies) {
      for (const form of forms) {
        const event = verifyWebhook(body, form, secret, { nowMs });
        expect(event).toEqual({ ...JSON.parse(payload), id });
      }
    }
  });

  test('is accepted while the key is changed, by the new key, the old one, or both', () => {
    const next = secretOf();
    expect(problemOf(payload, signed(payload, { key: next }), [secret, next])).toBe('none');
    expect(problemOf(payload, signed(payload, { key: next }), [secret])).toBe('no_match');
    const both = `${signed()['webhook-signature']} ${signed(payload, { key: next })['webhook-signature']}`;
    for (const key of [secret, next])
      expect(problemOf(payload, { ...signed(), 'webhook-signature': both }, key)).toBe('none');
  });
});

describe('a forged webhook', () => {
  const headers = signed();
  test.each([
    ['another body', payload.replace('true', 'false'), headers],
    ['a blank more', `${payload} `, headers],
    ['another id', payload, { ...headers, 'webhook-id': id.replace('0', '1') }],
    ['another time', payload, { ...headers, 'webhook-timestamp': String(nowMs / 1000 + 1) }],
    ['another key', payload, signed(payload, { key: secretOf() })],
    [
      'no signature of a known version',
      payload,
      { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1', 'v2') },
    ],
    ['a cut signature', payload, { ...headers, 'webhook-signature': headers['webhook-signature'].slice(0, -6) }],
    ['an empty signature', payload, { ...headers, 'webhook-signature': 'v1,' }],
  ])('with %s is refused', (_name, body, given) => {
    expect(problemOf(body, given)).toBe('no_match');
  });

  test('without a header, or with one twice, is refused', () => {
    for (const name of Object.keys(headers)) {
      expect(problemOf(payload, { ...headers, [name]: undefined }), name).toBe('header_missing');
      expect(problemOf(payload, { ...headers, [name]: ['1', '2'] }), name).toBe('header_missing');
    }
  });
});

describe('a replayed webhook', () => {
  test('is refused once it is older than the tolerance, and so is one of the future', () => {
    const headers = signed();
    expect(problemOf(payload, headers, secret, nowMs + 300_000)).toBe('none');
    expect(problemOf(payload, headers, secret, nowMs + 301_000)).toBe('too_old');
    expect(problemOf(payload, headers, secret, nowMs - 301_000)).toBe('too_new');
    expect(() => verifyWebhook(payload, headers, secret, { nowMs: nowMs + 11_000, toleranceSeconds: 10 })).toThrow(
      '11 seconds ago',
    );
  });

  test('is refused when its time is no time', () => {
    for (const time of ['soon', '-1', '1e9', ' 1763640000', '9'.repeat(30)]) {
      expect(problemOf(payload, { ...signed(), 'webhook-timestamp': time }), time).toBe('timestamp_invalid');
    }
  });

  test('within the tolerance has the same id, so that a shop handles it once', () => {
    const again = [1, 2].map(() => verifyWebhook(payload, signed(), secret, { nowMs }).id);
    expect(new Set(again).size).toBe(1);
  });
});

describe('a mistake of the shop', () => {
  test('such as a body that a JSON parser has read is explained', () => {
    const parsed = JSON.parse(payload) as string;
    expect(() => verifyWebhook(parsed, signed(), secret)).toThrow('express.raw');
  });

  test('such as the API secret instead of the notification key is explained', () => {
    for (const wrong of ['', 'tgs_0123456789abcdef', 'whsec_', []]) {
      expect(() => verifyWebhook(payload, signed(), wrong, { nowMs }), String(wrong)).toThrow('whsec_');
    }
  });

  test('a signed body that is not JSON is an error of its own', () => {
    expect(problemOf('paid', signed('paid'))).toBe('not_json');
  });
});
