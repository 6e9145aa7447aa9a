import { useState } from 'react';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { MessageKey } from '../i18n/messages.ts';
import { useWords } from '../i18n/words.tsx';
import { ClientError } from '../live/client.ts';
import type { InvoiceStore } from '../live/store.ts';
import { coins } from '../model/coin.ts';
import { offerFacts } from '../model/refund-offer.ts';
import { Facts } from '../parts/facts.tsx';

interface Problem {
  readonly field: 'address' | 'memo' | null;
  readonly text: MessageKey;
}

/**
 * Asks a payer who followed the mailed link for the refund address. Wallets paste; nothing is corrected behind the
 * payer's back.
 */
export function RefundForm(props: {
  store: InvoiceStore;
  view: CustomerInvoice;
  token: string;
  /** The link opens nothing any more. */
  onUsed: () => void;
}) {
  const { store, view, token, onUsed } = props;
  const { t, format } = useWords();
  const [address, setAddress] = useState('');
  const [memo, setMemo] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  if (view.gate_id === null) return null;
  const network = coins[view.gate_id].networkName;
  const about = { network, shop: view.merchant.name };

  async function send(event: { preventDefault(): void }): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await store.askRefund({ token, address: address.trim(), memo: memo.trim() });
    } catch (error) {
      const found = problemOf(error);
      setProblem(found);
      setBusy(false);
      if (found.text === 'refund.used') onUsed();
      if (found.field !== null) document.getElementById(`refund-${found.field}`)?.focus();
    }
  }

  const field = (name: 'address' | 'memo', label: string, value: string, onValue: (text: string) => void) => (
    <div className="field">
      <label className="label" htmlFor={`refund-${name}`}>
        {label}
      </label>
      <input
        id={`refund-${name}`}
        className="input"
        value={value}
        required={name === 'address'}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={problem?.field === name}
        aria-describedby="refund-problem"
        {...(name === 'memo' ? { inputMode: 'numeric' as const } : {})}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      {name === 'memo' && <p className="hint">{t('refund.tag_hint')}</p>}
    </div>
  );

  return (
    <form className="refund" noValidate onSubmit={(event) => void send(event)}>
      <h2>{t('refund.title')}</h2>
      <p className="hint">{t('refund.say', about)}</p>
      {field('address', t('refund.address', about), address, setAddress)}
      {view.gate_id === 'XRP' && field('memo', t('pay.tag'), memo, setMemo)}
      <p className="hint">{t('refund.fees', about)}</p>
      <Facts facts={offerFacts(view, { t, format })} />
      <p className="problem" id="refund-problem" role="alert">
        {problem === null ? '' : t(problem.text, about)}
      </p>
      <button type="submit" className="button" disabled={busy}>
        {t('refund.send')}
      </button>
    </form>
  );
}

function problemOf(error: unknown): Problem {
  const { code, status } = error instanceof ClientError ? error : new ClientError(0, '');
  if (code === 'destination_tag_invalid') return { field: 'memo', text: 'refund.bad_tag' };
  if (status === 422) return { field: 'address', text: 'refund.bad_address' };
  if (status === 404 || status === 409 || status === 410) return { field: null, text: 'refund.used' };
  return { field: null, text: 'notice.failed' };
}
