import type { StaffReserves } from '../../../contract/staff-reserves.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import type { StaffApi } from '../data/staff-call.ts';

/** Days that the server answers with at a time, at most. */
export const RESERVE_DAYS_AT_ONCE = 30;

export const reserveCalls = (api: StaffApi) => ({
  /** The newest days of the proof of reserves, or those before a day. */
  reserves: (mode: Mode, before?: string) => {
    const query = new URLSearchParams({ mode, ...(before === undefined ? {} : { before }) });
    return api.get<StaffReserves>(`reserves?${query}`);
  },
});
