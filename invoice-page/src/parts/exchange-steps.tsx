import { useState } from 'react';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { PayFromExchange } from '../../../contract/exchanges.ts';
import { useTimedWords, useWords } from '../i18n/words.tsx';
import { useLazy } from '../live/lazy.ts';
import type { InvoiceStore } from '../live/store.ts';
import { type ExchangeSteps, exchangeSteps, readFee } from '../model/exchange.ts';
import type { Payment } from '../model/payment.ts';
import { Address } from './address.tsx';
import { CopyButton } from './copy-button.tsx';
import { NoteBox } from './note-box.tsx';
import { QrCode } from './qr-code.tsx';
import { Loading } from './rare-part.tsx';

interface Props {
  store: InvoiceStore;
  view: CustomerInvoice;
  payment: Payment;
}

/** How to withdraw from an exchange so that the full amount arrives: its network, address, tag and amount, in order. */
export function ExchangeStepList(props: Props) {
  const { store, view } = props;
  // A new rate or a first payment changes the amount.
  const answer = useLazy(() => store.exchanges(), `${view.gate_id}:${view.version}`);
  if (answer.value === null) return <Loading lazy={answer} />;
  return <Steps {...props} data={answer.value} />;
}

function Steps({ view, payment, data }: Props & { data: PayFromExchange }) {
  const words = useTimedWords();
  const { t } = words;
  const [chosen, setChosen] = useState('');
  const [feeText, setFee] = useState('');
  const exchange = data.exchanges.find(({ id }) => id === chosen) ?? null;
  const steps = exchangeSteps(data, { exchange, feeText }, { ...words, shop: view.merchant.name });
  return (
    <div className="exchange">
      <label className="field">
        <span className="label">{t('exchange.choose')}</span>
        <select
          className="input"
          value={chosen}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
            setFee('');
          }}
        >
          {data.exchanges.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="">{t('exchange.other')}</option>
        </select>
      </label>
      {steps.tooSmall !== null && <NoteBox tone="warning" icon="alert" text={steps.tooSmall} />}
      <ol className="steps">
        <li className="field">
          <p className="label">{t('exchange.network')}</p>
          <div className="value">
            <code className="tag">{steps.network}</code>
          </div>
          <p className="hint">{steps.networkHint}</p>
        </li>
        <Target payment={payment} tagLabel={steps.tagLabel} />
        <Amount steps={steps} feeText={feeText} onFee={setFee} />
      </ol>
      <NoteBox tone="info" icon="clock" text={steps.late} />
    </div>
  );
}

/** The address, which alone is in the code, and the tag as a step of its own. */
function Target({ payment, tagLabel }: { payment: Payment; tagLabel: string }) {
  const { t } = useWords();
  const code = payment.codes.at(-1);
  return (
    <>
      <li className="field">
        <p className="label">
          {payment.addressLabel}
          <span className="must">{t('pay.required')}</span>
        </p>
        <div className="value">
          <Address address={payment.address} />
          <CopyButton text={payment.address} what={t('copy.address')} />
        </div>
        {code !== undefined && (
          <div className="scan">
            <QrCode modules={code.modules} label={code.label} limit={160} />
          </div>
        )}
      </li>
      {payment.tag !== null && (
        <li className="field">
          <p className="label">
            {tagLabel}
            <span className="must">{t('pay.required')}</span>
          </p>
          <div className="value">
            <code className="tag">{payment.tag}</code>
            <CopyButton text={payment.tag} what={t('copy.tag')} />
          </div>
          <p className="hint">{t('pay.tag_hint')}</p>
        </li>
      )}
    </>
  );
}

function Amount(props: { steps: ExchangeSteps; feeText: string; onFee: (text: string) => void }) {
  const { steps, feeText, onFee } = props;
  const { t } = useWords();
  const isWrong = feeText.trim() !== '' && readFee(feeText) === null;
  return (
    <li className="field">
      <p className="label">{t('exchange.amount')}</p>
      {steps.asksFee && (
        <label className="fee">
          <span className="hint">{t('exchange.fee')}</span>
          <input
            className="input"
            inputMode="decimal"
            autoComplete="off"
            maxLength={24}
            value={feeText}
            aria-invalid={isWrong}
            onChange={(event) => onFee(event.currentTarget.value)}
          />
        </label>
      )}
      <p className="hint">{steps.feeNote}</p>
      <div className="value" aria-live="polite">
        {steps.amount === null ? (
          <p>{t('exchange.amount_first')}</p>
        ) : (
          <>
            <code className="tag">{steps.amount}</code>
            <CopyButton text={steps.amount} what={t('copy.amount')} />
          </>
        )}
      </div>
      <p className="hint">
        <strong>{steps.check}</strong>
      </p>
    </li>
  );
}
