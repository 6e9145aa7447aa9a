import Button from '@mui/material/Button';
import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { useAct } from '../components/use-act.ts';
import { type ValueLine, ValueLines } from '../components/value-lines.tsx';
import { formatFiat } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { isPositive } from './decimal.ts';
import { type ChoiceKind, coins } from './decision.ts';
import { invoiceName } from './invoice-name.ts';

interface DecisionDialogProps {
  invoice: SpaInvoice;
  kind: Exclude<ChoiceKind, 'refund'>;
  onClose: () => void;
}

/** Asks once more, with the figures, as neither step can be taken back. */
export function DecisionDialog({ invoice, kind, onClose }: DecisionDialogProps) {
  const decide = useAct(
    (provider) => (kind === 'complete' ? provider.completeInvoice(invoice.id) : provider.cancelInvoice(invoice.id)),
    { of: ['invoice', invoice.id], done: t(`decision.${kind}.done`), onDone: onClose },
  );
  return (
    <DialogFrame
      title={t(`decision.${kind}.dialog`, { name: invoiceName(invoice) })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('decision.dialog.keepOpen')}</Button>
          <Button
            variant="contained"
            color={kind === 'cancel' ? 'error' : 'primary'}
            disabled={decide.isPending}
            onClick={() => decide.mutate()}
          >
            {t(`decision.${kind}.confirm`)}
          </Button>
        </>
      }
    >
      <p>{t(`decision.${kind}.dialogText`)}</p>
      <ValueLines caption={t('amounts.title')} lines={figures(invoice)} />
    </DialogFrame>
  );
}

function figures(invoice: SpaInvoice): ValueLine[] {
  const { total, currency, amount_due, amount_confirmed, amount_remaining, amount_excess } = invoice;
  const lines: ValueLine[] = [{ label: t('decision.line.total'), value: formatFiat(total, currency) }];
  if (amount_due === null) return lines;
  lines.push({ label: t('amounts.due'), value: coins(invoice, amount_due) });
  if (isPositive(amount_remaining))
    lines.push({ label: t('decision.line.missing'), value: coins(invoice, amount_remaining) });
  if (isPositive(amount_excess)) lines.push({ label: t('decision.line.excess'), value: coins(invoice, amount_excess) });
  lines.push({ label: t('decision.line.confirmed'), value: coins(invoice, amount_confirmed), sum: true });
  return lines;
}
