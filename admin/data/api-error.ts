import type { ErrorBody } from '../../contract/errors.ts';
import { t } from '../i18n/translate.ts';

/** An answer that is not a success. `body.errors` is what react-admin's forms read field errors from. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly requestId: string | null;
  readonly body: { errors: Record<string, string> };
  readonly #strange: readonly string[];

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message || (status === 0 ? t('error.network') : t('error.generic')));
    this.status = status;
    this.code = body.code ?? '';
    this.fields = body.errors ?? {};
    this.requestId = body.request_id ?? null;
    this.body = { errors: firstOfEach(this.fields) };
    this.#strange = body.message || body.code ? [] : textsIn(body);
  }

  /** Whether the service failed without a word about what was asked: unreachable, or an error of its own. */
  get isUnexplained(): boolean {
    return (this.status === 0 || this.status >= 500) && Object.keys(this.fields).length === 0;
  }

  /** The messages to toast: the first of each field, the error's own, or each value of another body (spec §8). */
  messages(): string[] {
    const fields = Object.values(this.body.errors);
    const messages = fields.length > 0 ? fields : this.#strange.length > 0 ? this.#strange : [this.message];
    return [...new Set(messages)].filter((text) => text !== SILENT);
  }
}

/** Spec §8: this one is not toasted. */
const SILENT = 'The two fa code field is required.';

export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, {});
}

/** The texts of a body that is not ours, such as that of a proxy on the way. */
function textsIn(body: object): string[] {
  const texts = Object.values(body).flat();
  return texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '').slice(0, MOST_TEXTS);
}

/** As many as are shown at a time. */
const MOST_TEXTS = 5;

function firstOfEach(fields: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  const first: Record<string, string> = {};
  for (const [field, messages] of Object.entries(fields)) {
    const message = messages[0];
    if (message) first[field] = message;
  }
  return first;
}
