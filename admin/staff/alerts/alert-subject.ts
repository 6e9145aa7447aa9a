import type { StaffPermission } from '../../../domain/accounts/staff-permissions.ts';
import type { AlertKind } from '../../../domain/alerts/kinds.ts';

/** The page of the console that shows what an alert is about. */
export interface SubjectPage {
  readonly to: string;
  readonly permission: StaffPermission;
}

/** Where the subject of an alert is shown; null if the console has no page of it. */
export function pageOfSubject({
  kind,
  subject,
}: {
  readonly kind: string;
  readonly subject: string;
}): SubjectPage | null {
  const [of, id = ''] = subject.split(':');
  const isRecord = UUID.test(id);
  if (of === 'case' && isRecord) return page(`/compliance/cases/${id}`, 'case_view');
  if (of === 'suspension' && isRecord) return page(`/compliance/operations/${id}`, 'operation_view');
  if (of === 'card_order' && isRecord) return page(`/compliance/card-orders/${id}`, 'card_order_view');
  if (of === 'partner' && isRecord) return page(`/compliance/partners/${id}`, 'partner_view');
  if (of === 'ticket' && isRecord) return page(`/compliance/tickets/${id}`, 'ticket_view');
  return Object.hasOwn(PAGES, kind) ? (PAGES[kind as AlertKind] ?? null) : null;
}

const UUID = /^[0-9a-f-]{36}$/;

const custody = page('/compliance/custody', 'custody_view');
const treasury = page('/compliance/treasury', 'treasury_view');
const bank = page('/compliance/bank', 'bank_view');

const PAGES: Readonly<Partial<Record<AlertKind, SubjectPage>>> = {
  account_deletion: page('/compliance/deletions', 'account_delete'),
  audit_log: page('/compliance/audit', 'audit_view'),
  bank_name_question: bank,
  custody_missing: custody,
  custody_surplus: custody,
  custody_unchecked: custody,
  exchange_away: treasury,
  exchange_balance: treasury,
  hedge_order_unknown: treasury,
  hedging_behind: treasury,
  hedging_stopped: treasury,
  reserves_unproven: custody,
  stray_payment: custody,
  support_mailbox_away: page('/compliance/tickets', 'ticket_view'),
  treasury_transfer_failed: treasury,
  treasury_transfer_late: treasury,
  treasury_transfer_short: treasury,
};

function page(to: string, permission: StaffPermission): SubjectPage {
  return { to, permission };
}
