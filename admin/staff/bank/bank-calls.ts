import type {
  AnswerNameBody,
  BankCreditView,
  BankView,
  ConfirmChoiceBody,
  MatchCreditBody,
  RequestChoiceBody,
  RequestReleaseBody,
  ReturnCreditBody,
} from '../../../contract/staff-bank.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import type { StaffApi } from '../data/staff-call.ts';

export const BANK = ['bank'] as const;

export const bankCalls = (api: StaffApi) => ({
  bank: () => api.get<BankView>('bank'),
  /** Reads a refused file again, or sends one whose outcome is unknown again. */
  retryBankFile: (id: string, note: string) => api.post<BankView>(`bank/files/${id}/retry`, { note }),
  /** Tears up a file that was not sent. */
  tearUpBankFile: (id: string, note: string) => api.post<BankView>(`bank/files/${id}/tear-up`, { note }),
  requestRelease: (body: RequestReleaseBody) => api.post<BankView>('bank/releases', body),
  confirmRelease: (id: string) => api.post<BankView>(`bank/releases/${id}/confirm`),
  bankFile: (id: string) => api.file('GET', `bank/files/${id}/content`),
  bookAsCost: (id: string, note: string) => api.post<BankView>(`bank/entries/${id}/cost`, { note }),
  /** The newest in suspense. */
  bankCredits: (mode: Mode) => api.get<readonly BankCreditView[]>(`bank/credits?mode=${mode}&per_page=100`),
  /** One person proposes what becomes of a credit, another one of another role confirms it. */
  matchCredit: (id: string, body: MatchCreditBody) => api.post<undefined>(`bank/credits/${id}/match`, body),
  returnCredit: (id: string, body: ReturnCreditBody) => api.post<undefined>(`bank/credits/${id}/return`, body),
  commissionCredit: (id: string, reason: string) => api.post<undefined>(`bank/credits/${id}/commission`, { reason }),
  confirmMatch: (id: string) => api.post<undefined>(`bank/matches/${id}/confirm`),
  discardMatch: (id: string) => api.post<undefined>(`bank/matches/${id}/discard`),
  /** About a payment of the gateway's own. */
  answerName: (id: string, body: AnswerNameBody) => api.post<BankView>(`bank/payments/${id}/answer`, body),
  /** That the bank did not make a disputed payment: one person requests it, another one of another role confirms it. */
  requestRejection: (id: string, note: string) => api.post<BankView>(`bank/payments/${id}/rejection`, { note }),
  confirmRejection: (id: string) => api.post<BankView>(`bank/rejections/${id}/confirm`),
  /** Which of two statements is right: one person requests it, another one of another role confirms it. */
  requestChoice: (id: string, body: RequestChoiceBody) => api.post<BankView>(`bank/contradictions/${id}/choice`, body),
  confirmChoice: (id: string, body: ConfirmChoiceBody) => api.post<BankView>(`bank/contradictions/${id}/confirm`, body),
  resolveDifference: (id: string, note: string) => api.post<BankView>(`bank/differences/${id}/resolve`, { note }),
});
