import type { ErrorBody } from '../../api/contract/errors.ts';
import type { BusinessBody, PersonBody, StatementBody, Verification } from '../../api/contract/verification.ts';
import { ApiError } from '../data/api-error.ts';
import { readCsrfToken, refreshCsrf } from '../data/csrf.ts';
import { type CallOptions, call } from '../data/http-client.ts';
import { visitorId } from '../data/visitor-id.ts';

const ROOT = '/spa/merchant/verification';

export interface Upload {
  readonly kind: Verification['wanted'][number]['kind'];
  readonly personId: string | null;
  readonly file: File;
  readonly expiresOn: string | null;
}

/**
 * The calls of the verification (spec §7). Each answers with all of it as it is then, and throws ApiError when refused.
 */
export const verificationCalls = {
  read: () => send('GET', ''),
  answer: (answer: string) => send('POST', '/answer', answer === '' ? {} : { answer }),
  tellTeam: (body: StatementBody) => send('POST', '/statements', body),
  step: (name: 'skip-test' | 'submit-business' | 'submit-people' | 'reopen') => send('POST', `/${name}`),
  saveBusiness: (business: BusinessBody) => send('PUT', '/business', business),
  savePerson: (person: PersonBody, id: string | null) =>
    id === null ? send('POST', '/people', person) : send('PUT', `/people/${id}`, person),
  removePerson: (id: string) => send('DELETE', `/people/${id}`),
  removeDocument: (id: string) => send('DELETE', `/documents/${id}`),
  async upload(upload: Upload, onProgress: (share: number) => void): Promise<Verification> {
    if (readCsrfToken() === null) await refreshCsrf();
    try {
      return await sendFile(upload, onProgress);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 419) throw error;
      await refreshCsrf();
      return sendFile(upload, onProgress);
    }
  },
} as const;

async function send(method: NonNullable<CallOptions['method']>, path: string, body?: object): Promise<Verification> {
  return (await call<{ data: Verification }>(`${ROOT}${path}`, { method, body })).json.data;
}

/** By XMLHttpRequest, because only that says how far an upload has come. */
function sendFile({ kind, personId, file, expiresOn }: Upload, onProgress: (share: number) => void) {
  const query = new URLSearchParams({ kind, file_name: file.name.slice(-200) || 'document' });
  if (personId !== null) query.set('person_id', personId);
  if (expiresOn) query.set('expires_on', expiresOn);
  const visitor = visitorId();
  return new Promise<Verification>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${ROOT}/documents?${query}`);
    request.responseType = 'json';
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
    request.setRequestHeader('X-XSRF-TOKEN', readCsrfToken() ?? '');
    if (visitor) request.setRequestHeader('X-VISITOR-ID', visitor);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const answer = (request.response ?? {}) as { data?: Verification } & Partial<ErrorBody>;
      if (request.status === 200 && answer.data) resolve(answer.data);
      else reject(new ApiError(request.status, answer));
    };
    request.onerror = () => reject(new ApiError(0, {}));
    request.send(file);
  });
}
