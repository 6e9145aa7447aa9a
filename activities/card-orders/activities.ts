import { raiseAlert } from '../../db/alerts/alerts.ts';
import { takenOutputs } from '../../db/card-orders/delivered.ts';
import { earningsNow } from '../../db/card-orders/euro-value.ts';
import { type ResolveCardOrder, resolveCardOrder } from '../../db/card-orders/operate.ts';
import { type CardOrderStepEvent, cardOrderProcess } from '../../db/card-orders/process.ts';
import { amountsOf, snapshotOf } from '../../db/card-orders/publish.ts';
import { readCardOrder } from '../../db/card-orders/read.ts';
import { type CardOrderRow, entityOf } from '../../db/card-orders/rows.ts';
import { type Db, moneyTransaction } from '../../db/core/sequelize.ts';
import { applyStep } from '../../db/process/apply.ts';
import { gate, type Mode } from '../../domain/assets/assets.ts';
import { type DecidedDelivery, judgeDelivery } from '../../domain/card-orders/delivery.ts';
import type { CardOrderSnapshot } from '../../domain/state/card-order-waits.ts';
import { type CardPartner, CardPartnerRefusedError } from '../card-partner/port.ts';
import { type ChainConfig, openChain } from '../chain/open-chain.ts';
import { command, stepUnlessMoved } from '../workflow-steps.ts';
import { isOurs, newsOf } from './partner-news.ts';
import { type CardFaultPoint, type PlacingDeps, placeOnce, sealContext } from './place.ts';

export interface CardOrderActivityDeps {
  readonly db: Db;
  readonly nowMs: () => number;
  /** Called at each step, by name, so that tests can crash there. */
  readonly faultPoint?: (name: CardFaultPoint) => void;
}

export interface CardPartnerActivityDeps extends PlacingDeps {
  /** The partner of a mode; null where none is configured. */
  readonly partnerOf: (mode: Mode) => CardPartner | null;
}

/** The card order and the version that the workflow decided on: the same step is made only once. */
export interface CardOrderStepInput {
  readonly cardOrderId: string;
  readonly version: number;
}

export type CardOrderActivities = ReturnType<typeof createCardOrderActivities>;
export type CardPartnerActivities = ReturnType<typeof createCardPartnerActivities>;
export type CardOrderChecks = ReturnType<typeof createCardOrderChecks>;

/** The activities of the card order workflow that need the database alone. */
export function createCardOrderActivities({ db, nowMs }: CardOrderActivityDeps) {
  return {
    /** Its earnings become available, or it takes too long. @returns the order afterwards */
    ageCardOrder({ cardOrderId, version, type }: CardOrderStepInput & { readonly type: 'mature' | 'overdue' }) {
      return stepOf({ db, nowMs }, cardOrderId, { event: { type }, cause: `${type}:v${version}` });
    },

    /** Reminds operators of an order that waits for their decision. @returns the order as it is now */
    async remindOfCardOrder({ cardOrderId }: Pick<CardOrderStepInput, 'cardOrderId'>): Promise<CardOrderSnapshot> {
      const row = await readCardOrder(db, cardOrderId);
      if (row.needsOperator) {
        const message = `${amountsOf(row)} (${row.mode}) still needs a decision (${row.statusReason}).`;
        await raiseAlert(db, { kind: 'card_order_needs_operator', subject: entityOf(row), message });
      }
      return snapshotOf(row);
    },

    /** An operator decides. */
    resolveCardOrder: (input: Omit<ResolveCardOrder, 'nowMs'>): Promise<CardOrderSnapshot> =>
      command(() =>
        moneyTransaction(db, async (tx) => snapshotOf(await resolveCardOrder(tx, { ...input, nowMs: nowMs() }))),
      ),
  };
}

/** The activities that call the partner. */
export function createCardPartnerActivities(deps: CardPartnerActivityDeps) {
  const { db, nowMs, box, partnerOf } = deps;
  const partnerFor = ({ mode }: CardOrderRow): CardPartner => {
    const partner = partnerOf(mode);
    if (partner === null) throw new Error(`No partner for purchases by card is configured for ${mode}.`);
    return partner;
  };
  return {
    /** Makes the order at the partner, once whatever is lost. @returns the order afterwards */
    async placeCardOrder({ cardOrderId }: Pick<CardOrderStepInput, 'cardOrderId'>): Promise<CardOrderSnapshot> {
      const row = await readCardOrder(db, cardOrderId);
      const isOpen = row.partnerOrderId === null && (row.status === 'placing' || row.status === 'failed');
      if (isOpen && !row.needsOperator) {
        await stepUnlessMoved(
          () => placeOnce(deps, partnerFor(row), row),
          () => Promise.resolve(),
        );
        deps.faultPoint?.('card_after_place');
      }
      return snapshotOf(await readCardOrder(db, cardOrderId));
    },

    /** Fetches the order from the partner and takes over its news. @returns the order afterwards */
    async fetchCardOrder({ cardOrderId }: Pick<CardOrderStepInput, 'cardOrderId'>): Promise<CardOrderSnapshot> {
      const row = await readCardOrder(db, cardOrderId);
      if (row.partnerOrderId === null) return snapshotOf(row);
      const readAtMs = nowMs();
      const order = await orderOf(partnerFor(row), row.partnerOrderId);
      deps.faultPoint?.('card_before_news');
      const payerUrl = order?.payerUrl ?? null;
      const event: CardOrderStepEvent =
        order === null || !isOurs(row, order)
          ? { type: 'mismatch' }
          : {
              type: 'partner',
              order: newsOf(row, order),
              readAtMs,
              payerUrl: payerUrl === null ? null : box.seal(payerUrl, sealContext(row)),
            };
      const snapshot = await stepOf({ db, nowMs }, cardOrderId, { event, cause: null });
      deps.faultPoint?.('card_after_news');
      return snapshot;
    },
  };
}

/** The activity of the queues `chain-<network>` that looks at a delivery on the chain. */
export function createCardOrderChecks(deps: CardOrderActivityDeps & { readonly config: ChainConfig }) {
  const { db, nowMs, config } = deps;
  return {
    /**
     * Takes over what the chain says about the transaction of an order. Until it is confirmed, the order stays as it
     * is and is checked again. @returns the order afterwards
     */
    async checkCardDelivery({ cardOrderId }: Pick<CardOrderStepInput, 'cardOrderId'>): Promise<CardOrderSnapshot> {
      const row = await readCardOrder(db, cardOrderId);
      const { status, txid, addressKey, gateId, mode } = row;
      if (status !== 'sending' || txid === null || addressKey === null) return snapshotOf(row);
      const { network, confirmations: requiredConfirmations } = gate(gateId);
      const port = await openChain(config, db, mode, network, nowMs);
      try {
        const [transaction, tip] = [await port.transaction(txid), await port.tip()];
        const found = transaction && { ...transaction, blockHeight: transaction.block?.height ?? null };
        const taken = await takenOutputs(db, row, txid);
        const verdict = judgeDelivery(
          { ...row, addressKey, requiredConfirmations },
          { found, tipHeight: tip.height, taken },
        );
        if (verdict.outcome === 'waits') return snapshotOf(row);
        const event = await eventOf(db, row, { verdict, txid });
        deps.faultPoint?.('card_before_delivered');
        const snapshot = await stepOf({ db, nowMs }, cardOrderId, { event, cause: null });
        deps.faultPoint?.('card_after_delivered');
        return snapshot;
      } finally {
        await port.close();
      }
    },
  };
}

/** Earnings are those of the moment at which the delivery is seen. */
async function eventOf(
  db: Db,
  row: CardOrderRow,
  { verdict, txid }: { readonly verdict: DecidedDelivery; readonly txid: string },
): Promise<CardOrderStepEvent> {
  if (verdict.outcome === 'elsewhere') return { type: 'elsewhere' };
  const seen = { minor: verdict.minor, txid, output: verdict.output };
  if (verdict.outcome === 'short') return { type: 'short', seen };
  return { type: 'delivered', seen, earnings: await earningsNow(db, row) };
}

/** The partner's order; null if it says that it has none. */
async function orderOf(partner: CardPartner, partnerOrderId: string) {
  try {
    return await partner.order(partnerOrderId);
  } catch (error) {
    if (error instanceof CardPartnerRefusedError && error.reason === 'not_found') return null;
    throw error;
  }
}

function stepOf(
  { db, nowMs }: CardOrderActivityDeps,
  id: string,
  { event, cause }: { readonly event: CardOrderStepEvent; readonly cause: string | null },
): Promise<CardOrderSnapshot> {
  return stepUnlessMoved(
    () =>
      moneyTransaction(db, async (tx) => {
        await applyStep(tx, cardOrderProcess, { id, event, cause, nowMs: nowMs(), byWorkflow: true });
        return snapshotOf(await readCardOrder(tx, id));
      }),
    async () => snapshotOf(await readCardOrder(db, id)),
  );
}
