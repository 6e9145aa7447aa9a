import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    uploadSeats: UploadSeats;
  }
}

/** Bounds how many uploads are read at once, by one merchant and by this process. */
export interface UploadSeats {
  /**
   * Takes a place. Calling what it returns gives it back, once however often it is called.
   * @throws DomainError `rate_limited` when the owner has all of theirs taken; `service_unavailable` when the process
   *   has
   */
  take(owner: string): () => void;
  readonly taken: number;
}

/**
 * What a process with many merchants reads at once; each upload has some hundred KB in memory, a JSON list of payments
 * some MB.
 */
export const MAX_UPLOADS = 12;
export const MAX_UPLOADS_OF_ONE = 3;

/** As much as every other call may send: no place is needed for it. */
const SMALL_BYTES = 64 * 1024;

export function useUploadSeats(app: FastifyInstance): void {
  app.decorate('uploadSeats', createSeats({ max: MAX_UPLOADS, maxOfOne: MAX_UPLOADS_OF_ONE }));
}

/**
 * `preParsing` of a route with a large body that is parsed before its handler runs: holds a place until the call is
 * over, `owner` named by the guard.
 */
export function takeSeatFor(owner: (request: FastifyRequest) => string) {
  return async (request: FastifyRequest, reply: { readonly raw: NodeJS.EventEmitter }): Promise<void> => {
    if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= SMALL_BYTES) return;
    const leave = request.server.uploadSeats.take(owner(request));
    reply.raw.once('close', leave);
    reply.raw.once('finish', leave);
  };
}

function createSeats({ max, maxOfOne }: { readonly max: number; readonly maxOfOne: number }): UploadSeats {
  const byOwner = new Map<string, number>();
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    take(owner) {
      const own = byOwner.get(owner) ?? 0;
      if (own >= maxOfOne) {
        throw new DomainError('rate_limited', {
          message: `You are uploading ${own} files already. Please wait until one of them is there, then try again.`,
          retryAfterSeconds: 5,
        });
      }
      if (taken >= max) {
        throw new DomainError('service_unavailable', {
          message: 'Too many files are being uploaded right now. Please try again in a moment.',
          retryAfterSeconds: 5,
        });
      }
      byOwner.set(owner, own + 1);
      taken += 1;
      let left = false;
      return () => {
        if (left) return;
        left = true;
        taken -= 1;
        const rest = (byOwner.get(owner) ?? 1) - 1;
        if (rest > 0) byOwner.set(owner, rest);
        else byOwner.delete(owner);
      };
    },
  };
}
