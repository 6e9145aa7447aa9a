import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';

/** The answer of a route that sends a file as a download. */
export const FILE = {
  description: 'The file.',
  content: { 'application/octet-stream': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) } },
};

/**
 * Sends a file that a stranger uploaded: as a download, which no browser opens as a page of ours, runs or guesses the
 * kind of.
 */
export function sendFile(
  reply: FastifyReply,
  { fileName, bytes }: { readonly fileName: string; readonly bytes: Buffer },
): FastifyReply {
  return reply
    .type('application/octet-stream')
    .header('content-disposition', dispositionOf(fileName))
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(bytes);
}

/** RFC 6266: a plain name for old programs, and the whole one, percent-encoded (RFC 8187). */
function dispositionOf(name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_');
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
