import type { RecoveryCodes, TwoFaSecret } from '../../../contract/account.ts';
import type { StaffLink, StaffLoginBody, StaffMe } from '../../../contract/staff.ts';
import { ApiError } from '../../data/api-error.ts';
import { staffApi, staffSession } from './staff-call.ts';

/** Asks who is signed in. @throws ApiError when the service does not answer; nobody signed in is no error */
export async function loadStaff(): Promise<void> {
  try {
    staffSession.set(await staffApi.get<StaffMe>('auth/me'));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
}

/** @throws ApiError 401; 422 also where the code of the authenticator is required */
export async function signInStaff(credentials: StaffLoginBody): Promise<void> {
  staffSession.set(await staffApi.post<StaffMe>('auth/login', credentials));
}

export async function signOutStaff(): Promise<void> {
  await staffApi.post('auth/logout');
  staffSession.set(null);
}

export const openLink = (token: string) => staffApi.post<StaffLink>('auth/link', { token });

export async function setFirstPassword(body: {
  readonly token: string;
  readonly password: string;
  readonly password_confirmation: string;
}): Promise<void> {
  staffSession.set(await staffApi.post<StaffMe>('auth/first-password', body));
}

export const newSecret = () => staffApi.post<TwoFaSecret>('auth/2fa/secret', {});

/** Turns the second factor on. The session is complete after {@link loadStaff}. */
export async function enable(two_fa_code: string): Promise<readonly string[]> {
  return (await staffApi.post<RecoveryCodes>('auth/2fa/enable', { two_fa_code })).recovery_codes;
}
