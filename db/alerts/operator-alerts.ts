import type { Tx } from '../core/sequelize.ts';
import { type Alert, raiseAlert, resolveAlert } from './alerts.ts';

interface DecidedRow<Row> {
  readonly before: { readonly row: Row };
  readonly outcome: { readonly effects: readonly { readonly type: string; readonly message?: string }[] };
}

/**
 * Carries out the effects `alert` and `resolve_alert` of a process: at most one alert is open about each row.
 * @param alertOf its message is for effects that have none
 */
export function operatorAlerts<Row>(alertOf: (row: Row) => Omit<Alert, 'message'> & Partial<Alert>) {
  const handler = async (tx: Tx, decided: readonly DecidedRow<Row>[]): Promise<undefined> => {
    for (const { before, outcome } of decided) {
      const alert = alertOf(before.row);
      for (const { type, message = alert.message ?? '' } of outcome.effects) {
        if (type === 'alert') await raiseAlert(tx, { ...alert, message });
        if (type === 'resolve_alert') await resolveAlert(tx, alert);
      }
    }
  };
  return { alert: handler, resolve_alert: handler };
}
