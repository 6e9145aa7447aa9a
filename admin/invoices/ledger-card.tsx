import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { LedgerLine } from '../../contract/spa-invoices.ts';
import { Card, CardBody } from '../components/card.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { Coins } from '../components/money.tsx';
import { Rows } from '../components/rows.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import { formatClockSeconds, formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { column } from '../list/columns.tsx';
import { isHold, type LedgerRow, ledgerRows } from './ledger-rows.ts';
import { accountName, entryName } from './ledger-words.ts';

// Breaks between words, so that the times stay in the card.
const Account = styled('span')({ whiteSpace: 'normal' });

/** The double entry of an invoice or payout: from which account, to which. */
export function LedgerCard({ ledger }: { ledger: readonly LedgerLine[] }) {
  return (
    <Card title={t('ledger.title')} ruled={ledger.length > 0}>
      {ledger.length === 0 ? (
        <CardBody>
          <Typography sx={{ color: 'text.secondary' }}>{t('ledger.empty')}</Typography>
        </CardBody>
      ) : (
        <Rows
          caption={t('ledger.caption')}
          columns={columns}
          rows={ledgerRows(ledger)}
          rowKey={lineKey}
          card={(row) => ({
            key: lineKey(row),
            primary: <strong>{entryName(row.line)}</strong>,
            value: <Coins amount={row.line.amount} gateId={row.line.asset} />,
            meta: [`${accountName(row.line.debit)} → ${accountName(row.line.credit)}`, momentOf(row)].join(', '),
          })}
        />
      )}
    </Card>
  );
}

/** One transfer may have several postings. */
function lineKey({ line: { key, debit, credit, amount } }: LedgerRow): string {
  return [key, debit, credit, amount].join(' ');
}

const columns: readonly TableColumn<LedgerRow>[] = [
  column('entry', 'ledger.column.entry', ({ line }) => entryName(line)),
  column('debit', 'ledger.column.debit', ({ line }) => <Account>{accountName(line.debit)}</Account>),
  column('credit', 'ledger.column.credit', ({ line }) => <Account>{accountName(line.credit)}</Account>),
  column(
    'amount',
    'ledger.column.amount',
    ({ line: { amount, asset } }) => <Coins amount={amount} gateId={asset} unit="column" />,
    { align: 'right' },
  ),
  column(
    'time',
    'ledger.column.time',
    (row) =>
      isOpen(row) ? (
        <ToneChip tone="neutral" icon={isHold(row.line) ? 'lock' : 'clock'}>
          {momentOf(row)}
        </ToneChip>
      ) : (
        // On two lines: a wide column would push the accounts out of the card.
        <time dateTime={row.end?.at ?? row.line.at} style={{ whiteSpace: 'pre-line' }}>
          {momentOf(row).replace(' → ', '\n→ ')}
        </time>
      ),
    { quiet: true, align: 'right' },
  ),
];

/** Nothing has moved yet. */
function isOpen({ line, end }: LedgerRow): boolean {
  return !line.posted && end === null;
}

/** `held 15:24:54 → posted 15:25:10` where the money was held first. */
function momentOf({ line, end }: LedgerRow): string {
  const time = timeOf(line.at);
  if (end !== null) return t(`ledger.held.${end.outcome}`, { time, end: timeOf(end.at) });
  if (line.posted) return time;
  return isHold(line) ? t('ledger.held', { time }) : t('ledger.notBooked');
}

/** To the second today; with its day before. */
function timeOf(at: string): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? formatClockSeconds(at) : formatMoment(at);
}
