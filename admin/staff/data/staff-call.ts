import type { StaffMe } from '../../../contract/staff.ts';
import { type Api, type Call, makeApiOver } from '../../data/api.ts';
import { readCsrfToken } from '../../data/csrf.ts';
import { notify } from '../../data/notices.ts';
import { jsonOf, makeRequest } from '../../data/request.ts';
import { makeStore } from '../../data/store.ts';

/** The person signed in to the console; undefined until it is known. */
export const staffSession = makeStore<StaffMe | null | undefined>(undefined);

const SIGN_IN = '/staff/auth/login';
const COOKIES = ['__Host-XSRF-STAFF=', 'XSRF-STAFF='];

/** The console's way to the API, with a session of its own. 401 signs out, 403 and 429 are toasted. */
const request = makeRequest({
  token: () => readCsrfToken(document.cookie, COOKIES),
  async renewToken() {
    await fetch('/staff/auth/csrf-cookie', { credentials: 'same-origin' });
  },
  onRefused({ status, message }, path) {
    if (status === 401 && path !== SIGN_IN) staffSession.set(null);
    if (status === 403 || status === 429) notify(message, 'error');
  },
});

/** @throws ApiError for every answer that is not a success */
export const staffCall: Call = async <T>(path: string, options = {}) => {
  const response = await request(path, options);
  return { json: (await jsonOf(response)) as T, headers: response.headers };
};

export interface StaffApi extends Pick<Api, 'get' | 'post' | 'put' | 'delete'> {
  /** A file. Downloads are recorded. */
  file(method: 'GET' | 'POST', path: string): Promise<Blob>;
}

export const staffApi: StaffApi = {
  ...makeApiOver(staffCall, (path) => `/staff/${path}`),
  async file(method, path) {
    const response = await request(`/staff/${path}`, { method, ...(method === 'POST' ? { body: {} } : {}) });
    return response.blob();
  },
};
