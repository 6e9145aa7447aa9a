import { useState } from 'react';

/** Filling in, then confirming: what was typed stays when one goes back. */
export function useRequestSteps<Draft, Requested extends { readonly sent: unknown }>(begin: () => Draft) {
  const [draft, setDraft] = useState(begin);
  const [requested, setRequested] = useState<Requested | null>(null);
  return {
    draft,
    requested,
    /** On to confirming, once the code is mailed. */
    confirm(values: Draft, next: Requested) {
      setDraft(values);
      setRequested(next);
    },
    onBack: () => setRequested(null),
    onSentAgain: (sent: Requested['sent']) => setRequested((before) => before && { ...before, sent }),
  };
}
