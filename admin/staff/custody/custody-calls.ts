import type { ChangeStopBody, CustodyView } from '../../../contract/staff-custody.ts';
import type { StaffDebt, WriteOffBody } from '../../../contract/staff-debts.ts';
import type { StaffApi } from '../data/staff-call.ts';

export const CUSTODY = ['custody'] as const;
export const DEBTS = ['debts'] as const;

export const custodyCalls = (api: StaffApi) => ({
  custody: () => api.get<CustodyView>('custody'),
  stopMoney: (body: ChangeStopBody) => api.post<CustodyView>('custody/stop', body),
  debts: () => api.get<readonly StaffDebt[]>('debts'),
  /** Requests it, or confirms the request that is named. */
  writeOff: (body: WriteOffBody) => api.post<readonly StaffDebt[]>('debts/write-off', body),
});
