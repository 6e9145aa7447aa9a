import { useId, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import type { Payment } from '../model/payment.ts';
import { QrCode } from './qr-code.tsx';

/** The size of the code in pixels; smaller below a choice. */
const ROOM = 232;
const ROOM_UNDER_CHOICE = 190;

/** The code to scan. Where wallets differ in what they read, the payer may take the address alone. */
export function ScanBox({ payment }: { payment: Payment }) {
  const { t } = useWords();
  const [plain, setPlain] = useState(false);
  const group = useId();
  const { codes, tag } = payment;
  const shown = codes[plain ? codes.length - 1 : 0];
  const other = codes[plain ? 0 : codes.length - 1];
  if (shown === undefined || other === undefined) return null;
  // With a tag the two codes require different actions of the payer, so the choice comes first.
  const choice = codes.length > 1 && tag !== null;
  return (
    <figure className="scan" data-choice={choice}>
      {choice && (
        <fieldset className="swap">
          <legend className="unseen">{t('pay.qr_choice')}</legend>
          {codes.map(({ name }, index) => (
            <label key={name}>
              <input type="radio" name={group} checked={plain === index > 0} onChange={() => setPlain(index > 0)} />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div className="code-room">
        <QrCode modules={shown.modules} label={shown.label} limit={choice ? ROOM_UNDER_CHOICE : ROOM} />
      </div>
      <figcaption>
        {shown.caption}
        {codes.length > 1 && !choice && (
          <button type="button" className="swap-link" onClick={() => setPlain(!plain)}>
            {other.name}
          </button>
        )}
      </figcaption>
    </figure>
  );
}
