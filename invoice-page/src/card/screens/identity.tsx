import { useEffect, useState } from 'react';
import type { CardVerification } from '../../../../contract/card-payment.ts';
import { Dial } from '../../parts/dial.tsx';
import { Track } from '../../parts/progress.tsx';
import { CheckoutButton } from '../parts/checkout-button.tsx';
import { Dock } from '../parts/field.tsx';
import { useCardWords } from '../words.tsx';
import type { OrderScreenProps } from './props.ts';

/** The seller verifies who buys, which usually takes less than two minutes. */
export function Identity({ store, state, order, title }: OrderScreenProps & { title: string }) {
  const { t } = useCardWords();
  const [problem, setProblem] = useState('');
  const [verification, setVerification] = useState<CardVerification | null>(null);
  const partner = state.offer?.partner.name ?? t('pay.seller');
  // Each version of the order may be another stage of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that there is news
  useEffect(() => {
    let isShown = true;
    store.verification().then(
      (found) => isShown && setVerification(found),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [store, order.version]);
  const status = verification?.status ?? 'pending';
  const isHanded = status === 'pending' || status === 'done';
  const isStarted = isHanded || !verification?.url;
  return (
    <>
      <div className="result">
        <Dial dial={{ kind: 'icon', ring: 'turning', level: isHanded ? 0.6 : 0.3 }} icon="info" />
        <h1 id="title" tabIndex={-1}>
          {title}
        </h1>
        <p className="say">{t(isHanded ? 'identity.say' : 'identity.begin', { partner })}</p>
      </div>
      <Track
        steps={[
          { label: t('identity.documents'), detail: '', state: isHanded ? 'past' : 'now' },
          {
            label: t('identity.review'),
            detail: status === 'pending' ? t('identity.time') : '',
            state: status === 'done' ? 'past' : isHanded ? 'now' : 'ahead',
          },
          { label: t('identity.after'), detail: '', state: status === 'done' ? 'now' : 'ahead' },
        ]}
      />
      {isStarted ? (
        order.checkout_available && (
          <Dock problem={problem}>
            <CheckoutButton
              read={store.checkout}
              word="identity.back"
              values={{ partner }}
              isQuiet
              onProblem={setProblem}
            />
          </Dock>
        )
      ) : (
        <Dock problem={problem}>
          <CheckoutButton
            read={async () => (await store.verification()).url ?? ''}
            word="identity.open"
            onProblem={setProblem}
          />
        </Dock>
      )}
    </>
  );
}
