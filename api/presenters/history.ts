import type { EventRow, MovementRow, ReportSummary } from '../../contract/history.ts';
import type { HistoryEvent } from '../../db/history/event-list.ts';
import type { Movement } from '../../db/history/movements.ts';
import type { Report } from '../../db/reports/reports.ts';
import { gateDecimals } from '../../domain/assets/assets.ts';
import { type Currency, currencyDecimals } from '../../domain/money/currencies.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { reportFileName, reportPath } from '../../domain/reports/reports.ts';

export function presentMovement(movement: Movement, currency: Currency): MovementRow {
  const { gateId, valueMinor, entity } = movement;
  const amount = (minor: bigint) => formatAmount(minor, gateDecimals(gateId));
  const idOf = (kind: string) => (entity?.startsWith(`${kind}:`) === true ? entity.slice(kind.length + 1) : null);
  return {
    id: movement.transferId,
    at: movement.at.toISOString(),
    gate_id: gateId,
    kind: movement.kind,
    amount: amount(movement.minor),
    balance: amount(movement.balanceMinor),
    value: valueMinor === null ? null : formatAmount(valueMinor, currencyDecimals(currency)),
    currency,
    invoice_id: movement.invoiceId,
    payout_id: idOf('payout'),
    refund_id: idOf('refund'),
    mass_payout_id: idOf('mass_payout'),
    withdrawal_id: idOf('withdrawal'),
    conversion_id: idOf('conversion'),
    deposit_id: movement.depositId,
    reference: movement.reference,
  };
}

export function presentHistoryEvent(event: HistoryEvent): EventRow {
  const { id, at, type, entityId, invoiceId, depositId, reference, amount, currency } = event;
  const about = { entity_id: entityId, invoice_id: invoiceId, deposit_id: depositId };
  return { id, at: at.toISOString(), type, ...about, reference, amount, currency };
}

export function presentReport(report: Report): ReportSummary {
  return {
    id: report.id,
    kind: report.kind,
    mode: report.mode,
    filter: report.filter,
    time_zone: report.timeZone,
    created_at: report.createdAt.toISOString(),
    file_name: reportFileName(report),
    path: reportPath(report.id),
  };
}
