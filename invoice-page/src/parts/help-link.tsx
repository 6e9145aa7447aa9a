import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { useWords } from '../i18n/words.tsx';

/** Leads to the page on which payers write to support, in a tab of its own. Few do, so here is only a link. */
export function HelpLink({ view }: { view: CustomerInvoice }) {
  const { t, locale } = useWords();
  if (!view.help_available) return null;
  return (
    <p className="hint claim">
      <a href={`/invoice/${view.id}/help?lang=${locale}`} target="_blank" rel="noreferrer">
        {t('help.ask')}
      </a>
    </p>
  );
}
