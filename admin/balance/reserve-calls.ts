import type { MerchantReserves } from '../../contract/reserves.ts';
import type { Api } from '../data/api.ts';

/** Days that the server answers with at a time, at most. */
export const RESERVE_DAYS_AT_ONCE = 30;

export const reserveCalls = (api: Api) => ({
  /** The merchant's part of the proof of reserves on the newest public days, or those before a day. */
  reserves: (before?: string) =>
    api.get<MerchantReserves[]>(before === undefined ? 'reserves' : `reserves?before=${encodeURIComponent(before)}`),
});

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof reserveCalls> {}
}
