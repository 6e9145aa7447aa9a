import { useCallback, useState } from 'react';
import { reportError } from '../data/http-client.ts';

/**
 * Runs one action at a time and says whether it runs: nothing is shown as done before the server has said so. A failure
 * is told in a notice, and `run` answers false.
 */
export function useAction<Args extends unknown[]>(action: (...args: Args) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const run = useCallback(
    async (...args: Args): Promise<boolean> => {
      setBusy(true);
      try {
        await action(...args);
        return true;
      } catch (error) {
        reportError(error);
        return false;
      } finally {
        setBusy(false);
      }
    },
    [action],
  );
  return { busy, run };
}
