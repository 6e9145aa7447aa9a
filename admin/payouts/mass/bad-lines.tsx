import { styled } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import type { MassPayoutLine, SpaMassPayout } from '../../../api/contract/mass-payouts.ts';
import { Card } from '../../components/card.tsx';
import { CardList } from '../../components/card-list.tsx';
import { Count } from '../../components/count.tsx';
import { DataTable, type TableColumn } from '../../components/data-table.tsx';
import { ListError, ListLoading } from '../../components/list-state.tsx';
import { Narrow, Wide } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { t, translateOr } from '../../i18n/translate.ts';
import { useLines } from './mass-calls.ts';

const Cells = styled('code')(({ theme }) => ({
  ...theme.typography.code,
  fontSize: 13,
  color: theme.palette.text.secondary,
  overflowWrap: 'anywhere',
  whiteSpace: 'normal',
}));
const Problems = styled('ul')({ '& b': { fontWeight: 500 }, overflowWrap: 'anywhere', whiteSpace: 'normal' });

/** Each line that is not valid, by its number, with what is wrong in which field. */
export function BadLines({ mass: { id, version, lines } }: { mass: SpaMassPayout }) {
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(15);
  const { data, error, isPending, refetch } = useLines({ id, version, show: 'not_valid', page, perPage });
  return (
    <Card title={t('mass.review.bad')} aside={<Count value={lines.not_valid} />} ruled>
      {body()}
    </Card>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('mass.lines.loading')} rows={3} />;
    if (error) return <ListError title={t('mass.lines.error')} error={error} onRetry={() => void refetch()} />;
    return (
      <>
        <Wide>
          <DataTable
            caption={t('mass.review.bad')}
            columns={columns()}
            rows={data.data}
            rowKey={({ line }) => String(line)}
          />
        </Wide>
        <Narrow>
          <CardList label={t('mass.review.bad')} items={data.data.map(toCard)} />
        </Narrow>
        <Pager
          page={page}
          perPage={perPage}
          total={data.pagination.total}
          onPage={setPage}
          onPerPage={(size) => {
            setPerPage(size);
            setPage(1);
          }}
        />
      </>
    );
  }
}

function columns(): readonly TableColumn<MassPayoutLine>[] {
  return [
    { key: 'line', label: t('mass.problem.line'), cell: ({ line }) => line },
    { key: 'problems', label: t('mass.problem.what'), cell: (row) => <ProblemList line={row} /> },
    { key: 'cells', label: t('mass.problem.read'), cell: ({ cells }) => <Cells>{cells.join(', ')}</Cells> },
  ];
}

function ProblemList({ line: { problems } }: { line: MassPayoutLine }) {
  return (
    <Problems>
      {problems.map(({ field, reason }) => (
        <li key={`${field} ${reason}`}>
          {field !== 'line' && <b>{translateOr(`mass.problem.field.${field}`, field)}: </b>}
          {reason}
        </li>
      ))}
    </Problems>
  );
}

function toCard(row: MassPayoutLine) {
  return {
    key: String(row.line),
    primary: `${t('mass.problem.line')} ${row.line}`,
    value: null,
    meta: (
      <>
        <ProblemList line={row} />
        <Cells>{row.cells.join(', ')}</Cells>
      </>
    ),
  };
}
