import { styled } from '@mui/material/styles';
import type { MassPayoutLine, SpaMassPayout } from '../../contract/mass-payouts.ts';
import { Card } from '../components/card.tsx';
import { Count } from '../components/count.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { t, translateOr } from '../i18n/translate.ts';
import { column } from '../list/columns.tsx';
import { LinePages } from './line-pages.tsx';

const Cells = styled('code')(({ theme }) => ({
  ...theme.typography.code,
  fontSize: 13,
  color: theme.palette.text.secondary,
  overflowWrap: 'anywhere',
  whiteSpace: 'normal',
}));
const Problems = styled('ul')({ '& b': { fontWeight: 500 }, overflowWrap: 'anywhere', whiteSpace: 'normal' });

/** Each line that is not valid, by its number, with what is wrong in which field. */
export function BadLines({ mass }: { mass: SpaMassPayout }) {
  return (
    <Card title={t('mass.review.bad')} aside={<Count value={mass.lines.not_valid} />} ruled>
      <LinePages
        mass={mass}
        show="not_valid"
        bones={3}
        caption={t('mass.review.bad')}
        columns={columns()}
        card={toCard}
      />
    </Card>
  );
}

function columns(): readonly TableColumn<MassPayoutLine>[] {
  return [
    column('line', 'mass.problem.line', ({ line }) => line),
    column('problems', 'mass.problem.what', (row) => <ProblemList line={row} />),
    column('cells', 'mass.problem.read', ({ cells }) => <Cells>{cells.join(', ')}</Cells>),
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
