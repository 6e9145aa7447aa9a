import type { OperationView, SubjectView, SuspendBody } from '../../../contract/staff-operations.ts';
import type { StaffApi } from '../data/staff-call.ts';

export const operationCalls = (api: StaffApi) => ({
  /** The merchants and operations that can be suspended. */
  subjects: (search: string) =>
    api.get<readonly SubjectView[]>(`operations/subjects${search && `?${new URLSearchParams({ search })}`}`),
  suspend: (body: SuspendBody) => api.post<OperationView>('operations', body),
  reportOperation: (id: string, reason: string) => api.post<OperationView>(`operations/${id}/report`, { reason }),
  releaseOperation: (id: string, reason: string) => api.post<OperationView>(`operations/${id}/release`, { reason }),
});
