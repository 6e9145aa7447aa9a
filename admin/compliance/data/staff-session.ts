import type { RecoveryCodes, TwoFaSecret } from '../../api/contract/account.ts';
import type { StaffLink, StaffLoginBody, StaffMe } from '../../api/contract/staff.ts';
import type { StaffPermission } from '../../domain/staff-permissions.ts';
import { ApiError } from '../data/api-error.ts';
import { useStore } from '../data/use-store.ts';
import { staffCall, staffData, staffSession } from './staff-call.ts';

/** Asks who is signed in. @throws ApiError when the service does not answer; nobody signed in is no error */
export async function loadStaff(): Promise<void> {
  try {
    staffSession.set(await staffData<StaffMe>('/staff/auth/me'));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
}

/** @throws ApiError 401; 422 also where the code of the authenticator is asked for */
export async function signInStaff(credentials: StaffLoginBody): Promise<void> {
  staffSession.set(await staffData<StaffMe>('/staff/auth/login', { method: 'POST', body: credentials }));
}

export async function signOutStaff(): Promise<void> {
  await staffCall('/staff/auth/logout', { method: 'POST' });
  staffSession.set(null);
}

export const lookAtLink = (token: string) =>
  staffData<StaffLink>('/staff/auth/link', { method: 'POST', body: { token } });

export async function setFirstPassword(body: {
  readonly token: string;
  readonly password: string;
  readonly password_confirmation: string;
}): Promise<void> {
  staffSession.set(await staffData<StaffMe>('/staff/auth/first-password', { method: 'POST', body }));
}

export const newSecret = () => staffData<TwoFaSecret>('/staff/auth/2fa/secret', { method: 'POST', body: {} });

/** Turns the second factor on. The session is complete after {@link loadStaff}. */
export async function enable(two_fa_code: string): Promise<readonly string[]> {
  const body = { two_fa_code };
  return (await staffData<RecoveryCodes>('/staff/auth/2fa/enable', { method: 'POST', body })).recovery_codes;
}

/** Whether the person signed in may do this. */
export function useStaffMay(permission: StaffPermission): boolean {
  return useStore(staffSession)?.permissions.includes(permission) ?? false;
}
