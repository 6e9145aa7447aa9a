import { useEffect, useRef, useState } from 'react';
import { toApiError } from '../data/api-error.ts';
import { reportError } from '../data/http-client.ts';
import { CODE_LENGTH } from './code-digits.ts';

/** How long a refused code stands before its field is empty for the next one (spec §5). */
export const CLEAR_MS = 1000;

/**
 * A code that is sent as soon as it is complete, and cleared one second after it was refused (spec §5). Typing clears
 * it at once. What `send` throws is told in a notice, and stands at the field until something is typed.
 */
export function useCode(send: (code: string) => Promise<void>) {
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(clearing.current), []);

  const check = async (code: string) => {
    setBusy(true);
    try {
      await send(code);
    } catch (refusal) {
      reportError(refusal);
      const { body, message } = toApiError(refusal);
      setError(body.errors.two_fa_code ?? body.errors.code ?? message);
      clearing.current = setTimeout(() => setValue(''), CLEAR_MS);
    } finally {
      setBusy(false);
    }
  };
  const onChange = (code: string) => {
    if (busy) return;
    clearTimeout(clearing.current);
    setError(undefined);
    setValue(code);
    if (code.length === CODE_LENGTH) void check(code);
  };
  return { value, busy, error, onChange };
}
