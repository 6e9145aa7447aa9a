import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import type { Chain } from '../../db/chain/cursor.ts';
import { type Db, moneyTransaction, type Tx } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { applyToDeposits, type PaymentEffects } from './record.ts';

/** The kinds of the alerts about an invoice or a deposit that could not take in its payments. */
const STUCK = { invoice: 'invoice_stuck', deposit: 'deposit_stuck' } as const;

type Stuck = keyof typeof STUCK;

/**
 * The same effects, one invoice or deposit at a time: if one fails, its payments stay recorded, the books stay
 * unchanged and operators are alerted. None of them ever stops a chain.
 */
export function isolateInvoices(effects: PaymentEffects, chain: Chain): PaymentEffects {
  return {
    applyStrayPayments: effects.applyStrayPayments,
    applyInvoiceEvent: (tx, step) =>
      isolated(tx, { chain, stuck: 'invoice', id: step.id }, () => effects.applyInvoiceEvent(tx, step)),
    async applyDepositEvents(tx, steps) {
      for (const step of steps) {
        await isolated(tx, { chain, stuck: 'deposit', id: step.id }, () => applyToDeposits(tx, effects, [step]));
      }
      return [];
    },
  };
}

interface Isolated {
  readonly chain: Chain;
  readonly stuck: Stuck;
  readonly id: string;
}

async function isolated(tx: Tx, { chain, stuck, id }: Isolated, work: () => Promise<unknown>): Promise<void> {
  await execute(tx, 'SAVEPOINT one_of_many');
  try {
    await work();
    await execute(tx, 'RELEASE SAVEPOINT one_of_many');
  } catch (error) {
    // If the connection itself failed, this fails too and the whole read is rolled back.
    await execute(tx, 'ROLLBACK TO SAVEPOINT one_of_many');
    const reason = error instanceof Error ? error.message : String(error);
    const message =
      `The payments of this ${stuck} are recorded but could not be booked: ${reason} ` +
      'Tidegate retries every 30 seconds.';
    await raiseAlert(tx, { kind: STUCK[stuck], subject: subjectOf(chain, id), message });
  }
}

/**
 * Lets invoices and deposits that were stuck on this chain decide again. They always read all of their payments, so
 * nothing was lost.
 */
export async function retryStuckInvoices(
  db: Db,
  { effects, chain, nowMs }: { readonly effects: PaymentEffects; readonly chain: Chain; readonly nowMs: number },
): Promise<void> {
  const prefix = subjectOf(chain, '');
  const open = await select<{ kind: (typeof STUCK)[Stuck]; subject: string }>(
    db,
    'SELECT kind, subject FROM alert WHERE kind = ANY($1) AND resolved_at IS NULL AND starts_with(subject, $2)',
    [Object.values(STUCK), prefix],
  );
  for (const { kind, subject } of open) {
    const id = subject.slice(prefix.length);
    const step = { id, event: { type: 'payments_changed' }, cause: null, nowMs } as const;
    await moneyTransaction(db, async (tx) => {
      if (kind === STUCK.invoice) await effects.applyInvoiceEvent(tx, step);
      else await applyToDeposits(tx, effects, [step]);
      await resolveAlert(tx, { kind, subject });
    }).catch(() => {
      // Still stuck: the alert stays open, and the next read tries again.
    });
  }
}

function subjectOf({ mode, network }: Chain, id: string): string {
  return `${mode}:${network}:${id}`;
}
