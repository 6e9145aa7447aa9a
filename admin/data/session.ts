import type { LoginBody, SpaUser } from '../../contract/session.ts';
import { call, whenAcceptanceIsRefused, whenSessionEnds } from './http-client.ts';
import { keepSignedInHint } from './signed-in-hint.ts';
import { makeStore } from './store.ts';

export type { SpaUser } from '../../contract/session.ts';
export type Profile = SpaUser['active_profile_type'];

/** The signed-in user, null before it is known and after signing out. */
export const session = makeStore<SpaUser | null>(null);

let loading: Promise<SpaUser> | null = null;

/** The signed-in user, fetched once. @throws ApiError 401 when nobody is signed in. */
export function loadUser(): Promise<SpaUser> {
  const known = session.get();
  if (known) return Promise.resolve(known);
  loading ??= call<{ data: SpaUser }>('/spa/user', { isPage: true })
    .then(({ json }) => adoptUser(json.data))
    .finally(() => {
      loading = null;
    });
  return loading;
}

/** Takes the user of an answer that changed it. */
export function adoptUser(user: SpaUser): SpaUser {
  keepSignedInHint(true);
  session.set(user);
  return user;
}

/** Refetches the signed-in user after their data has changed. */
export function reloadUser(): Promise<SpaUser> {
  return call<{ data: SpaUser }>('/spa/user').then(({ json }) => adoptUser(json.data));
}

/**
 * @throws ApiError 401 `invalid_credentials`, 406 on a device not seen before, 422, also where 2FA asks for its code.
 */
export async function signIn(credentials: LoginBody): Promise<SpaUser> {
  const { json } = await call<{ data: SpaUser }>('/auth/login', { method: 'POST', body: credentials });
  return adoptUser(json.data);
}

export async function signOut(): Promise<void> {
  await call('/auth/logout', { method: 'POST' });
  forgetUser();
}

/** The server has ended the session. */
export function forgetUser(): void {
  session.set(null);
  keepSignedInHint(false);
}

whenSessionEnds(forgetUser);
// Once: while the documents are known to wait, nothing more is asked.
whenAcceptanceIsRefused(() => {
  if (session.get()?.legal_to_accept.length === 0) void reloadUser().catch(() => undefined);
});
