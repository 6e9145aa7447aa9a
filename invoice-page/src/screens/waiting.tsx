import { useEffect } from 'react';
import { useWords } from '../i18n/words.tsx';
import type { MissingView } from '../live/store.ts';
import { Dial } from '../parts/dial.tsx';

/** Where there is no invoice: not to be found, or not to be had at the moment. */
export function Waiting({ load, onRetry }: { load: MissingView; onRetry: () => void }) {
  const { t } = useWords();
  const title = t(`${load}.title`);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className="sheet lone" data-tone="quiet" data-screen={load}>
      <section className="pay" aria-labelledby="title">
        <div className="result">
          <Dial dial={{ kind: 'icon', ring: 'empty', level: 0.15 }} icon="info" />
          <h1 id="title" tabIndex={-1}>
            {title}
          </h1>
          <p className="say">{t(`${load}.say`)}</p>
        </div>
        {load === 'failed' && (
          <div className="dock">
            <div className="acts">
              <button type="button" className="button" onClick={onRetry}>
                {t('action.retry')}
              </button>
            </div>
          </div>
        )}
      </section>
    </div>
  );
}
