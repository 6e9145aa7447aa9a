import { randomBytes } from 'node:crypto';
import { defaultPayloadConverter } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { createPayloadCodec } from './payload-codec.ts';

const payload = defaultPayloadConverter.toPayload({ invoiceId: 'i-1', merchantId: 'm-1' });

describe('the payload codec', () => {
  it('hides what workflows carry and gives it back unchanged', async () => {
    const codec = await createPayloadCodec(randomBytes(32));
    const [sealed] = await codec.encode([payload]);
    expect(Buffer.from(sealed?.data ?? []).toString()).not.toContain('m-1');
    const [opened] = await codec.decode([sealed ?? {}]);
    expect(defaultPayloadConverter.fromPayload(opened ?? {})).toEqual({ invoiceId: 'i-1', merchantId: 'm-1' });
  });

  it('never seals the same thing to the same bytes', async () => {
    const codec = await createPayloadCodec(randomBytes(32));
    const [one, other] = await codec.encode([payload, payload]);
    expect(one?.data).not.toEqual(other?.data);
  });

  it('refuses what another key sealed or somebody changed', async () => {
    const codec = await createPayloadCodec(randomBytes(32));
    const [sealed] = await (await createPayloadCodec(randomBytes(32))).encode([payload]);
    await expect(codec.decode([sealed ?? {}])).rejects.toThrow();
  });

  it('passes on what was written before it was switched on', async () => {
    const codec = await createPayloadCodec(randomBytes(32));
    expect(await codec.decode([payload])).toEqual([payload]);
  });
});
