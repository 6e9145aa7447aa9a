import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A text that stays the same while the process lives, compressed once. */
export interface FixedDocument {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
  /** Of the style sheets within it, for its policy. */
  readonly styles: readonly string[];
}

/** Compresses in threads of the pool, so that nobody waits for it but those who ask first. */
export async function fixedDocument(
  type: string,
  text: string,
  styles: readonly string[] = [],
): Promise<FixedDocument> {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(plain, { params }), promisify(gzip)(plain)]);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { type, etag, plain, br, gzip: gzipped, styles };
}

/**
 * Sends it in the shortest form that the client takes, or 304 when the client has it.
 *
 * @param chosenBy headers of the request that decided which document this is
 */
export function sendFixed(
  request: FastifyRequest,
  reply: FastifyReply,
  document: FixedDocument,
  chosenBy: readonly string[] = [],
): FastifyReply {
  const vary = ['accept-encoding', ...chosenBy].join(', ');
  void reply.header('etag', document.etag).header('vary', vary).header('cache-control', 'no-cache');
  // Before the 304 too: its headers replace those that the browser kept, and the policy depends on the type.
  void reply.type(document.type).allowStyles(document.styles);
  if (request.headers['if-none-match'] === document.etag) return reply.code(304).send();
  const encoding = encodingFor(String(request.headers['accept-encoding'] ?? ''));
  if (encoding === null) return reply.send(document.plain);
  return reply.header('content-encoding', encoding).send(document[encoding]);
}

function encodingFor(accepted: string): 'br' | 'gzip' | null {
  const names = accepted
    .split(',')
    .filter((each) => !/;\s?q=0(?:\.0{1,3})?$/.test(each.trim()))
    .map((each) => each.split(';')[0]?.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : null;
}
