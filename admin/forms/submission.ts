import { useCallback, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ApiError, toApiError } from '../data/api-error.ts';

export interface SubmissionOptions<V> {
  /** Sends the values. Errors are reported, and shown at the fields that they name. */
  readonly send: (values: V) => Promise<void>;
  readonly tell: (error: unknown) => void;
}

/**
 * Sends a form, one request at a time. A refusal is reported and returned by field name; the first named field gets the
 * focus, and all input stays.
 */
export function useSubmission<V extends FieldValues>({ send, tell }: SubmissionOptions<V>) {
  const isBusy = useRef(false);
  return useCallback(
    async (values: V, form: HTMLElement | null): Promise<Record<string, string> | undefined> => {
      if (isBusy.current) return undefined;
      isBusy.current = true;
      try {
        await send(values);
        return undefined;
      } catch (error) {
        const { errors } = toApiError(error).body;
        if (!isSaidAtCodes(form, Object.keys(errors))) tell(error);
        focusFirst(form, Object.keys(errors));
        return errors;
      } finally {
        isBusy.current = false;
      }
    },
    [send, tell],
  );
}

/** The same refusal at a field that it does not name, for forms with nothing else that could be wrong. */
export function atField(source: string, thrown: unknown): ApiError {
  const error = toApiError(thrown);
  if (error.body.errors[source] !== undefined) return error;
  const [message = error.message] = Object.values(error.body.errors);
  return new ApiError(error.status, { message, code: error.code, errors: { [source]: [message] } });
}

/** A code is all that such a form asks for, so what is wrong with it is said there, and not once more in a notice. */
function isSaidAtCodes(form: HTMLElement | null, names: readonly string[]): boolean {
  const codes = [...(form?.querySelectorAll('[autocomplete=one-time-code]') ?? [])].map((code) =>
    code.getAttribute('name'),
  );
  return names.length > 0 && names.every((name) => codes.includes(name));
}

function focusFirst(form: HTMLElement | null, names: readonly string[]): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[name]') ?? [])];
  fields.find((field) => names.includes(field.getAttribute('name') ?? ''))?.focus();
}
