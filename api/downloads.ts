import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { stillSignedIn } from '../db/people/sessions.ts';
import { sessionCookieOf } from './auth/cookies.ts';
import type { ServerDeps } from './deps.ts';

/** What is downloaded. Each piece is made when the reader is ready for it. */
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
 */
export function sendDownload(
  deps: DownloadDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { pieces, type, fileName, onEnd }: Download,
): FastifyReply {
  const { checkSessionsEveryMs = 10_000, stalledDownloadMs = 60_000 } = deps;
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
    onEnd?.();
  });
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')
    .send(stream);
}

/** Whether the session still holds; what anyone may download needs none. */
async function isAllowed({ db }: DownloadDeps, request: FastifyRequest): Promise<boolean> {
  if (request.signedIn === null) return true;
  const cookie = sessionCookieOf(request) ?? '';
  return (await stillSignedIn(db, [cookie])).has(cookie);
}
