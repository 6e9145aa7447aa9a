import { useEffect, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { copyText } from './clipboard.ts';
import { Icon } from './icon.tsx';

const SHOWN_MS = 2_500;

export type CopyState = 'idle' | 'copied' | 'failed';

/** Copies, and says for a moment whether it did. */
export function useCopy(text: string): [CopyState, () => void] {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return [state, () => void copyText(text).then((done) => setState(done ? 'copied' : 'failed'))];
}

/** A copy button; `what` names for a screen reader what is copied. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { t } = useWords();
  const [state, copy] = useCopy(text);
  return (
    <button type="button" className="copy" data-copy={state} onClick={copy}>
      <Icon name={state === 'copied' ? 'check' : 'copy'} size={18} />
      <span aria-live="polite">
        {state === 'idle' ? t('copy.copy') : t(state === 'copied' ? 'copy.copied' : 'copy.by_hand')}
      </span>
      <span className="unseen"> {what}</span>
    </button>
  );
}
