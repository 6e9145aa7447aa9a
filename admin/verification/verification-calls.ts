import type { CompanyDraft } from '../../contract/account.ts';
import type { BusinessBody, PersonBody, StatementBody, Verification } from '../../contract/verification.ts';
import type { Api } from '../data/api.ts';
import type { DocumentUpload } from './upload-document.ts';

const ROOT = '/spa/merchant/verification';

export type VerificationStep = 'skip-test' | 'submit-business' | 'submit-people' | 'reopen';

/** The merchant's calls during verification (spec §7). Each returns the whole verification as it is afterwards. */
export const verificationCalls = (api: Api) => ({
  verification: () => api.get<Verification>(ROOT),
  answerTeam: (answer: string) => api.post<Verification>(`${ROOT}/answer`, answer === '' ? {} : { answer }),
  tellTeam: (body: StatementBody) => api.post<Verification>(`${ROOT}/statements`, body),
  takeStep: (name: VerificationStep) => api.post<Verification>(`${ROOT}/${name}`),
  /** The business data from the application for the account. */
  companyDraft: () => api.get<CompanyDraft>('/auth/company'),
  saveBusiness: (business: BusinessBody) => api.put<Verification>(`${ROOT}/business`, business),
  /** A new one without an id. */
  savePerson: (person: PersonBody, id: string | null) =>
    id === null
      ? api.post<Verification>(`${ROOT}/people`, person)
      : api.put<Verification>(`${ROOT}/people/${id}`, person),
  removePerson: (id: string) => api.delete<Verification>(`${ROOT}/people/${id}`),
  removeDocument: (id: string) => api.delete<Verification>(`${ROOT}/documents/${id}`),
  uploadDocument: async (upload: DocumentUpload, onProgress: (share: number) => void) =>
    (await import('./upload-document.ts')).uploadDocument(`${ROOT}/documents`, upload, onProgress),
});

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof verificationCalls> {}
}
