import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { stillSignedIn } from '../db/accounts/sessions.ts';
import { networkOf } from '../domain/assets/network.ts';
import { sessionCookieOf } from './auth/cookies.ts';
import type { ServerDeps } from './deps.ts';
import { createPlaces, type Places } from './uploads/places.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Bounds how many files are made at once, for one merchant and by this process. */
    downloadPlaces: Places;
  }
}

export function useDownloads(app: FastifyInstance): void {
  app.decorate('downloadPlaces', createPlaces({ max: MAX_DOWNLOADS, maxOfOne: MAX_DOWNLOADS_OF_ONE, words: WORDS }));
}

/** The content of a download. Each piece is made when the reader is ready for it. */
export interface Download {
  readonly pieces: Iterable<string> | AsyncIterable<string | Uint8Array>;
  readonly type: string;
  readonly fileName: string;
  /** Called once, however the answer ends. */
  readonly onEnd?: () => void;
}

type DownloadDeps = Pick<ServerDeps, 'db' | 'checkSessionsEveryMs' | 'stalledDownloadMs'>;

/**
 * Streams a file. It does not outlive the session that requested it, and a reader that takes nothing for a minute is
 * cut off: both are looked at every ten seconds, also while nothing is read.
 * @throws DomainError `rate_limited`, `service_unavailable` when too many are under way
 */
export function sendDownload(
  deps: DownloadDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { pieces, type, fileName, onEnd }: Download,
): FastifyReply {
  const { checkSessionsEveryMs = 10_000, stalledDownloadMs = 60_000 } = deps;
  const leave = request.server.downloadPlaces.take(request.signedIn?.merchant.id ?? networkOf(request.ip));
  /** Since when a piece waits for the reader. */
  let waitsSinceMs: number | undefined;
  async function* watched() {
    for await (const piece of pieces) {
      waitsSinceMs = performance.now();
      yield piece;
      waitsSinceMs = undefined;
    }
  }
  const stream = Readable.from(watched(), { objectMode: false });

  async function look(): Promise<void> {
    const isStalled = waitsSinceMs !== undefined && performance.now() - waitsSinceMs >= stalledDownloadMs;
    if (isStalled || !(await isAllowed(deps, request))) stream.destroy();
  }
  // Where the database does not answer, nothing is read from it either.
  const looking = setInterval(() => void look().catch(() => undefined), checkSessionsEveryMs);
  looking.unref();
  stream.once('close', () => {
    clearInterval(looking);
    leave();
    onEnd?.();
  });
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')
    .send(stream);
}

/** Each reads some hundred rows at a time, for as long as its reader goes on. */
const MAX_DOWNLOADS = 30;
const MAX_DOWNLOADS_OF_ONE = 6;
const WORDS = {
  ofOne: (taken: number) => `You are downloading ${taken} files already. Please wait until one of them is there.`,
  ofAll: 'Too many files are being downloaded right now. Please try again in a moment.',
};

/** Whether the session still holds; what anyone may download needs none. */
async function isAllowed({ db }: DownloadDeps, request: FastifyRequest): Promise<boolean> {
  if (request.signedIn === null) return true;
  const cookie = sessionCookieOf(request) ?? '';
  return (await stillSignedIn(db, [cookie])).has(cookie);
}
