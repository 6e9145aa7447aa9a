import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { BankView } from '../../../contract/staff-bank.ts';
import { Card } from '../../components/card.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { Rows } from '../../components/rows.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatDay, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { euros } from '../euros.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { BANK } from './bank-calls.ts';
import { otherSide, saidBy, signedAmount } from './entry-words.ts';
import { noteSchema } from './note-schema.ts';

type Contradiction = BankView['contradictions'][number];
type Said = Contradiction['said'][number];
type Choice = NonNullable<Contradiction['request']>['choice'];

/** The dialog that is open about a statement. */
type Act = { readonly type: 'request'; readonly choice: Choice } | { readonly type: 'confirm' };

const CHOICES = ['refused', 'booked'] as const satisfies readonly Choice[];

/** Statements that contradict what is booked: two people say which is right. */
export function Contradictions({ rows }: { rows: readonly Contradiction[] }) {
  return rows.map((row) => <ContradictionCard key={row.id} row={row} />);
}

const Parts = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  padding: '0 16px 14px',
  [theme.breakpoints.up('sm')]: { paddingInline: 20 },
}));
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, paddingTop: 6 });

function ContradictionCard({ row }: { row: Contradiction }) {
  const may = useStaffMay('bank_operate');
  const [act, setAct] = useState<Act | null>(null);
  const { statement_id: id, closing_day: day, request } = row;
  const close = () => setAct(null);
  return (
    <Card
      title={t('bank.contradiction', { id })}
      aside={
        <ToneChip tone="error" icon="alertCircle">
          {t(request?.confirmed ? 'bank.contradiction.decided' : 'bank.contradiction.open')}
        </ToneChip>
      }
    >
      <Parts>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {t('bank.contradiction.text', { day: formatDay(day), at: formatMoment(row.found_at) })}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          {t('bank.contradiction.apart', { amount: euros(row.difference) })}
        </Typography>
        {request && (
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            {t(`bank.contradiction.asked.${request.choice}`, { name: request.requested_by, note: request.note })}
          </Typography>
        )}
        {may && !request?.confirmed && (
          <Acts>
            {CHOICES.map((choice) => (
              <Button key={choice} size="small" onClick={() => setAct({ type: 'request', choice })}>
                {t(`bank.contradiction.${choice}`)}
              </Button>
            ))}
            {request?.may_confirm && (
              <Button size="small" color="error" onClick={() => setAct({ type: 'confirm' })}>
                {t('bank.contradiction.confirm', { name: request.requested_by })}
              </Button>
            )}
          </Acts>
        )}
      </Parts>
      <Entries caption={t('bank.contradiction.said')} rows={row.said} count={row.said_count} />
      <Entries caption={t('bank.contradiction.denied')} rows={row.denied} count={row.denied_count} />
      {act?.type === 'request' && <RequestDialog row={row} choice={act.choice} onClose={close} />}
      {act?.type === 'confirm' && request && <ConfirmChoice row={row} request={request} onClose={close} />}
    </Card>
  );
}

/** Entries that only one of the two statements has. */
function Entries({ caption, rows, count }: { caption: string; rows: readonly Said[]; count: number }) {
  if (count === 0) return null;
  const keyed = rows.map((row, at) => ({ ...row, key: `${at}` }));
  return (
    <>
      <Parts sx={{ paddingTop: 3, paddingBottom: 0 }}>
        <Typography variant="h3">{`${caption} (${count})`}</Typography>
        {rows.length < count && (
          <Typography sx={{ color: 'text.secondary' }}>
            {t('bank.contradiction.first', { smart_count: rows.length })}
          </Typography>
        )}
      </Parts>
      <Rows
        caption={caption}
        columns={COLUMNS}
        rows={keyed}
        rowKey={({ key }) => key}
        card={(row) => ({
          key: row.key,
          primary: otherSide(row),
          value: signedAmount(row),
          status: formatDay(row.day),
          meta: saidBy(row),
        })}
      />
    </>
  );
}

function RequestDialog({ row, choice, onClose }: { row: Contradiction; choice: Choice; onClose: () => void }) {
  const send = useStaffSend();
  return (
    <ReasonDialog
      title={t(`bank.contradiction.${choice}`)}
      text={t(`bank.contradiction.${choice}.text`, { id: row.statement_id })}
      submit={t('bank.contradiction.request')}
      danger
      schema={noteSchema}
      send={(note) =>
        send((provider) => provider.requestChoice(row.id, { choice, note }), {
          into: BANK,
          done: t('bank.contradiction.requested'),
        })
      }
      onClose={onClose}
    />
  );
}

interface ConfirmChoiceProps {
  row: Contradiction;
  request: NonNullable<Contradiction['request']>;
  onClose: () => void;
}

function ConfirmChoice({ row, request: { choice, note, requested_by: name }, onClose }: ConfirmChoiceProps) {
  const send = useStaffSend();
  return (
    <ConfirmDialog
      title={t(`bank.contradiction.${choice}`)}
      lines={[
        t(`bank.contradiction.asked.${choice}`, { name, note }),
        t(`bank.contradiction.${choice}.text`, { id: row.statement_id }),
      ]}
      submit={t('bank.contradiction.confirm.submit')}
      send={() =>
        send((provider) => provider.confirmChoice(row.id, { choice }), {
          into: BANK,
          done: t(`bank.contradiction.${choice}.done`),
        })
      }
      onClose={onClose}
    />
  );
}

const COLUMNS: readonly TableColumn<Said>[] = [
  column('party', 'bank.party', (entry) => <Wrapped>{otherSide(entry)}</Wrapped>, { width: [160, 220] }),
  column('words', 'bank.words', (entry) => <Wrapped>{saidBy(entry)}</Wrapped>),
  column('code', 'bank.code', ({ code }) => code, { width: 170, quiet: true, spare: true }),
  column('day', 'bank.day', ({ day }) => formatDay(day), { width: [148, 170], quiet: true }),
  column('amount', 'bank.amount', signedAmount, { width: 130, align: 'right' }),
];
