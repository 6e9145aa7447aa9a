import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { createSecretBox } from '../../db/core/secret-box.ts';
import { documentSigner } from '../../db/documents/keys.ts';
import type { ServerDeps } from '../deps.ts';
import { sendDownload } from '../downloads.ts';
import type { DocumentJob } from './desk.ts';

/** The schema of an answer that is a PDF. */
export const PdfAnswer = {
  description: 'PDF, tagged for screen readers.',
  content: { 'application/pdf': { schema: Type.Unsafe<string | Readable>({ type: 'string' }) } },
};

/** The data that a route reads for its document. */
export interface ReadDocument extends Omit<DocumentJob, 'signer'> {
  readonly fileName: string;
}

/**
 * Answers with a document, once there is a place for it.
 * @throws DomainError `rate_limited`, `service_unavailable`; what `read` throws
 */
export async function sendDocument(
  deps: ServerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  read: () => Promise<ReadDocument>,
): Promise<FastifyReply> {
  const { documents } = request.server;
  const leave = await documents.enter(request, 'documents');
  try {
    const { fileName, job } = await documents.inTurn(() => open(deps, read));
    const bytes = await documents.whole(job);
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('cache-control', 'no-store')
      .send(bytes);
  } finally {
    leave();
  }
}

/** The same for a statement, which is sent while it is drawn. */
export async function sendStatement(
  deps: ServerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  read: () => Promise<ReadDocument>,
): Promise<FastifyReply> {
  const { documents } = request.server;
  const leave = await documents.enter(request, 'statements');
  try {
    const { fileName, job } = await documents.inTurn(() => open(deps, read));
    const pieces = await documents.pieces(job);
    return sendDownload(deps, request, reply, { pieces, fileName, type: 'application/pdf', onEnd: leave });
  } catch (error) {
    leave();
    throw error;
  }
}

/** The first document of all makes the key. */
async function open({ db, config }: ServerDeps, read: () => Promise<ReadDocument>) {
  const box = createSecretBox(Buffer.from(config.encryptionKey));
  const [signer, { fileName, ...rest }] = await Promise.all([documentSigner(db, box), read()]);
  const job: DocumentJob = { ...rest, signer };
  return { fileName, job };
}
