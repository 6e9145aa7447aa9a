import { useState } from 'react';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { PaymentVerdict } from '../../../contract/payment-verdict.ts';
import { useWords } from '../i18n/words.tsx';
import { ClientError } from '../live/client.ts';
import { useSending } from '../live/sending.ts';
import type { InvoiceStore } from '../live/store.ts';
import { fact } from '../model/facts.ts';
import { Facts } from './facts.tsx';

interface Props {
  store: InvoiceStore;
  view: CustomerInvoice;
  /** The page of claims, for what went astray. */
  claimHref: string;
  claimTarget: { readonly target?: '_blank' };
}

/** Takes a transaction or an address, and says what became of the payment. */
export function FindPayment({ store, claimHref, claimTarget }: Props) {
  const { t, locale } = useWords();
  const [text, setText] = useState('');
  const [verdict, setVerdict] = useState<PaymentVerdict | null>(null);
  const { busy, problem, onSubmit } = useSending(find, problemOf);

  async function find(): Promise<void> {
    setVerdict(null);
    setVerdict(await store.findPayment({ text: text.trim(), language: locale }));
    void store.refresh();
  }

  return (
    <form className="find" noValidate onSubmit={onSubmit}>
      <div className="field">
        <label className="label" htmlFor="find-text">
          {t('find.label')}
        </label>
        <input
          id="find-text"
          className="input"
          value={text}
          maxLength={500}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={problem === 'find.wrong'}
          aria-describedby="find-problem"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p className="problem" id="find-problem" role="alert">
          {problem === null ? '' : t(problem)}
        </p>
      </div>
      <div role="status">{verdict !== null && <Verdict verdict={verdict} />}</div>
      {verdict?.can_claim === true && (
        <a
          className="button"
          href={`${claimHref}&transaction=${encodeURIComponent(text.trim())}`}
          rel="noreferrer"
          {...claimTarget}
        >
          {t('find.claim')}
        </a>
      )}
      <button type="submit" className="button quiet" aria-disabled={busy}>
        {t('find.check')}
      </button>
    </form>
  );
}

function Verdict({ verdict }: { verdict: PaymentVerdict }) {
  const { t } = useWords();
  const { code, title, text, hint, amount, missing, confirmations } = verdict;
  const facts = [
    ...(amount === null ? [] : [fact('amount', t('fact.amount'), amount, 'strong')]),
    ...(missing === null ? [] : [fact('missing', t('fact.missing'), missing, 'strong')]),
    ...(confirmations === null
      ? []
      : [fact('confirmations', t('fact.confirmations'), t('dial.count', { ...confirmations }))]),
  ];
  return (
    <div className="verdict" data-verdict={code}>
      <h2>{title}</h2>
      <p>{text}</p>
      {hint !== null && <p className="hint">{hint}</p>}
      {facts.length > 0 && <Facts facts={facts} />}
    </div>
  );
}

function problemOf(error: unknown): 'find.wrong' | 'find.many' | 'notice.failed' {
  if (!(error instanceof ClientError)) return 'notice.failed';
  return error.status === 422 ? 'find.wrong' : error.status === 429 ? 'find.many' : 'notice.failed';
}
