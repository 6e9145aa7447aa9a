import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { useWords } from '../i18n/words.tsx';
import { useFramed } from '../live/hooks.ts';

/** Leads to the page where a payer finds what became of a transaction, and claims what went astray. */
export function ClaimLink({ view }: { view: CustomerInvoice }) {
  const { t, locale } = useWords();
  // That page may not be framed.
  const target = useFramed() ? { target: '_blank' } : {};
  if (view.demo) return null;
  return (
    <p className="hint claim">
      {t('claim.ask')}{' '}
      <a href={`/invoice/${view.id}/claim?lang=${locale.slice(0, 2)}`} rel="noreferrer" {...target}>
        {t('claim.link')}
      </a>
    </p>
  );
}
