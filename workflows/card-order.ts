import { proxyActivities } from '@temporalio/workflow';
import type {
  CardOrderActivities,
  CardOrderChecks,
  CardPartnerActivities,
} from '../activities/card-orders/activities.ts';
import {
  CARD_ORDER_WAITS,
  type CardOrderAct,
  type CardOrderNotes,
  type CardOrderSnapshot,
  nextCardOrderStep,
} from '../domain/state/card-order-waits.ts';
import {
  CARD_ORDER_OUTCOMES,
  type CardOrderInput,
  type CardOrderOutcome,
  cardOrderChangedSignal,
  cardOrderQuery,
  taskQueues,
} from './messages.ts';
import { databaseWrites, forOperator } from './parts.ts';
import { type Acting, runProcess } from './process-run.ts';

type Act = Acting<CardOrderInput, CardOrderNotes>;

const database = databaseWrites<CardOrderActivities>;
const decide = forOperator<CardOrderActivities, CardOrderSnapshot>;

/** Temporal does not retry: the workflow repeats the call itself, after a pause. */
const ONCE = { startToCloseTimeout: '1 minute', retry: { maximumAttempts: 1 } } as const;

/**
 * `card-order:<id>`: makes a purchase by card at the partner, follows it there, looks for the coins on the chain, and
 * waits until its earnings can no longer be charged back.
 */
export const cardOrderWorkflow = runProcess<CardOrderInput, CardOrderAct, CardOrderNotes, CardOrderOutcome>({
  name: cardOrderQuery,
  signal: cardOrderChangedSignal,
  next: ({ input, ...at }, nowMs) =>
    nextCardOrderStep({ ...at, waits: { ...CARD_ORDER_WAITS, ...input.waits } }, nowMs),
  acts: {
    place: (at) => askPartner(at, ({ placeCardOrder }) => placeCardOrder({ cardOrderId: at.input.cardOrderId })),
    read: async (at) => {
      const snapshot = await askPartner(at, ({ fetchCardOrder }) =>
        fetchCardOrder({ cardOrderId: at.input.cardOrderId }),
      );
      at.note({ readAtMs: Date.now() });
      return snapshot;
    },
    check: async (at) => {
      const { network, cardOrderId } = at.input;
      const { checkCardDelivery } = proxyActivities<CardOrderChecks>({
        ...ONCE,
        taskQueue: taskQueues.chain(network),
        summary: at.message,
      });
      return attempt(at, `The chain ${network}, or the rate of the currency, could not be read.`, () =>
        checkCardDelivery({ cardOrderId }),
      );
    },
    overdue: (at) => database(at.message).ageCardOrder({ ...stepOf(at), type: 'overdue' }),
    mature: (at) => database(at.message).ageCardOrder({ ...stepOf(at), type: 'mature' }),
    remind: (at) => {
      at.note({ remindedAtMs: Date.now() });
      return database(at.message).remindOfCardOrder({ cardOrderId: at.input.cardOrderId });
    },
  },
  notTries: ['read'],
  updates: {
    retry: { write: () => Promise.resolve(undefined) },
    resolve: {
      outcomes: CARD_ORDER_OUTCOMES,
      refusal: ({ snapshot }) => (snapshot.needsOperator ? null : 'the card order does not wait for an operator'),
      write: ({ by, note, outcome, cause }, { input: { cardOrderId } }) =>
        decide(({ resolveCardOrder }) => resolveCardOrder({ cardOrderId, by, note, outcome, cause })),
    },
  },
  place: ({ status, txid }) => `${status}:${txid}`,
  attributes: ({ status, reason, needsOperator }) => ({ Status: status, Reason: reason, NeedsOperator: needsOperator }),
  details: ({ input: { mode, cardOrderId }, snapshot: { status, needsOperator } }, message) => {
    const act = needsOperator ? `\n- **An operator must act:** ${UPDATES}` : '';
    return `${message}\n\n- Status: **${status}**\n- Card order ${cardOrderId}, ${mode}${act}`;
  },
});

const UPDATES =
  'ask the partner and the chain, then send the update `resolve` with the outcome `delivered`, `refunded` or `failed`';

function stepOf({ input: { cardOrderId }, snapshot: { version } }: Act) {
  return { cardOrderId, version };
}

function askPartner(
  at: Act,
  call: (activities: CardPartnerActivities) => Promise<CardOrderSnapshot>,
): Promise<CardOrderSnapshot | undefined> {
  const activities = proxyActivities<CardPartnerActivities>({
    ...ONCE,
    taskQueue: taskQueues.cardPartner,
    summary: at.message,
  });
  return attempt(at, 'The partner did not answer.', () => call(activities));
}

/** @returns nothing if it failed, with the trouble noted */
async function attempt(
  at: Act,
  trouble: string,
  act: () => Promise<CardOrderSnapshot>,
): Promise<CardOrderSnapshot | undefined> {
  try {
    const snapshot = await act();
    at.note({ trouble: null });
    return snapshot;
  } catch {
    at.note({ trouble });
    return undefined;
  }
}
