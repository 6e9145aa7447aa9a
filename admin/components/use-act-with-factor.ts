import { useState } from 'react';
import type { TwoFaBody } from '../../contract/account.ts';
import type { TidegateProvider } from '../data/use-provider.ts';
import { needsSecondFactor } from './second-factor.tsx';
import { type ActOptions, useAct } from './use-act.ts';

/**
 * An action for which the server may ask for the second factor: `isAsked` says that the code is what is missing now,
 * and `second` does it with the code. Nothing is missing any more once it is done, or after `forget`.
 */
export function useActWithFactor<Result>(
  act: (provider: TidegateProvider, factor: TwoFaBody) => Promise<Result>,
  { onDone, ...options }: ActOptions<Result> = {},
) {
  const [isAsked, setAsked] = useState(false);
  const { mutate, mutateAsync, isPending } = useAct<Result, TwoFaBody>(act, {
    ...options,
    onDone(result) {
      setAsked(false);
      onDone?.(result);
    },
  });
  return {
    isAsked,
    isPending,
    mutate: () => mutate({}, { onError: (error) => setAsked(needsSecondFactor(error)) }),
    second: async (factor: TwoFaBody) => {
      await mutateAsync(factor);
    },
    forget: () => setAsked(false),
  };
}
