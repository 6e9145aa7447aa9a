import { useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { ClientError } from '../live/client.ts';
import type { InvoiceStore } from '../live/store.ts';

/**
 * Says where the link for a refund went, unless it was used, and has it mailed once more to the address that the shop
 * gave; the page never learns the link.
 */
export function MailedLink(props: { store: InvoiceStore; email: string; isSpent: boolean }) {
  const { store, email, isSpent } = props;
  const { t } = useWords();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');

  async function send(): Promise<void> {
    setBusy(true);
    setSaid(
      await store.mailRefundLink().then(
        () => t('refund.again_sent', { email }),
        (error: unknown) =>
          t(error instanceof ClientError && error.status === 429 ? 'refund.again_later' : 'notice.failed'),
      ),
    );
    setBusy(false);
  }

  return (
    <p className="mailed">
      <span role="status">{said || (isSpent ? '' : t('refund.mailed', { email }))}</span>{' '}
      <button type="button" className="swap-link" disabled={busy} onClick={() => void send()}>
        {t(isSpent && said === '' ? 'refund.new_link' : 'refund.again')}
      </button>
    </p>
  );
}
