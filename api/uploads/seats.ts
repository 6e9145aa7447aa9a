import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { whenAnswerEnds } from '../answer-end.ts';
import { createPlaces, type Places } from './places.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Bounds how many uploads are read at once, by one merchant and by this process. */
    uploadSeats: Places;
  }
}

/**
 * The number of uploads that a process with many merchants reads at once; each has some hundred KB in memory, a JSON
 * list of payments some MB.
 */
export const MAX_UPLOADS = 12;
export const MAX_UPLOADS_OF_ONE = 3;

/** As much as every other call may send: no place is needed for it. */
const SMALL_BYTES = 64 * 1024;

export function useUploadSeats(app: FastifyInstance): void {
  app.decorate('uploadSeats', createPlaces({ max: MAX_UPLOADS, maxOfOne: MAX_UPLOADS_OF_ONE, words: WORDS }));
}

/**
 * `preParsing` of a route with a large body that is parsed before its handler runs: holds a place until the call is
 * over, `owner` named by the guard.
 */
export function takeSeatFor(owner: (request: FastifyRequest) => string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= SMALL_BYTES) return;
    const leave = request.server.uploadSeats.take(owner(request));
    whenAnswerEnds(reply.raw, leave);
  };
}

const WORDS = {
  ofOne: (taken: number) =>
    `You are uploading ${taken} files already. Please wait until one of them is there, then try again.`,
  ofAll: 'Too many files are being uploaded right now. Please try again in a moment.',
};
