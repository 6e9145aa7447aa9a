import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { documentSigner } from '../../db/documents/keys.ts';
import { createSecretBox } from '../../db/secret-box.ts';
import type { ServerDeps } from '../deps.ts';
import { type Download, sendDownload } from '../downloads.ts';
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

/** A document that is drawn while it is sent. */
export interface DrawnDocument extends Pick<Download, 'fileName' | 'onEnd'> {
  readonly signing: SigningDeps;
  readonly drawing: Drawing;
}

/** Streams a document. */
export function sendDocument(
  deps: ServerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { signing, drawing, ...file }: DrawnDocument,
): FastifyReply {
  return sendDownload(deps, request, reply, { ...file, pieces: sealed(drawing, signing), type: 'application/pdf' });
}
