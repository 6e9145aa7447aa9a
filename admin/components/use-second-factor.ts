import { useState } from 'react';
import type { TwoFaBody } from '../../contract/account.ts';
import { needsSecondFactor } from './second-factor.tsx';

/**
 * Sends a body and, when the server asks for the second factor, keeps it to be sent again with the code. `isAsked` says
 * that the code is what is missing now.
 */
export function useSecondFactor<Body extends object>(send: (body: Body & TwoFaBody) => Promise<void>) {
  const [kept, setKept] = useState<Body | null>(null);
  return {
    isAsked: kept !== null,
    first: async (body: Body) => {
      try {
        await send(body);
      } catch (error) {
        if (!needsSecondFactor(error)) throw error;
        setKept(body);
      }
    },
    /** Nothing waits for a code any more. */
    forget: () => setKept(null),
    second: async (factor: TwoFaBody) => {
      if (kept) await send({ ...kept, ...factor });
    },
  };
}
