import { raiseAlert, resolveAlert } from '../../db/alerts.ts';
import type { Chain } from '../../db/chain/cursor.ts';
import { type Db, moneyTransaction } from '../../db/sequelize.ts';
import { execute, select } from '../../db/sql.ts';
import type { PaymentEffects } from './record.ts';

/** The kind of the alert about an invoice that could not take in its payments. */
const kind = 'invoice_stuck';

/**
 * The same effects, one invoice at a time: if one fails, its payments stay recorded, the books stay unchanged and
 * operators are alerted. One invoice never stops a chain.
 */
export function isolateInvoices(effects: PaymentEffects, chain: Chain): PaymentEffects {
  return {
    applyStrayPayments: effects.applyStrayPayments,
    async applyInvoiceEvent(tx, step) {
      await execute(tx, 'SAVEPOINT one_invoice');
      try {
        await effects.applyInvoiceEvent(tx, step);
        await execute(tx, 'RELEASE SAVEPOINT one_invoice');
      } catch (error) {
        // If the connection itself failed, this fails too and the whole read is rolled back.
        await execute(tx, 'ROLLBACK TO SAVEPOINT one_invoice');
        const reason = error instanceof Error ? error.message : String(error);
        const message =
          `The payments of this invoice are recorded but could not be booked: ${reason} ` +
          'Tidegate retries every 30 seconds.';
        await raiseAlert(tx, { kind, subject: subjectOf(chain, step.id), message });
      }
    },
  };
}

/**
 * Lets invoices that were stuck on this chain decide again. Invoices always read all of their payments, so nothing was
 * lost.
 */
export async function retryStuckInvoices(
  db: Db,
  { effects, chain, nowMs }: { readonly effects: PaymentEffects; readonly chain: Chain; readonly nowMs: number },
): Promise<void> {
  const prefix = subjectOf(chain, '');
  const open = await select<{ subject: string }>(
    db,
    'SELECT subject FROM alert WHERE kind = $1 AND resolved_at IS NULL AND starts_with(subject, $2)',
    [kind, prefix],
  );
  for (const { subject } of open) {
    const id = subject.slice(prefix.length);
    const step = { id, event: { type: 'payments_changed' }, cause: null, nowMs } as const;
    await moneyTransaction(db, async (tx) => {
      await effects.applyInvoiceEvent(tx, step);
      await resolveAlert(tx, { kind, subject });
    }).catch(() => {
      // Still stuck: the alert stays open, and the next read tries again.
    });
  }
}

function subjectOf({ mode, network }: Chain, invoiceId: string): string {
  return `${mode}:${network}:${invoiceId}`;
}
