import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { webhookHeaders } from './signer.ts';

const key = `whsec_${randomBytes(32).toString('base64')}`;
const older = `whsec_${randomBytes(32).toString('base64')}`;
const body = '{"type":"invoice.done","timestamp":"2026-11-20T10:00:00.000Z","data":{"description":"Café ☕"}}';

function now(): number {
  return Math.floor(Date.now() / 1_000);
}

describe('hazard 60: the signature', () => {
  test('is over id, time and raw body, as the reference library checks it', () => {
    const headers = webhookHeaders({ id: 'evt_1', timestampSeconds: now(), body }, [key]);
    expect(new Webhook(key).verify(body, headers)).toMatchObject({ type: 'invoice.done' });
  });

  const signedAt = now();
  test.each<[string, Record<string, string>, string]>([
    ['another body', {}, body.replace('Café', 'Cafe')],
    ['another spacing of the body', {}, JSON.stringify(JSON.parse(body), null, 1)],
    ['another id', { 'webhook-id': 'evt_2' }, body],
    ['another time', { 'webhook-timestamp': String(signedAt + 1) }, body],
  ])('fails with %s', (_, change, text) => {
    const headers = { ...webhookHeaders({ id: 'evt_1', timestampSeconds: signedAt, body }, [key]), ...change };
    expect(() => new Webhook(key).verify(text, headers)).toThrow(/signature/i);
  });

  test('fails with an old timestamp', () => {
    const headers = webhookHeaders({ id: 'evt_1', timestampSeconds: now() - 600, body }, [key]);
    expect(() => new Webhook(key).verify(body, headers)).toThrow(/old/);
  });

  test('while the key is changed, the old and the new one both accept it', () => {
    const headers = webhookHeaders({ id: 'evt_1', timestampSeconds: now(), body }, [key, older]);
    expect(() => new Webhook(key).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(older).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(`whsec_${randomBytes(32).toString('base64')}`).verify(body, headers)).toThrow();
  });

  test('holds for any text', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const headers = webhookHeaders({ id: 'evt_1', timestampSeconds: now(), body: text }, [key]);
        expect(() => new Webhook(key).verify(text, headers)).not.toThrow();
      }),
    );
  });

  test.each(['', 'whsec_', 'secret'])('%j is no key: nothing is signed with an empty one', (wrong) => {
    expect(() => webhookHeaders({ id: 'x', timestampSeconds: 1, body }, [wrong])).toThrow('whsec_');
  });
});
