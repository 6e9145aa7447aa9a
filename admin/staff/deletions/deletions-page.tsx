import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffDeletion } from '../../../contract/staff-deletions.ts';
import { Card, CardBody } from '../../components/card.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Rows } from '../../components/rows.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { useStaffProvider } from '../data/staff-provider.ts';
import { requestWords } from '../people-request.ts';
import { DELETIONS } from './deletion-calls.ts';
import { type DeletionAct, DeletionDialog } from './deletion-dialog.tsx';

const Lines = styled('ul')({
  display: 'grid',
  gap: 2,
  padding: '8px 0',
  overflowWrap: 'anywhere',
  whiteSpace: 'normal',
});
const Buttons = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  padding: '8px 0',
  'td &': { justifyContent: 'flex-end' },
});

interface Chosen {
  readonly deletion: StaffDeletion;
  readonly act: DeletionAct;
}
type Choose = (chosen: Chosen) => void;

/**
 * `/compliance/deletions`: accounts whose owners requested deletion, open obligations, and the actions that need two
 * people.
 */
export default function DeletionsPage() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const provider = useStaffProvider();
  const accounts = useQuery({ queryKey: DELETIONS, queryFn: () => provider.deletions(), refetchInterval: 15_000 });
  return (
    <Page>
      <PageHead title={t('deletions.title')} sub={t('deletions.sub')} />
      <Card title={t('deletions.accounts')}>
        <Loaded of={accounts} rows={3}>
          {(rows) => <Accounts rows={rows} onChoose={setChosen} />}
        </Loaded>
      </Card>
      {chosen && <DeletionDialog {...chosen} merchant={nameOf(chosen.deletion)} onClose={() => setChosen(null)} />}
    </Page>
  );
}

function Accounts({ rows, onChoose }: { rows: readonly StaffDeletion[]; onChoose: Choose }) {
  if (rows.length === 0) return <CardBody>{t('deletions.none')}</CardBody>;
  return (
    <>
      <CardBody>{t('deletions.secret')}</CardBody>
      <Rows
        caption={t('deletions.title')}
        columns={columns(onChoose)}
        rows={rows}
        rowKey={({ merchant_id }) => merchant_id}
        card={(deletion) => ({
          key: deletion.merchant_id,
          primary: nameOf(deletion),
          value: '',
          meta: (
            <>
              {t('deletions.askedAt', { at: formatMoment(deletion.asked_at) })}
              <State deletion={deletion} />
              <Acts deletion={deletion} onChoose={onChoose} />
            </>
          ),
        })}
      />
    </>
  );
}

function columns(onChoose: Choose): readonly TableColumn<StaffDeletion>[] {
  return [
    column('merchant', 'deletions.merchant', (deletion) => (
      <span title={deletion.merchant_id}>{nameOf(deletion)}</span>
    )),
    column('asked', 'deletions.asked', ({ asked_at }) => formatMoment(asked_at), { quiet: true }),
    column('missing', 'deletions.missing', (deletion) => <State deletion={deletion} />),
    column('acts', 'deletions.acts', (deletion) => <Acts deletion={deletion} onChoose={onChoose} />, {
      labelHidden: true,
      align: 'right',
    }),
  ];
}

function State({ deletion: { missing, request } }: { deletion: StaffDeletion }) {
  return (
    <Lines>
      {(missing.length === 0 ? [t('deletions.missing.none')] : missing).map((words) => (
        <li key={words}>{words}</li>
      ))}
      {request && <li>{t('deletions.requested', requestWords(request))}</li>}
    </Lines>
  );
}

/** It is deleted by nobody while something is open, nor confirmed by who requested it or has the same role. */
function Acts({ deletion, onChoose }: { deletion: StaffDeletion; onChoose: Choose }) {
  const { missing, request } = deletion;
  const merchant = nameOf(deletion);
  return (
    <Buttons>
      {missing.length === 0 && (!request || request.confirmable) && (
        <Button
          size="small"
          color="error"
          aria-label={t(request ? 'deletions.confirmOf' : 'deletions.deleteOf', { merchant })}
          onClick={() => onChoose({ deletion, act: 'finish' })}
        >
          {t(request ? 'deletions.confirm' : 'deletions.delete')}
        </Button>
      )}
      <Button
        size="small"
        aria-label={t('deletions.withdrawOf', { merchant })}
        onClick={() => onChoose({ deletion, act: 'withdraw' })}
      >
        {t('deletions.withdraw')}
      </Button>
    </Buttons>
  );
}

function nameOf({ merchant }: StaffDeletion): string {
  return merchant ?? t('deletions.noName');
}
