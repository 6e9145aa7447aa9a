import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { LoggedRequest } from '../../../contract/requests.ts';
import { Clip } from '../../components/clip.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { clipMiddle, formatDuration, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column, statusColumn, timeColumn } from '../../list/columns.tsx';
import type { Tone } from '../../look/colours.ts';
import type { IconName } from '../../look/icon-paths.ts';

export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;
type StatusDigit = '2' | '3' | '4' | '5';

const LOOKS: Readonly<Record<StatusDigit, { tone: Tone; icon: IconName }>> = {
  2: { tone: 'success', icon: 'checkCircle' },
  3: { tone: 'neutral', icon: 'chevronRight' },
  4: { tone: 'warning', icon: 'alertCircle' },
  5: { tone: 'error', icon: 'crossCircle' },
};

type Open = (request: LoggedRequest) => void;

export function requestColumns(open: Open): readonly TableColumn<LoggedRequest>[] {
  return [
    column('request', 'requests.request', (row) => <RequestLink row={row} open={open} />),
    statusColumn((row) => <RequestStatus row={row} />, { width: [136, 144] }),
    column(
      'error',
      'requests.errorCode',
      ({ error_code }) => (error_code === null ? '–' : <code style={{ font: 'inherit' }}>{error_code}</code>),
      {
        width: [128, 168],
      },
    ),
    column('token', 'requests.token', tokenName, { width: 120, quiet: true, spare: 'narrow' }),
    column('id', 'requests.id', (row) => <RequestId row={row} />, { width: 184, quiet: true, spare: true }),
    column('duration', 'requests.duration', ({ duration_ms }) => formatDuration(duration_ms), {
      width: [76, 88],
      align: 'right',
      quiet: true,
    }),
    timeColumn('time', 'requests.time', ({ created_at }) => created_at),
  ];
}

export function requestCard(row: LoggedRequest, open: Open) {
  return {
    key: row.id,
    primary: <RequestLink row={row} open={open} />,
    value: formatDuration(row.duration_ms),
    status: <RequestStatus row={row} />,
    secondary: formatMoment(row.created_at),
    meta: [row.error_code, tokenName(row)].filter(Boolean).join(' · '),
  };
}

/** The status as the API answered it, and what it means. */
export function RequestStatus({ row: { status } }: { row: LoggedRequest }) {
  const digit = digitOf(String(status));
  return <ToneChip {...LOOKS[digit]}>{`${status} ${t(`requests.status.${digit}`)}`}</ToneChip>;
}

/** The class of a status, or of a code such as `4xx`; what the API never answers counts as a failure. */
export function digitOf(status: string): StatusDigit {
  const [digit = ''] = status;
  return digit === '2' || digit === '3' || digit === '4' ? digit : '5';
}

export function RequestId({ row, whole = false }: { row: LoggedRequest; whole?: boolean }) {
  const short = whole ? {} : { short: clipMiddle(row.request_id, 8, 4) };
  return <CopyText value={row.request_id} label={t('requests.id')} {...short} />;
}

export function tokenName({ token }: LoggedRequest): string {
  return token.name ?? t('requests.token.deleted');
}

function RequestLink({ row, open }: { row: LoggedRequest; open: Open }) {
  return (
    <Link
      component="button"
      type="button"
      color="textPrimary"
      aria-label={`${row.method} ${row.path}`}
      onClick={() => open(row)}
      sx={{ display: 'flex', gap: 1, maxWidth: '100%', py: 0.5, textAlign: 'left' }}
    >
      <Typography variant="code" sx={{ fontWeight: 600 }}>
        {row.method}
      </Typography>
      <Typography variant="code" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        <Clip text={row.path} />
      </Typography>
    </Link>
  );
}
