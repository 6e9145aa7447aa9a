import type { ChangeUpdateBody, UpdateView, WriteUpdateBody } from '../../../contract/staff-updates.ts';
import type { StaffApi } from '../data/staff-call.ts';

export const updateCalls = (api: StaffApi) => ({
  writeUpdate: (body: WriteUpdateBody) => api.post<UpdateView>('updates', body),
  changeUpdate: (id: string, body: ChangeUpdateBody) => api.put<UpdateView>(`updates/${id}`, body),
  discardUpdate: (id: string) => api.post<UpdateView>(`updates/${id}/discard`),
  testUpdate: (id: string) => api.post<UpdateView>(`updates/${id}/test`),
  approveUpdate: (id: string, version: number) => api.post<UpdateView>(`updates/${id}/approve`, { version }),
  stopUpdate: (id: string) => api.post<UpdateView>(`updates/${id}/stop`),
});
