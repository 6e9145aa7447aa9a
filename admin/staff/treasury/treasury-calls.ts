import type { Static } from 'typebox';
import type {
  ArriveTransferBody,
  DecideTransferBody,
  ProposeTransferBody,
  RequestRouteBody,
  SetLevelBody,
} from '../../../contract/staff-transfers.ts';
import type {
  ChangeHedgingBody,
  ChangeLimitsBody,
  ChangeLossLimitBody,
  StaffTreasury,
} from '../../../contract/staff-treasury.ts';
import type { StaffApi } from '../data/staff-call.ts';

export const TREASURY = ['treasury'] as const;

type Treasury = readonly StaffTreasury[];
type Decision = Static<typeof DecideTransferBody>;

export const treasuryCalls = (api: StaffApi) => ({
  treasury: () => api.get<Treasury>('treasury'),
  changeHedging: (body: ChangeHedgingBody) => api.post<Treasury>('treasury/hedging', body),
  /** Requests other limits, or confirms the request that is named. */
  changeLimits: (body: ChangeLimitsBody) => api.post<Treasury>('treasury/limits', body),
  changeLossLimit: (body: ChangeLossLimitBody) => api.post<Treasury>('treasury/loss-limit', body),
  proposeTransfer: (body: Static<typeof ProposeTransferBody>) => api.post<Treasury>('treasury/transfers', body),
  approveTransfer: (body: Decision) => api.post<Treasury>('treasury/transfers/approve', body),
  /** Refuses it, or cancels it as long as nothing has left. */
  refuseTransfer: (body: Decision) => api.post<Treasury>('treasury/transfers/refuse', body),
  bookArrival: (body: Static<typeof ArriveTransferBody>) => api.post<Treasury>('treasury/transfers/arrived', body),
  requestRoute: (body: Static<typeof RequestRouteBody>) => api.post<Treasury>('treasury/routes', body),
  confirmRoute: (body: Decision) => api.post<Treasury>('treasury/routes/confirm', body),
  endRoute: (body: Decision) => api.post<Treasury>('treasury/routes/end', body),
  setLevel: (body: Static<typeof SetLevelBody>) => api.post<Treasury>('treasury/levels', body),
});
