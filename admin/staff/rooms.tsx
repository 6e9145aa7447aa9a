import { type ComponentType, lazy } from 'react';
import type { StaffOverview } from '../../contract/staff-operations.ts';
import type { StaffPermission } from '../../domain/accounts/staff-permissions.ts';
import type { MessageKey } from '../i18n/translate.ts';

/** The groups of rooms, in the order of the navigation. */
export const STAFF_ROOM_GROUPS = ['review', 'money', 'records'] as const;
export type StaffRoomGroup = (typeof STAFF_ROOM_GROUPS)[number];

/** Its name in the navigation, which is that of its page, and its group there; without them other rooms lead to it. */
type InNavigation =
  | { readonly label: MessageKey; readonly group: StaffRoomGroup }
  | { readonly label?: undefined; readonly group?: undefined };

interface RoomItself {
  /** Below `/compliance/`. */
  readonly path: string;
  /** The permission that opens it. */
  readonly permission: StaffPermission;
  readonly Room: ComponentType;
  /** How much waits there. */
  readonly count?: (overview: StaffOverview) => number;
}

export type StaffRoom = RoomItself & InNavigation;

/** The rooms of the console, in the order of the navigation within their group. */
export const STAFF_ROOMS: readonly StaffRoom[] = [
  {
    path: 'cases',
    permission: 'case_view',
    Room: lazy(() => import('./compliance/cases-page.tsx')),
    label: 'staff.nav.cases',
    group: 'review',
    count: ({ cases }) => cases,
  },
  { path: 'cases/:id', permission: 'case_view', Room: lazy(() => import('./compliance/case-page.tsx')) },
  {
    path: 'operations',
    permission: 'operation_view',
    Room: lazy(() => import('./operations/operations-page.tsx')),
    label: 'staff.nav.operations',
    group: 'review',
    count: ({ operations }) => operations,
  },
  { path: 'operations/:id', permission: 'operation_view', Room: lazy(() => import('./operations/operation-page.tsx')) },
  {
    path: 'reports',
    permission: 'report_view',
    Room: lazy(() => import('./reports/reports-page.tsx')),
    label: 'staff.nav.reports',
    group: 'review',
    count: ({ drafts }) => drafts,
  },
  { path: 'reports/:id', permission: 'report_view', Room: lazy(() => import('./reports/report-page.tsx')) },
  {
    path: 'claims',
    permission: 'claim_view',
    Room: lazy(() => import('./claims/claims-page.tsx')),
    label: 'staff.nav.claims',
    group: 'review',
  },
  { path: 'claims/:id', permission: 'claim_view', Room: lazy(() => import('./claims/claim-page.tsx')) },
  {
    path: 'card-orders',
    permission: 'card_order_view',
    Room: lazy(() => import('./card-orders/card-orders-page.tsx')),
    label: 'staff.nav.cards',
    group: 'money',
  },
  {
    path: 'card-orders/:id',
    permission: 'card_order_view',
    Room: lazy(() => import('./card-orders/card-order-page.tsx')),
  },
  {
    path: 'custody',
    permission: 'custody_view',
    Room: lazy(() => import('./custody/custody-page.tsx')),
    label: 'staff.nav.custody',
    group: 'money',
  },
  {
    path: 'reserves',
    permission: 'custody_view',
    Room: lazy(() => import('./reserves/reserves-page.tsx')),
    label: 'staff.nav.reserves',
    group: 'money',
  },
  {
    path: 'treasury',
    permission: 'treasury_view',
    Room: lazy(() => import('./treasury/treasury-page.tsx')),
    label: 'staff.nav.treasury',
    group: 'money',
  },
  {
    path: 'bank',
    permission: 'bank_view',
    Room: lazy(() => import('./bank/bank-page.tsx')),
    label: 'staff.nav.bank',
    group: 'money',
  },
  {
    path: 'alerts',
    permission: 'alert_view',
    Room: lazy(() => import('./alerts/alerts-page.tsx')),
    label: 'staff.nav.alerts',
    group: 'review',
    count: ({ alerts }) => alerts,
  },
  { path: 'alerts/:id', permission: 'alert_view', Room: lazy(() => import('./alerts/alert-page.tsx')) },
  { path: 'alerts/runbooks/:name', permission: 'alert_view', Room: lazy(() => import('./alerts/runbook-page.tsx')) },
  {
    path: 'deletions',
    permission: 'account_delete',
    Room: lazy(() => import('./deletions/deletions-page.tsx')),
    label: 'staff.nav.deletions',
    group: 'review',
  },
  {
    path: 'tickets',
    permission: 'ticket_view',
    Room: lazy(() => import('./tickets/tickets-page.tsx')),
    label: 'staff.nav.tickets',
    group: 'review',
    count: ({ tickets }) => tickets,
  },
  { path: 'tickets/:id', permission: 'ticket_view', Room: lazy(() => import('./tickets/ticket-page.tsx')) },
  {
    path: 'visitors',
    permission: 'visitor_view',
    Room: lazy(() => import('./visitors/visitors-page.tsx')),
    label: 'staff.nav.visitors',
    group: 'review',
  },
  { path: 'saved-answers', permission: 'ticket_view', Room: lazy(() => import('./tickets/saved-answers-page.tsx')) },
  // Emails to support of earlier versions lead there.
  { path: 'contacts/:id', permission: 'ticket_view', Room: lazy(() => import('./tickets/message-page.tsx')) },
  {
    path: 'partners',
    permission: 'partner_view',
    Room: lazy(() => import('./partners/partners-page.tsx')),
    label: 'staff.nav.partners',
    group: 'review',
  },
  { path: 'partners/:id', permission: 'partner_view', Room: lazy(() => import('./partners/partner-page.tsx')) },
  {
    path: 'updates',
    permission: 'update_view',
    Room: lazy(() => import('./updates/updates-page.tsx')),
    label: 'staff.nav.updates',
    group: 'records',
  },
  { path: 'updates/:id', permission: 'update_view', Room: lazy(() => import('./updates/update-page.tsx')) },
  {
    path: 'audit',
    permission: 'audit_view',
    Room: lazy(() => import('./records/staff-audit-page.tsx')),
    label: 'staff.nav.audit',
    group: 'records',
  },
  {
    path: 'looks',
    permission: 'look_view',
    Room: lazy(() => import('./records/looks-page.tsx')),
    label: 'staff.nav.looks',
    group: 'records',
  },
];
