import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { serialize } from 'node:v8';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { AccountSecrets } from '../../db/accounts/secrets.ts';
import type { DocumentSigner } from '../../db/documents/keys.ts';
import type { Movement } from '../../db/history/movements.ts';
import { networkOf } from '../../domain/assets/network.ts';
import { createLimiter } from '../auth/limiter.ts';
import type { ServerDeps } from '../deps.ts';
import { createPlaces } from '../uploads/places.ts';
import { createDrawingPool, MAX_DRAWINGS } from './drawing-pool.ts';
import type { DocumentInput } from './inputs.ts';
import { sealed } from './signed.ts';

declare module 'fastify' {
  interface FastifyInstance {
    documents: DocumentDesk;
  }
}

/** Everything that bounds what documents cost this process: places, budgets, turns, threads, and the bytes kept. */
export interface DocumentDesk {
  /**
   * A place and a share of the budget of the caller's network, and of their user and merchant.
   * @returns what gives the place back
   * @throws DomainError `rate_limited`, `service_unavailable`
   */
  enter(request: FastifyRequest, kind: 'documents' | 'statements'): Promise<() => void>;
  /**
   * Does the part of the work that is done on this thread: one document after the other, with pauses between them that
   * leave most of the time to all other requests.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** The whole document: kept bytes while the facts are the same, else drawn. @throws what drawing throws */
  whole(job: DocumentJob): Promise<Buffer>;
  /** The same piece by piece, for what may be long. */
  pieces(job: DocumentJob): Promise<AsyncIterable<Buffer>>;
}

export interface DocumentJob {
  readonly input: DocumentInput;
  readonly signer: DocumentSigner;
  /** Of a statement. */
  readonly lines?: AsyncIterable<readonly Movement[]>;
}

/** The desk of a process. Its threads end with the server. */
export function useDocuments(app: FastifyInstance, { db, config }: ServerDeps, secrets: AccountSecrets): void {
  const pool = createDrawingPool();
  app.addHook('onClose', () => pool.close());
  const { publicUrl } = config;
  const spend = createBudget((name, perMinute) => createLimiter(db, secrets, { name, perMinute }));
  const draw = (job: DocumentJob) => sealed(pool.draw({ ...job, publicUrl }), job.signer);
  const keyOf = ({ input, signer }: DocumentJob) =>
    createHash('sha256')
      .update(serialize([input, signer.keyId, publicUrl]))
      .digest('base64url');
  const kept = new LRUCache<string, Buffer, DocumentJob>({
    maxSize: KEPT_BYTES,
    maxEntrySize: KEPT_OF_ONE_BYTES,
    sizeCalculation: (bytes) => bytes.length,
    ttl: KEPT_MS,
    // A request for the same document meanwhile waits for the same drawing.
    fetchMethod: (_key, _stale, { context }) => buffer(draw(context)),
  });
  const takePlaces = createDocumentPlaces();
  app.decorate('documents', {
    async enter(request, kind) {
      const leave = takePlaces(request, kind);
      try {
        await spend(request, kind);
        return leave;
      } catch (error) {
        leave();
        throw error;
      }
    },
    inTurn: createTurns(),
    whole: (job) => kept.forceFetch(keyOf(job), { context: job }),
    async pieces(job) {
      const key = keyOf(job);
      const known = kept.get(key);
      if (known !== undefined) return piecesOf(known);
      const pieces = keeping(draw(job), (bytes) => kept.set(key, bytes));
      // A failure before the first piece is answered as an error, not as a file that breaks off.
      const first = await pieces.next();
      return first.done === true ? pieces : withFirst(first.value, pieces);
    },
  });
}

type Budget = keyof typeof PER_MINUTE;

function createTurns(): DocumentDesk['inTurn'] {
  const turns = pLimit(1);
  return (work) =>
    new Promise((resolve, reject) => {
      void turns(async () => {
        const begun = performance.now();
        await work().then(resolve, reject);
        await setTimeout(Math.min(MAX_PAUSE_MS, PAUSE * (performance.now() - begun)));
      });
    });
}

/** Counts requests, for the network and for the merchant that they come from. */
function createBudget(open: (name: string, perMinute: number) => { take(key: string): Promise<void> }) {
  const limiters = {
    documents: {
      network: open('documents of network', PER_MINUTE.documents),
      merchant: open('documents of merchant', PER_MINUTE.documents),
    },
    statements: {
      network: open('statements of network', PER_MINUTE.statements),
      merchant: open('statements of merchant', PER_MINUTE.statements),
    },
  };
  return async ({ ip, signedIn }: FastifyRequest, budget: Budget): Promise<void> => {
    await limiters[budget].network.take(networkOf(ip));
    if (signedIn !== null) await limiters[budget].merchant.take(signedIn.merchant.id);
  };
}

function createDocumentPlaces(): (request: FastifyRequest, kind: Budget) => () => void {
  const networks = createPlaces({ max: MAX_DRAWINGS, maxOfOne: 4, words: WORDS });
  const merchants = createPlaces({ max: MAX_DRAWINGS, maxOfOne: 6, words: WORDS });
  const users = createPlaces({ max: MAX_DRAWINGS, maxOfOne: 3, words: WORDS });
  const statements = createPlaces({ max: STATEMENTS, maxOfOne: STATEMENTS_OF_ONE, words: STATEMENT_WORDS });
  return ({ ip, signedIn }, kind) => {
    const taken: (() => void)[] = [];
    const leave = () => {
      for (const each of taken) each();
    };
    try {
      taken.push(networks.take(networkOf(ip)));
      if (signedIn !== null) taken.push(users.take(signedIn.id), merchants.take(signedIn.merchant.id));
      if (kind === 'statements') taken.push(statements.take(signedIn?.merchant.id ?? ''));
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  };
}

/** Hands the pieces on, and the whole in the end if it is small. */
async function* keeping(pieces: AsyncIterable<Buffer>, keep: (bytes: Buffer) => void): AsyncGenerator<Buffer> {
  const read: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size <= KEPT_OF_ONE_BYTES) read.push(piece);
    yield piece;
  }
  if (size <= KEPT_OF_ONE_BYTES) keep(Buffer.concat(read));
}

async function* withFirst(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** A document takes some 40 ms of a thread, a statement of 10,000 lines a second. */
const PER_MINUTE = { documents: 30, statements: 20 } as const;
/** How many times longer than the work the pause after it is. */
const PAUSE = 3;
const MAX_PAUSE_MS = 300;
const STATEMENTS = 6;
const STATEMENTS_OF_ONE = 2;
/** A statement of any length has some 30 MB in memory while it is drawn; a document is 40 kB. */
const KEPT_BYTES = 32_000_000;
const KEPT_OF_ONE_BYTES = 2_000_000;
const KEPT_MS = 10 * 60_000;
const WORDS = {
  ofOne: (taken: number) => `You are downloading ${taken} documents already. Please wait until one of them is there.`,
  ofAll: 'Too many documents are being made right now. Please try again in a moment.',
};
const STATEMENT_WORDS = {
  ofOne: (taken: number) => `You are downloading ${taken} statements already. Please wait until one of them is there.`,
  ofAll: 'Too many statements are being made right now. Please try again in a moment.',
};
