import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { CODE_LENGTH } from '../components/code-digits.ts';

/** Sends the form around it as soon as all of these codes are complete (spec §5). They are its last fields. */
export function SendWhenComplete({ sources }: { sources: readonly string[] }) {
  const marker = useRef<HTMLSpanElement>(null);
  const codes: unknown[] = useWatch({ name: [...sources] });
  const isComplete = codes.every((code) => typeof code === 'string' && code.length === CODE_LENGTH);
  const whole = isComplete ? codes.join() : '';
  useEffect(() => {
    if (whole !== '') marker.current?.closest('form')?.requestSubmit();
  }, [whole]);
  return <span ref={marker} hidden />;
}
