import type { SpaUser } from '../../api/contract/session.ts';
import { ApiError } from './api-error.ts';
import { call } from './http-client.ts';
import { keepSignedInHint } from './signed-in-hint.ts';
import { makeStore } from './store.ts';

export type { SpaUser } from '../../api/contract/session.ts';
export type Profile = SpaUser['active_profile_type'];

/** The signed-in user, null before it is known and after signing out. */
export const session = makeStore<SpaUser | null>(null);

let loading: Promise<SpaUser> | null = null;

/** The signed-in user, asked for once. @throws ApiError 401 when nobody is signed in. */
export function loadUser(): Promise<SpaUser> {
  const known = session.get();
  if (known) return Promise.resolve(known);
  loading ??= call<{ data: SpaUser }>('/spa/user', { isPage: true })
    .then(({ json }) => {
      session.set(json.data);
      keepSignedInHint(true);
      return json.data;
    })
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) keepSignedInHint(false);
      throw error;
    })
    .finally(() => {
      loading = null;
    });
  return loading;
}

/** @throws ApiError 401 `invalid_credentials`, 406 on a device not seen before, 422. */
export async function signIn(credentials: { email: string; password: string; remember: boolean }): Promise<void> {
  const { json } = await call<{ data: SpaUser }>('/auth/login', { method: 'POST', body: credentials });
  keepSignedInHint(true);
  session.set(json.data);
}

export async function signOut(): Promise<void> {
  await call('/auth/logout', { method: 'POST' });
  session.set(null);
  keepSignedInHint(false);
}
