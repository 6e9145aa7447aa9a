import type { FastifyInstance } from 'fastify';
import pLimit, { type LimitFunction } from 'p-limit';
import { DomainError } from '../../domain/errors.ts';
import { whenAnswerEnds } from '../answer-end.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives the turn of a signed-in caller back before the answer ends: what is sent from now on has other bounds. */
    endTurn: () => void;
  }
}

export interface TurnLimits {
  /** How many calls of one person, and of one merchant, this process works on at once; others wait. */
  readonly atOnce: { readonly user: number; readonly merchant: number };
  /** How many of one person, and of one merchant, may wait. */
  readonly waiting: { readonly user: number; readonly merchant: number };
}

/**
 * Lets each signed-in person and merchant have a few calls worked on at once, so that nobody takes all of this process
 * and its database connections. Beyond that, calls wait; far beyond, the answer says when to retry.
 */
export function useTurns(app: FastifyInstance, limits: TurnLimits): void {
  const users = createQueues(limits.atOnce.user, limits.waiting.user);
  const merchants = createQueues(limits.atOnce.merchant, limits.waiting.merchant);
  app.decorateRequest('endTurn', () => undefined);

  app.addHook('onRequest', async (request, reply) => {
    const { signedIn } = request;
    if (signedIn === null) return;
    const ends: (() => void)[] = [];
    let isOver = false;
    request.endTurn = () => {
      isOver = true;
      for (const end of ends.splice(0)) end();
    };
    whenAnswerEnds(reply.raw, request.endTurn);
    // The person first: who waits takes nothing from colleagues.
    for (const queue of [users(signedIn.id), merchants(signedIn.merchant.id)]) {
      const end = await queue.take();
      // A caller who left while waiting.
      if (isOver) end();
      else ends.push(end);
    }
  });

  // A long file is sent by a reader's pace, and bounded where it is made.
  app.addHook('onSend', async (request, _reply, payload) => {
    if (isStream(payload)) request.endTurn();
    return payload;
  });
}

/** @returns the queue of an owner, which is forgotten while nobody is in it */
function createQueues(atOnce: number, waiting: number): (owner: string) => { take(): Promise<() => void> } {
  const queues = new Map<string, LimitFunction>();
  return (owner) => {
    const queue = queues.get(owner) ?? pLimit(atOnce);
    queues.set(owner, queue);
    return {
      async take() {
        if (queue.pendingCount >= waiting) throw new DomainError('rate_limited', { retryAfterSeconds: 1 });
        return new Promise((resolve) => {
          void queue(() => new Promise<void>((end) => resolve(end))).finally(() => {
            if (queue.activeCount === 0 && queue.pendingCount === 0 && queues.get(owner) === queue)
              queues.delete(owner);
          });
        });
      },
    };
  };
}

function isStream(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload;
}
