import { useEffect } from 'react';
import { useWords } from '../i18n/words.tsx';
import type { LiveState } from '../live/store.ts';
import { Dial } from '../parts/dial.tsx';

/** While there is no invoice: loading, not to be found, or not to be had. */
export function Waiting({ load, onRetry }: { load: LiveState['load']; onRetry: () => void }) {
  const { t } = useWords();
  const name = load === 'missing' ? 'missing' : load === 'failed' ? 'failed' : 'load';
  const title = t(`${name}.title`);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className="sheet lone" data-tone={name === 'load' ? 'info' : 'quiet'} data-screen={name}>
      <section className="pay" aria-labelledby="title" aria-busy={name === 'load'}>
        <div className="result">
          <Dial
            dial={{ kind: 'icon', ring: name === 'load' ? 'turning' : 'empty', level: name === 'load' ? 0.35 : 0.15 }}
            icon={name === 'load' ? 'clock' : 'info'}
          />
          <h1 id="title" tabIndex={-1}>
            {title}
          </h1>
          {name !== 'load' && <p className="say">{t(`${name}.say`)}</p>}
        </div>
        {name === 'failed' && (
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
