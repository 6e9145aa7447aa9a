import { useCallback, useRef } from 'react';
import { randomKey } from './random-key.ts';

/**
 * One `Idempotency-Key` for one body: asked again after a lost answer it is the same request, another body is another
 * one.
 */
export function useRequestKey(): (body: unknown) => string {
  const last = useRef({ text: '', key: '' });
  return useCallback((body) => {
    const text = JSON.stringify(body);
    if (last.current.text !== text) last.current = { text, key: randomKey() };
    return last.current.key;
  }, []);
}
