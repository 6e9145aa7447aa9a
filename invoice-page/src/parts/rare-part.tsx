import type { ComponentType } from 'react';
import { useWords } from '../i18n/words.tsx';
import { type Lazy, useLazy } from '../live/lazy.ts';

/**
 * A part of the page that few payers open, loaded when they do: its script is a file of its own. Where it does not
 * come, because the network is gone, the page says so and the payer tries again.
 */
export function RarePart<Props extends object>(props: {
  load: () => Promise<ComponentType<Props>>;
  name: string;
  with: Props;
}) {
  const { load, name, with: given } = props;
  const part = useLazy<{ Part: ComponentType<Props> }>(async () => ({ Part: await load() }), name);
  if (part.value === null) return <Loading lazy={part} />;
  const { Part } = part.value;
  return <Part {...given} />;
}

/** Until something rare is there. */
export function Loading({ lazy }: { lazy: Lazy<unknown> }) {
  const { t } = useWords();
  return (
    <div className="rare" aria-busy={!lazy.hasFailed}>
      <p className="problem" role="alert">
        {lazy.hasFailed ? t('notice.failed') : ''}
      </p>
      {lazy.hasFailed && (
        <button type="button" className="button quiet" onClick={lazy.retry}>
          {t('action.retry')}
        </button>
      )}
    </div>
  );
}
