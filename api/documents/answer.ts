import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { documentSigner } from '../../db/documents/keys.ts';
import { createSecretBox } from '../../db/secret-box.ts';
import type { ServerDeps } from '../deps.ts';
import { type Drawing, type SigningDeps, sealed } from './signed.ts';

/** The schema of an answer that is a PDF. */
export const PdfAnswer = {
  description: 'PDF, tagged for screen readers.',
  content: { 'application/pdf': { schema: Type.Unsafe<string | Readable>({ type: 'string' }) } },
};

/** What signs documents; the first one makes the key. */
export async function signingDeps({ db, config }: Pick<ServerDeps, 'db' | 'config'>): Promise<SigningDeps> {
  const box = createSecretBox(Buffer.from(config.encryptionKey));
  return { signer: await documentSigner(db, box), publicUrl: config.publicUrl };
}

/**
 * Streams a document. `onEnd` is called once, however the answer ends.
 */
export function sendDocument(
  reply: FastifyReply,
  signing: SigningDeps,
  { drawing, fileName, onEnd }: { readonly drawing: Drawing; readonly fileName: string; readonly onEnd?: () => void },
): FastifyReply {
  const stream = Readable.from(sealed(drawing, signing), { objectMode: false });
  if (onEnd !== undefined) stream.once('close', onEnd);
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')
    .send(stream);
}
