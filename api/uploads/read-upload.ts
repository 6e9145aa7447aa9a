import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fieldError } from '../../domain/errors.ts';
import { userOf } from '../auth/guard.ts';

/**
 * Lets `read` have the body of an upload. The part that it leaves unread, because it refuses the file, is read and
 * forgotten before the refusal goes on: an answer that comes amid an upload is lost on many browsers, and a connection
 * whose last body was not read to its end takes no other call. After {@link MAX_FORGOTTEN_BYTES} nobody waits for the
 * end: the connection ends with the answer. Few uploads are read at once, by one merchant and in all (`seats.ts`).
 * @param requested what the field is called, and what is said of a body that is no file
 * @throws DomainError what `read` throws; 422 on the field for a body that is no stream; `rate_limited`,
 *   `service_unavailable` when too many are under way
 */
export async function readUpload<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  requested: { readonly field: string; readonly words: string },
  read: (file: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<Upload<T>> {
  const { body } = request;
  if (!(body instanceof Readable)) throw fieldError(requested.field, requested.words);
  let leave = () => {};
  try {
    leave = request.server.uploadSeats.take(userOf(request).merchant.id);
    const hash = createHash('sha256');
    const file = await read(hashed(partsOf(body), hash));
    return { file, sha256: hash.digest('hex') };
  } catch (error) {
    leave();
    if (!(await forgetRest(body))) void reply.header('connection', 'close');
    throw error;
  } finally {
    leave();
  }
}

/** The result of reading an upload, and the hash that distinguishes it from another. */
export interface Upload<T> {
  readonly file: T;
  readonly sha256: string;
}

async function* hashed(parts: AsyncIterable<Uint8Array>, hash: Hash): AsyncIterable<Uint8Array> {
  for await (const part of parts) {
    hash.update(part);
    yield part;
  }
}

const MAX_FORGOTTEN_BYTES = 64_000_000;

/** A reader that stops leaves the stream as it is. */
function partsOf(body: Readable): AsyncIterable<Uint8Array> {
  return body.iterator({ destroyOnReturn: false });
}

/** False when there is more than anybody should send, or when the sender is gone. */
async function forgetRest(body: Readable): Promise<boolean> {
  let bytes = 0;
  try {
    for await (const part of partsOf(body)) {
      bytes += part.byteLength;
      if (bytes > MAX_FORGOTTEN_BYTES) return false;
    }
    return true;
  } catch {
    return false;
  }
}
