import type { InvoiceStatus } from '../../domain/state/invoice-status.ts';
import { t } from '../i18n/translate.ts';
import { invoiceAppearance } from './invoice-status.ts';
import { ToneChip } from './status-chip.tsx';

export interface InvoiceStatusChipProps {
  status: InvoiceStatus;
  /** Details that the status label lacks, such as `1 of 2`. */
  detail?: string | null;
}

export function InvoiceStatusChip({ status, detail }: InvoiceStatusChipProps) {
  const word = t(`status.${status}`);
  return <ToneChip {...invoiceAppearance[status]}>{detail ? `${word} ${detail}` : word}</ToneChip>;
}
