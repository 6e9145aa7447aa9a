import type { BankView } from '../../../api/contract/staff-bank.ts';
import type { StaffApi } from '../data/staff-call.ts';

export const BANK = ['bank'] as const;

export const bankCalls = (api: StaffApi) => ({
  bank: () => api.get<BankView>('bank'),
  /** Reads a refused file again, or sends one whose outcome is unknown again. */
  retryBankFile: (id: string, note: string) => api.post<BankView>(`bank/files/${id}/retry`, { note }),
  bankFile: (id: string) => api.file('GET', `bank/files/${id}/content`),
  bookAsCost: (id: string, note: string) => api.post<BankView>(`bank/entries/${id}/cost`, { note }),
  resolveDifference: (id: string, note: string) => api.post<BankView>(`bank/differences/${id}/resolve`, { note }),
});
