import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { BankView } from '../../../contract/staff-bank.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { euros } from '../euros.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { BANK } from './bank-calls.ts';
import { noteSchema } from './note-schema.ts';

const List = styled('ul')(({ theme }) => ({
  '& > li': { display: 'grid', gap: 8, padding: '14px 16px', borderTop: `1px solid ${theme.palette.divider}` },
  [theme.breakpoints.up('sm')]: { '& > li': { paddingInline: 20 } },
}));
const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  '& > div': { marginRight: 'auto' },
});
const Candidates = styled('ul')(({ theme }) => ({
  paddingLeft: 20,
  listStyle: 'disc',
  overflowWrap: 'anywhere',
  color: theme.palette.text.secondary,
}));

type Difference = BankView['differences'][number];

/** Differences between bank and books, the open ones first; those that stop keep euro payments. */
export function Differences({ rows }: { rows: readonly Difference[] }) {
  const [chosen, setChosen] = useState<Difference | null>(null);
  const send = useStaffSend();
  const sorted = rows.toSorted((one, other) => Number(isOpen(other)) - Number(isOpen(one)));
  return (
    <Card title={t('bank.differences')}>
      {rows.length === 0 && <CardBody>{t('bank.differences.none')}</CardBody>}
      <List>
        {sorted.map((difference) => (
          <li key={difference.id}>
            <Shown difference={difference} onResolve={() => setChosen(difference)} />
          </li>
        ))}
      </List>
      {chosen && (
        <ReasonDialog
          title={t('bank.resolveOf', { amount: euros(chosen.difference) })}
          text={t(chosen.stops ? 'bank.resolve.text' : 'bank.resolve.tells.text')}
          submit={t('bank.resolve')}
          schema={noteSchema}
          send={(note) =>
            send((provider) => provider.resolveDifference(chosen.id, note), { into: BANK, done: t('bank.resolved') })
          }
          onClose={() => setChosen(null)}
        >
          <CandidateList of={chosen} />
        </ReasonDialog>
      )}
    </Card>
  );
}

function Shown({ difference, onResolve }: { difference: Difference; onResolve: () => void }) {
  const may = useStaffMay('bank_operate');
  const { explanation, found_at, resolved_at, resolved_by, note } = difference;
  const amount = euros(difference.difference);
  return (
    <>
      <Line>
        <strong>{amount}</strong>
        <div>
          {isOpen(difference) ? (
            <ToneChip tone={difference.stops ? 'error' : 'warning'} icon="alertCircle">
              {t(difference.stops ? 'bank.difference.open' : 'bank.difference.tells')}
            </ToneChip>
          ) : (
            <ToneChip tone="neutral" icon="check">
              {t('bank.difference.resolved')}
            </ToneChip>
          )}
        </div>
        {may && isOpen(difference) && (
          <Button size="small" aria-label={t('bank.resolveOf', { amount })} onClick={onResolve}>
            {t('bank.resolve')}
          </Button>
        )}
      </Line>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {explanation} {formatMoment(found_at)}
      </Typography>
      {resolved_at === null ? (
        <CandidateList of={difference} />
      ) : (
        <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t('bank.difference.by', { name: resolved_by ?? '–', at: formatMoment(resolved_at), note: note ?? '–' })}
        </Typography>
      )}
    </>
  );
}

/** Possible explanations of the difference. */
function CandidateList({ of: { candidates } }: { of: Difference }) {
  if (candidates.length === 0) return <Typography>{t('bank.candidates.none')}</Typography>;
  return (
    <div>
      <Typography>{t('bank.candidates')}</Typography>
      <Candidates>
        {candidates.map(({ id, words }) => (
          <li key={id}>{words}</li>
        ))}
      </Candidates>
    </div>
  );
}

function isOpen({ resolved_at }: Difference): boolean {
  return resolved_at === null;
}
