import { useCallback } from 'react';
import { useNotify } from 'react-admin';
import { errorMessages } from '../data/http-client.ts';

/** Tells why something failed, in the server's words, unless the client already has (spec §8). */
export function useNotifyError(): (error: unknown) => void {
  const notify = useNotify();
  return useCallback(
    (error) => {
      for (const message of errorMessages(error)) notify(message, { type: 'error' });
    },
    [notify],
  );
}
