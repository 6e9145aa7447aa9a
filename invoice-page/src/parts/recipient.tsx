import { useWords } from '../i18n/words.tsx';
import type { Payment } from '../model/payment.ts';
import { Address } from './address.tsx';
import { CopyButton } from './copy-button.tsx';

/** Where the money goes. A destination tag is a step of its own, as big and as mandatory as the address. */
export function Recipient({ payment, rest }: { payment: Payment; rest: boolean }) {
  const { t } = useWords();
  const { address, addressLabel, tag, hint } = payment;
  const addressBox = (
    <div className="value">
      <Address address={address} />
      <CopyButton text={address} what={t('copy.address')} />
    </div>
  );
  if (tag === null) {
    return (
      <div className="field">
        <p className="label">{addressLabel}</p>
        {addressBox}
        {hint !== null && !rest && <p className="hint">{hint}</p>}
      </div>
    );
  }
  return (
    <>
      <h2 className="both">{t('pay.both')}</h2>
      <ol className="steps">
        <li className="field">
          <p className="label">
            {addressLabel}
            <span className="must">{t('pay.required')}</span>
          </p>
          {addressBox}
        </li>
        <li className="field">
          <p className="label">
            {t('pay.tag')}
            <span className="must">{t('pay.required')}</span>
          </p>
          <div className="value">
            <code className="tag">{tag}</code>
            <CopyButton text={tag} what={t('copy.tag')} />
          </div>
          <p className="hint">{t('pay.tag_hint')}</p>
        </li>
      </ol>
    </>
  );
}
