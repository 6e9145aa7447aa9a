import type { CardMerchant } from '../../../../contract/card-payment.ts';
import { Dial } from '../../parts/dial.tsx';
import { Logo } from '../../parts/logo.tsx';
import { useCardWords } from '../words.tsx';

type Why = 'missing' | 'failed' | 'lost' | 'closed';

/** Where there is nothing to buy: no such shop, none at the moment, or an order that only another tab knows. */
export function Nothing({ why, merchant, onRetry }: { why: Why; merchant?: CardMerchant; onRetry: () => void }) {
  const { t } = useCardWords();
  return (
    <div className="sheet lone" data-tone="quiet" data-screen={why}>
      {merchant !== undefined && (
        <section className="head" aria-label={t('head.label')}>
          <div className="who">
            <Logo name={merchant.shop.name} url={merchant.shop.logo_url} />
            <p className="merchant">{merchant.shop.name}</p>
          </div>
        </section>
      )}
      <section className="pay" aria-labelledby="title">
        <div className="result">
          <Dial dial={{ kind: 'icon', ring: 'empty', level: 0.15 }} icon="info" />
          <h1 id="title" tabIndex={-1}>
            {t(`${why}.title`)}
          </h1>
          <p className="say">{t(`${why}.say`)}</p>
        </div>
        {(why === 'failed' || why === 'closed') && (
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

/** Drawn by the server, and until the browser has found this tab's order: in its place, so that nothing moves. */
export function Opening({ title }: { title: string }) {
  return (
    <div className="step opening" aria-busy="true">
      <h1 id="title" tabIndex={-1}>
        {title}
      </h1>
      <div className="bone" />
      <div className="bone" />
      <div className="bone" />
    </div>
  );
}
