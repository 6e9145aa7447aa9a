import { type Api, makeApi } from './api.ts';
import { session } from './session.ts';

/** The API of the mode that is shown, for addresses in links: methods of the data provider answer with promises. */
export function apiNow(): Api {
  return makeApi({ mode: session.get()?.active_profile_type ?? 'sandbox', shopId: null });
}
