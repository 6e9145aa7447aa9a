import type { Payload, PayloadCodec } from '@temporalio/common';

/**
 * Encrypts everything workflows carry (AES-256-GCM, a fresh nonce each), so that the Temporal server and its database
 * hold no merchant's data in the clear. Unencrypted data is passed through when read, so that the key can be switched
 * on later.
 */
export async function createPayloadCodec(key: Uint8Array): Promise<PayloadCodec> {
  const secret = await crypto.subtle.importKey('raw', new Uint8Array(key), 'AES-GCM', false, ['encrypt', 'decrypt']);
  return {
    encode: (payloads) => Promise.all(payloads.map((payload) => seal(secret, payload))),
    decode: (payloads) => Promise.all(payloads.map((payload) => open(secret, payload))),
  };
}

const ENCODING = 'encoding';
const ENCRYPTED = 'binary/encrypted';
const NONCE_BYTES = 12;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

async function seal(secret: CryptoKey, payload: Payload): Promise<Payload> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const plain = encoder.encode(JSON.stringify(toPlain(payload)));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, secret, plain));
  return { metadata: { [ENCODING]: encoder.encode(ENCRYPTED) }, data: Buffer.concat([iv, sealed]) };
}

/** True if a codec has encrypted it, whatever its key. */
export function isSealed({ metadata }: Payload): boolean {
  const encoding = metadata?.[ENCODING];
  return Boolean(encoding) && decoder.decode(encoding) === ENCRYPTED;
}

async function open(secret: CryptoKey, payload: Payload): Promise<Payload> {
  if (!isSealed(payload) || !payload.data) return payload;
  const data = new Uint8Array(payload.data);
  const iv = data.slice(0, NONCE_BYTES);
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, secret, data.slice(NONCE_BYTES));
  return fromPlain(JSON.parse(decoder.decode(plain)) as PlainPayload);
}

/** A payload as JSON, as Temporal's codec servers send it too: bytes are base64. */
interface PlainPayload {
  readonly metadata?: Readonly<Record<string, string>> | null;
  readonly data?: string | null;
}

export function toPlain({ metadata, data }: Payload): { metadata: Record<string, string>; data?: string } {
  const entries = Object.entries(metadata ?? {}).map(([name, value]) => [name, Buffer.from(value).toString('base64')]);
  return { metadata: Object.fromEntries(entries), data: data ? Buffer.from(data).toString('base64') : undefined };
}

export function fromPlain({ metadata, data }: PlainPayload): Payload {
  const entries = Object.entries(metadata ?? {}).map(([name, value]) => [name, Buffer.from(value, 'base64')]);
  return {
    metadata: Object.fromEntries(entries),
    ...(data == null ? {} : { data: Buffer.from(data, 'base64') }),
  };
}
