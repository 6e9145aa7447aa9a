import { useEffect } from 'react';
import { CODE_LENGTH } from './code-digits.ts';
import type { FormState } from './use-form.ts';

/**
 * Sends a form that asks for nothing but codes once the last of them is complete (spec §5). Not for forms that move
 * money: there the sixth digit must not be what lets it go, before amount and address were looked at once more.
 */
export function useSendWhenComplete<V extends Readonly<Record<string, string>>>({ values, ref }: FormState<V>): void {
  const isComplete = Object.values(values).every((code) => code.length === CODE_LENGTH);
  useEffect(() => {
    if (isComplete) ref.current?.requestSubmit();
  }, [isComplete, ref]);
}
