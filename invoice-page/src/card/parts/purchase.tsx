import type { CardOrder, CardPartner, CardShop } from '../../../../contract/card-payment.ts';
import { webUrl } from '../../model/links.ts';
import { Track } from '../../parts/progress.tsx';
import { type DraftStep, STAGES, stageOf } from '../model/steps.ts';
import { useCardWords } from '../words.tsx';
import { PriceTable } from './price.tsx';

interface Props {
  readonly order: CardOrder | null;
  readonly shop: CardShop | undefined;
  readonly partner: CardPartner | null;
  readonly onEdit: (step: DraftStep) => void;
}

/** Beside or below every screen: what is bought, how far it is, and who sells it. */
export function Purchase({ order, shop, partner, onEdit }: Props) {
  const { t } = useCardWords();
  return (
    <section className="order" aria-labelledby="purchase">
      <div className="bar">
        <h2 id="purchase">{t(order === null ? 'purchase.how' : 'purchase.title')}</h2>
        {order?.status === 'draft' && (
          <button type="button" className="link" onClick={() => onEdit('amount')}>
            {t('purchase.edit')}
            <span className="unseen"> {t('purchase.edit_what')}</span>
          </button>
        )}
      </div>
      {order === null ? <How partner={partner} shop={shop} /> : <PriceTable price={order} />}
      <Stages order={order} />
      {partner !== null && <Seller partner={partner} />}
    </section>
  );
}

function How({ partner, shop }: { partner: CardPartner | null; shop: CardShop | undefined }) {
  const { t } = useCardWords();
  const values = { partner: partner?.name ?? '', shop: shop?.name ?? '' };
  if (partner === null) return null;
  return (
    <ul className="how">
      <li>{t('how.seller', values)}</li>
      <li>{t('how.identity')}</li>
      <li>{t('how.final')}</li>
    </ul>
  );
}

function Stages({ order }: { order: CardOrder | null }) {
  const { t } = useCardWords();
  const stage = stageOf(order);
  if (stage === null) return null;
  const now = stage === 'done' ? STAGES.length : STAGES.indexOf(stage.now);
  return (
    <div className="side">
      <h2>{t('purchase.progress')}</h2>
      <Track
        steps={STAGES.map((name, index) => ({
          label: t(`stage.${name}`),
          detail: index === now ? t('stage.now') : '',
          state: index < now ? 'past' : index === now ? 'now' : 'ahead',
        }))}
      />
    </div>
  );
}

/** The name of the seller, and the terms that a customer accepts. */
function Seller({ partner }: { partner: CardPartner }) {
  const { t } = useCardWords();
  const terms = webUrl(partner.terms_url);
  const privacy = webUrl(partner.privacy_url);
  return (
    <p className="ask">
      {t('seller.by', { partner: partner.name })}
      {terms !== null && (
        <>
          {' · '}
          <a href={terms} target="_blank" rel="noopener noreferrer">
            {t('seller.terms')}
          </a>
        </>
      )}
      {privacy !== null && (
        <>
          {' · '}
          <a href={privacy} target="_blank" rel="noopener noreferrer">
            {t('seller.privacy')}
          </a>
        </>
      )}
    </p>
  );
}
