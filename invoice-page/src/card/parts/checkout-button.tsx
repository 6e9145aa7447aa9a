import { useState } from 'react';
import type { MessageValues } from '../../../../domain/text/messages.ts';
import { Icon } from '../../parts/icon.tsx';
import { openCheckout } from '../live/checkout.ts';
import { problemOf } from '../model/problems.ts';
import { type CardKey, useCardWords } from '../words.tsx';

interface Props {
  /** The seller's page for this one visit: its address is good for about a minute. */
  readonly read: () => Promise<string>;
  readonly word: CardKey;
  readonly values?: MessageValues;
  readonly isQuiet?: boolean;
  readonly onProblem: (text: string) => void;
}

/** Leads to the seller's page. */
export function CheckoutButton({ read, word, values, isQuiet = false, onProblem }: Props) {
  const { t } = useCardWords();
  const [busy, setBusy] = useState(false);

  async function open(): Promise<void> {
    setBusy(true);
    onProblem('');
    try {
      await openCheckout(read);
    } catch (reason) {
      onProblem(t(problemOf(reason)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <button
      type="button"
      className={isQuiet ? 'button quiet' : 'button'}
      disabled={busy}
      aria-busy={busy}
      onClick={() => void open()}
    >
      {t(word, values)}
      <Icon name="open" />
    </button>
  );
}
