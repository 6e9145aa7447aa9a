import { useState } from 'react';
import { problemOf } from '../model/problems.ts';
import { type CardKey, useCardWords } from '../words.tsx';

interface Props {
  readonly word: CardKey;
  readonly isQuiet?: boolean;
  readonly onAct: () => Promise<void>;
  readonly onProblem: (text: string) => void;
}

/** A button that changes the order, once at a time. */
export function ActButton({ word, isQuiet = false, onAct, onProblem }: Props) {
  const { t } = useCardWords();
  const [busy, setBusy] = useState(false);

  async function act(): Promise<void> {
    setBusy(true);
    onProblem('');
    try {
      await onAct();
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
      onClick={() => void act()}
    >
      {t(word)}
    </button>
  );
}
