import type { CardMerchant } from '../../../../contract/card-payment.ts';
import { Logo } from '../../parts/logo.tsx';
import { NothingHere } from '../../parts/nothing-here.tsx';
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
      <NothingHere
        title={t(`${why}.title`)}
        say={t(`${why}.say`)}
        retry={why === 'failed' || why === 'closed' ? { label: t('action.retry'), onRetry } : null}
      />
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
