import { useEffect, useRef, useState } from 'react';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { MessageKey } from '../i18n/messages.ts';
import { useWords } from '../i18n/words.tsx';
import { ClientError } from '../live/client.ts';
import { useSending } from '../live/sending.ts';
import type { InvoiceStore } from '../live/store.ts';
import { Icon } from './icon.tsx';

interface Props {
  store: InvoiceStore;
  view: CustomerInvoice;
}

/**
 * Where the mail about the outcome goes, if the shop knows no address: the one that was entered, masked so that a payer
 * notices another one's, or a field for it.
 */
export function PayerEmail({ store, view }: Props) {
  const { t } = useWords();
  const [changing, setChanging] = useState(false);
  const [entered, setEntered] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  // The field that had the focus is gone.
  useEffect(() => {
    if (entered) change.current?.focus();
  }, [entered]);
  const { payer_email: email } = view;
  if (email === null || !(email.open || (email.masked !== null && OPEN.has(view.status)))) return null;
  if (email.masked === null || (changing && email.open)) {
    return (
      <EmailForm
        store={store}
        forRefund={email.refunds}
        isOpen={changing}
        onDone={() => {
          setChanging(false);
          setEntered(true);
        }}
      />
    );
  }
  return (
    <p className="payer-email">
      <Icon name="mail" size={16} />
      <span role="status">{t(email.refunds ? 'email.entered' : 'email.entered_news', { email: email.masked })}</span>{' '}
      {email.open && (
        <button type="button" className="swap-link" ref={change} onClick={() => setChanging(true)}>
          {t('email.change')}
        </button>
      )}
    </p>
  );
}

/** While the outcome is still to come. */
const OPEN: ReadonlySet<CustomerInvoice['status']> = new Set([
  'new',
  'pending',
  'partially_paid',
  'confirming',
  'processing',
]);

interface FormProps {
  store: InvoiceStore;
  /** Nothing was paid yet, so that the mail may lead to a refund. */
  forRefund: boolean;
  isOpen: boolean;
  onDone: () => void;
}

function EmailForm({ store, forRefund, isOpen, onDone }: FormProps) {
  const { t } = useWords();
  const [text, setText] = useState('');
  const { busy, problem, onSubmit } = useSending(() => store.enterEmail(text.trim()).then(onDone), problemOf);

  return (
    <details className="payer-email" open={isOpen}>
      <summary>
        <Icon name="mail" size={16} />
        <span>{t(forRefund ? 'email.label' : 'email.label_news')}</span> <small>{t('email.optional')}</small>
      </summary>
      <form noValidate onSubmit={onSubmit}>
        <div className="field">
          <input
            className="input"
            type="email"
            value={text}
            maxLength={254}
            autoComplete="email"
            autoCapitalize="off"
            spellCheck={false}
            aria-label={t(forRefund ? 'email.label' : 'email.label_news')}
            aria-invalid={problem === 'email.wrong'}
            aria-describedby="email-problem email-hint"
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <p className="problem" id="email-problem" role="alert">
            {problem === null ? '' : t(problem)}
          </p>
          <p className="hint" id="email-hint">
            {t(forRefund ? 'email.hint' : 'email.hint_news')}
          </p>
        </div>
        <button type="submit" className="button quiet" aria-disabled={busy}>
          {t('email.save')}
        </button>
      </form>
    </details>
  );
}

function problemOf(error: unknown): MessageKey {
  if (!(error instanceof ClientError)) return 'notice.failed';
  if (error.status === 422) return 'email.wrong';
  if (error.status === 429) return 'email.many';
  return error.status === 409 ? 'email.closed' : 'notice.failed';
}
