import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { SecretBox } from '../../db/core/secret-box.ts';
import { type Db, inTransaction, moneyTransaction, retrying, type Tx } from '../../db/core/sequelize.ts';
import { idempotently, type KeptAnswer } from '../../db/idempotency/keys.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import type { DomainError } from '../../domain/errors.ts';
import type { Warning } from '../../domain/leniency/warning.ts';
import { FIRST_VERSION, storedVersion } from '../../domain/versions/api-versions.ts';
import { shopIdOf } from '../auth/guard.ts';
import { errorBody } from './errors.ts';
import { answerText, translatedAnswer } from './versions.ts';

const Key = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[\\u0020-\\u007e]+$',
  description: 'The same key and body within 24 hours return the first response again.',
});

/** The header of every POST that creates or moves something. */
export const IdempotencyHeaders = Type.Object({ 'idempotency-key': Type.Optional(Key) });

/** The same where nobody may do without: what sends money away. */
export const RequiredIdempotencyHeaders = Type.Object({ 'idempotency-key': Key });

/** A route's answer: a status and the value under `data`. */
export interface Answer {
  readonly status: number;
  readonly data: unknown;
  /** Changes by the work that go beyond the request; listed after the parts of the body that were dropped or cut. */
  readonly warnings?: readonly Warning[];
}

export interface OnceOptions {
  readonly db: Db;
  readonly merchantId: string;
  readonly mode: Mode;
  /**
   * The work locks a balance: it goes through the small pool, so that those who wait for it keep no connection from
   * others.
   */
  readonly locksMoney?: true;
  /**
   * Checks that use something up by themselves (codes, tries), so that they cannot be part of the transaction: made
   * right before it, and not at all for an answer that is given again.
   */
  readonly before?: () => Promise<void>;
  /** The answer contains a secret, which is kept sealed. */
  readonly box?: SecretBox;
  /** Whether the object of a kept answer has ended without effect: the key then makes a new one. */
  readonly isOver?: (tx: Tx, id: string) => Promise<boolean>;
  /** Everything is checked and nothing is kept: the work is rolled back, and what it would have made is answered. */
  readonly validateOnly?: boolean | undefined;
  /** The content that identifies the request, where the body is a stream that the work has read. */
  readonly content?: unknown;
}

/**
 * {@link answerOnce} for work that writes with a single statement. Without a key there is nothing to commit together
 * with it, so no transaction is opened: two round trips to the database less.
 */
export async function answerOnceByOneStatement(
  request: FastifyRequest,
  reply: FastifyReply,
  options: OnceOptions,
  work: (on: Tx | Db) => Promise<Answer>,
): Promise<FastifyReply> {
  if (keyOf(request) !== undefined) return answerOnce(request, reply, options, work);
  return sendKept(reply, keptAnswer(reply, await retrying(() => work(options.db))));
}

/**
 * Runs the work of a POST in one transaction and answers; with an `Idempotency-Key` at most once, the first answer
 * being kept with the work and given again byte for byte with `Idempotent-Replayed: true`.
 */
export async function answerOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, merchantId, mode, locksMoney, before, content, box, isOver, validateOnly }: OnceOptions,
  work: (tx: Tx) => Promise<Answer>,
): Promise<FastifyReply> {
  const key = keyOf(request);
  const kept = async (tx: Tx): Promise<KeptAnswer> => keptAnswer(reply, await work(tx));
  const transact = locksMoney === true ? moneyTransaction : inTransaction;
  if (validateOnly === true) {
    const { body } = keptAnswer(reply, await rolledBack((undone) => retrying(() => transact(db, undone)), work));
    return sendKept(reply, { status: 200, body });
  }
  if (key === undefined) {
    await before?.();
    return sendKept(reply, await retrying(() => transact(db, kept)));
  }

  const scope = scopeOf(request, { merchantId, mode });
  const once = {
    scope,
    key,
    requestHash: hashOf(request, content ?? request.body),
    transact,
    before,
    isOver: isOver === undefined ? undefined : (tx: Tx, { body }: KeptAnswer) => isOver(tx, JSON.parse(body).data.id),
  };
  const refused = (refusal: DomainError): KeptAnswer => ({
    status: refusal.status,
    body: JSON.stringify(errorBody(refusal, request.id)),
    apiVersion: request.apiVersion,
  });
  const keptSealed = async (tx: Tx) => sealed(await kept(tx), box, scope);
  const answering = () => idempotently(db, once, keptSealed, refused);
  // A button that is pressed twice asks for one check of its code.
  const answer = await (before === undefined ? answering() : inTurn(`${scope} ${key}`, answering));
  if (answer.replayed) void reply.header('idempotent-replayed', 'true');
  return sendKept(reply, inCallersVersion(reply, opened(answer, box, scope)));
}

/** Carries the answer of work out of the transaction that it ends. */
class Undone extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('The work is undone.');
    this.answer = answer;
  }
}

async function rolledBack(
  transact: (work: (tx: Tx) => Promise<never>) => Promise<never>,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await transact(async (tx) => {
      throw new Undone(await work(tx));
    });
  } catch (error) {
    if (error instanceof Undone) return error.answer;
    throw error;
  }
}

/** No JSON begins like this. */
const SEALED = 'sealed:';

function sealed(answer: KeptAnswer, box: SecretBox | undefined, scope: string): KeptAnswer {
  if (box === undefined) return answer;
  return { ...answer, body: SEALED + box.seal(answer.body, `idempotency:${scope}`).toString('base64') };
}

/** Refusals hold no secret and are kept as they are. */
function opened(answer: KeptAnswer, box: SecretBox | undefined, scope: string): KeptAnswer {
  if (box === undefined || !answer.body.startsWith(SEALED)) return answer;
  const bytes = Buffer.from(answer.body.slice(SEALED.length), 'base64');
  return { ...answer, body: box.open(bytes, `idempotency:${scope}`) };
}

/** A repeat is answered in its own version, whatever the first request had. Refusals are the same in all. */
function inCallersVersion(reply: FastifyReply, answer: KeptAnswer): KeptAnswer {
  const { apiVersion } = reply.request;
  const kept = storedVersion(answer.apiVersion ?? FIRST_VERSION);
  if (apiVersion === null || apiVersion === kept || answer.status >= 400) return answer;
  return { ...answer, body: translatedAnswer(reply, answer, kept), apiVersion };
}

/** The last that runs of each turn. */
const turns = new Map<string, Promise<unknown>>();

/** Runs what has the same turn one after the other. */
async function inTurn<T>(turn: string, work: () => Promise<T>): Promise<T> {
  const last = turns.get(turn) ?? Promise.resolve();
  const mine = last.then(work, work);
  turns.set(turn, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(turn) === mine) turns.delete(turn);
  }
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
}

/** Each shop has its own keys. The first shop is not named, as in its path. */
function scopeOf(request: FastifyRequest, { merchantId, mode }: Pick<OnceOptions, 'merchantId' | 'mode'>): string {
  const shopId = shopIdOf(request);
  const shop = shopId === null ? '' : ` of ${shopId}`;
  return `${merchantId}:${mode}:${request.method} ${request.routeOptions.url}${shop}`;
}

/** The text is what the route's schema says, as of answers that are not kept: what it does not name is left out. */
function keptAnswer(reply: FastifyReply, { status, data, warnings = [] }: Answer): KeptAnswer {
  const all = [...reply.request.warnings, ...warnings];
  const body = answerText(reply, status, all.length === 0 ? { data } : { data, warnings: all });
  return { status, body, apiVersion: reply.request.apiVersion };
}

// The path is part of it: the scope is the route, and two objects of one route are two requests.
function hashOf(request: FastifyRequest, content: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([request.params, content ?? null]))
    .digest();
}

/** Answers with JSON that is text already. */
export function sendKept(reply: FastifyReply, { status, body }: Pick<KeptAnswer, 'status' | 'body'>): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}
