import type { ErrorBody } from '../../contract/errors.ts';
import type { Verification } from '../../contract/verification.ts';
import { ApiError } from '../data/api-error.ts';
import { readCsrfToken, refreshCsrf } from '../data/csrf.ts';
import { visitorId } from '../data/visitor-id.ts';

export interface DocumentUpload {
  readonly kind: Verification['wanted'][number]['kind'];
  readonly personId: string | null;
  readonly file: File;
  readonly expiresOn: string | null;
}

/**
 * Sends a file and says how far it has come, from 0 to 1. A stale CSRF token is renewed and the file sent once more.
 * @throws ApiError
 */
export async function uploadDocument(
  path: string,
  upload: DocumentUpload,
  onProgress: (share: number) => void,
): Promise<Verification> {
  if (readCsrfToken() === null) await refreshCsrf();
  try {
    return await sendFile(path, upload, onProgress);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 419) throw error;
    await refreshCsrf();
    return sendFile(path, upload, onProgress);
  }
}

/** By XMLHttpRequest, because only that says how far an upload has come. */
function sendFile(
  path: string,
  { kind, personId, file, expiresOn }: DocumentUpload,
  onProgress: (share: number) => void,
) {
  const query = new URLSearchParams({ kind, file_name: file.name.slice(-200) || 'document' });
  if (personId !== null) query.set('person_id', personId);
  if (expiresOn) query.set('expires_on', expiresOn);
  const visitor = visitorId();
  return new Promise<Verification>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${path}?${query}`);
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
