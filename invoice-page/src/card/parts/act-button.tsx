import { type ReactNode, useState } from 'react';
import type { MessageValues } from '../../../../domain/text/messages.ts';
import { problemOf } from '../model/problems.ts';
import { type CardKey, useCardWords } from '../words.tsx';

interface Props {
  readonly word: CardKey;
  readonly values?: MessageValues;
  /** After the words, such as an icon. */
  readonly children?: ReactNode;
  readonly isQuiet?: boolean;
  readonly onAct: () => Promise<void>;
  readonly onProblem: (text: string) => void;
}

/** A button that changes the order, once at a time. */
export function ActButton({ word, values, children, isQuiet = false, onAct, onProblem }: Props) {
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
      {t(word, values)}
      {children}
    </button>
  );
}
