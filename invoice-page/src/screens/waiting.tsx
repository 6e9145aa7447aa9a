import { useEffect } from 'react';
import { useWords } from '../i18n/words.tsx';
import type { MissingView } from '../live/store.ts';
import { NothingHere } from '../parts/nothing-here.tsx';

/** Where there is no invoice: not to be found, or not to be had at the moment. */
export function Waiting({ load, onRetry }: { load: MissingView; onRetry: () => void }) {
  const { t } = useWords();
  const title = t(`${load}.title`);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className="sheet lone" data-tone="quiet" data-screen={load}>
      <NothingHere
        title={title}
        say={t(`${load}.say`)}
        retry={load === 'failed' ? { label: t('action.retry'), onRetry } : null}
      />
    </div>
  );
}
