import type { InvoiceStatus } from '../../domain/state/invoice-status.ts';
import { t } from '../i18n/translate.ts';
import { invoiceAppearance } from './invoice-status.ts';
import { ToneChip } from './status-chip.tsx';

export interface InvoiceStatusChipProps {
  status: InvoiceStatus;
  /** What the word alone does not say, such as `1 of 2`. */
  detail?: string | null;
}

export function InvoiceStatusChip({ status, detail }: InvoiceStatusChipProps) {
  const word = t(`status.${status}`);
  return <ToneChip {...invoiceAppearance[status]}>{detail ? `${word} ${detail}` : word}</ToneChip>;
}
