import { type Api, makeApi } from './api.ts';
import { placeOf } from './place.ts';
import { session } from './session.ts';

/**
 * The API of the mode and shop that are shown, for addresses in links: methods of the data provider answer with
 * promises.
 */
export function apiNow(): Api {
  const user = session.get();
  return makeApi(user === null ? { mode: 'sandbox', shopId: null } : placeOf(user));
}
