import { useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { ClientError } from '../live/client.ts';
import type { InvoiceStore } from '../live/store.ts';
import { Icon } from './icon.tsx';

/** Has the link for a refund mailed once more, to the address that the shop gave; the page never learns the link. */
export function RefundLinkButton(props: { store: InvoiceStore; email: string; onSaid: (text: string) => void }) {
  const { store, email, onSaid } = props;
  const { t } = useWords();
  const [busy, setBusy] = useState(false);

  async function send(): Promise<void> {
    setBusy(true);
    onSaid(
      await store.mailRefundLink().then(
        () => t('refund.again_sent', { email }),
        (error: unknown) =>
          t(error instanceof ClientError && error.status === 429 ? 'refund.again_later' : 'notice.failed'),
      ),
    );
    setBusy(false);
  }

  return (
    <button type="button" className="button" disabled={busy} onClick={() => void send()}>
      <Icon name="mail" />
      {t('refund.again')}
    </button>
  );
}
