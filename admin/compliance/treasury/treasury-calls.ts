import type {
  ChangeHedgingBody,
  ChangeLimitsBody,
  ChangeLossLimitBody,
  StaffTreasury,
} from '../../../api/contract/staff-treasury.ts';
import type { StaffApi } from '../data/staff-call.ts';

export const TREASURY = ['treasury'] as const;

type Treasury = readonly StaffTreasury[];

export const treasuryCalls = (api: StaffApi) => ({
  treasury: () => api.get<Treasury>('treasury'),
  changeHedging: (body: ChangeHedgingBody) => api.post<Treasury>('treasury/hedging', body),
  /** Requests other limits, or confirms the request that is named. */
  changeLimits: (body: ChangeLimitsBody) => api.post<Treasury>('treasury/limits', body),
  changeLossLimit: (body: ChangeLossLimitBody) => api.post<Treasury>('treasury/loss-limit', body),
});
