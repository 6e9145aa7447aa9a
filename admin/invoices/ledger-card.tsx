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
import { accountName, entryName } from './ledger-words.ts';

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
          rows={ledger}
          rowKey={lineKey}
          card={(line) => ({
            key: lineKey(line),
            primary: <strong>{entryName(line)}</strong>,
            value: <Coins amount={line.amount} gateId={line.asset} />,
            meta: [
              `${accountName(line.debit)} → ${accountName(line.credit)}`,
              line.posted ? timeOf(line) : pendingWords(line),
            ].join(', '),
          })}
        />
      )}
    </Card>
  );
}

/** One transfer may have several postings. */
function lineKey({ key, debit, credit, amount }: LedgerLine): string {
  return [key, debit, credit, amount].join(' ');
}

const columns: readonly TableColumn<LedgerLine>[] = [
  column('entry', 'ledger.column.entry', (line) => entryName(line)),
  column('debit', 'ledger.column.debit', ({ debit }) => accountName(debit)),
  column('credit', 'ledger.column.credit', ({ credit }) => accountName(credit)),
  column(
    'amount',
    'ledger.column.amount',
    ({ amount, asset }) => <Coins amount={amount} gateId={asset} unit="column" />,
    { align: 'right' },
  ),
  column(
    'time',
    'ledger.column.time',
    (line) =>
      line.posted ? (
        <time dateTime={line.at}>{timeOf(line)}</time>
      ) : (
        <ToneChip tone="neutral" icon={isHold(line) ? 'lock' : 'clock'}>
          {pendingWords(line)}
        </ToneChip>
      ),
    { quiet: true, align: 'right' },
  ),
];

/** Money that is set aside for what may still be called off; a booking of its own ends it. */
function isHold({ kind }: LedgerLine): boolean {
  return kind === 'payout' || kind === 'refund' || kind === 'mass_payout';
}

function pendingWords(line: LedgerLine): string {
  return isHold(line) ? t('ledger.held', { time: timeOf(line) }) : t('ledger.notBooked');
}

/** To the second today; with its day before. */
function timeOf({ at }: LedgerLine): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? formatClockSeconds(at) : formatMoment(at);
}
