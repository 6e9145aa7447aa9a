import type { FinishDeletionBody, StaffDeletion, WithdrawDeletionBody } from '../../../contract/staff-deletions.ts';
import type { StaffApi } from '../data/staff-call.ts';

export const DELETIONS = ['deletions'] as const;

type Deletions = readonly StaffDeletion[];

export const deletionCalls = (api: StaffApi) => ({
  deletions: () => api.get<Deletions>('deletions'),
  /** Requests it, or confirms the request that is named. */
  finishDeletion: (body: FinishDeletionBody) => api.post<Deletions>('deletions/finish', body),
  withdrawDeletion: (body: WithdrawDeletionBody) => api.post<Deletions>('deletions/withdraw', body),
});
