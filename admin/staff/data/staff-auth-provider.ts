import type { AuthProvider } from 'react-admin';
import type { StaffPermission } from '../../../domain/accounts/staff-permissions.ts';
import { staffSession } from './staff-call.ts';
import { signInStaff } from './staff-session.ts';

export const STAFF_SIGN_IN = '/compliance/sign-in';

/** Which permission lists a collection. */
const LISTS: Readonly<Record<string, StaffPermission>> = {
  'card-orders': 'card_order_view',
  cases: 'case_view',
  claims: 'claim_view',
  operations: 'operation_view',
  reports: 'report_view',
  alerts: 'alert_view',
  tickets: 'ticket_view',
  applications: 'visitor_view',
  'article-answers': 'visitor_view',
  partners: 'partner_view',
  updates: 'update_view',
  audit: 'audit_view',
  looks: 'look_view',
  'bank/files': 'bank_view',
  'bank/credits': 'bank_view',
};

/** react-admin's view of the staff session. The console itself redirects to sign-in and back. */
export const staffAuthProvider: AuthProvider = {
  login: signInStaff,
  logout: async () => STAFF_SIGN_IN,
  async checkAuth() {
    if (!staffSession.get()?.two_fa_enabled) throw { redirectTo: STAFF_SIGN_IN, message: false, logoutUser: false };
  },
  checkError: async () => undefined,
  async canAccess({ resource, action }) {
    const permission = LISTS[resource] ?? `${resource}_${action}`;
    return staffSession.get()?.permissions.includes(permission) ?? false;
  },
};
