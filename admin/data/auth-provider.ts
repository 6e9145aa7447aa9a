import type { AuthProvider } from 'react-admin';
import { isAllowed } from './access.ts';
import { ApiError } from './api-error.ts';
import { loadUser, session, signIn, signOut } from './session.ts';

const SIGN_IN = '/auth/sign-in';
/** The client has gone to sign-in already and remembered the page; react-admin only has to stay out of the way. */
const TO_SIGN_IN = { redirectTo: SIGN_IN, message: false, logoutUser: false } as const;

/** react-admin's view of the session. */
export const authProvider: AuthProvider = {
  login: signIn,
  async logout() {
    if (session.get()) await signOut().catch(() => session.set(null));
    return SIGN_IN;
  },
  async checkAuth() {
    try {
      await loadUser();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) throw TO_SIGN_IN;
      throw error;
    }
  },
  async checkError(error: unknown) {
    if (!(error instanceof ApiError) || error.status !== 401) return;
    session.set(null);
    throw TO_SIGN_IN;
  },
  async getIdentity() {
    const user = await loadUser();
    return { id: user.id, fullName: user.full_name };
  },
  async canAccess({ resource, action }) {
    return isAllowed((await loadUser()).permissions, resource, action);
  },
  async getPermissions() {
    return (await loadUser()).permissions;
  },
};
