import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { Card, CardBody, VisuallyHidden } from '../../components/card.tsx';
import { ListError } from '../../components/list-state.tsx';
import { t } from '../../i18n/translate.ts';

/** The height of every chart, and of what is shown in its place: nothing moves when it comes or is switched. */
export const CHART_HEIGHT = 220;

/** Of a bar above a table, with the gap below it. */
export const BAR_HEIGHT = 24;

const Place = styled('div')({ height: CHART_HEIGHT, minWidth: 0, overflow: 'hidden' });
// Positioned, so that words for screen readers scroll along and do not widen the page.
const TablePlace = styled('div')(({ theme }) => ({
  position: 'relative',
  height: CHART_HEIGHT,
  overflow: 'auto',
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 6,
}));
const Empty = styled('div')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  height: CHART_HEIGHT,
  padding: '0 24px',
  textAlign: 'center',
  color: theme.palette.text.secondary,
}));
const Foot = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 16px',
  minHeight: 28,
  marginTop: 8,
  '& > :last-child': { marginLeft: 'auto' },
});

interface Loaded {
  /** The chart's data in one sentence. */
  readonly sentence: string;
  /** Drawn in place of the table until the table is chosen; without a chart there is only the table. */
  readonly chart?: ReactNode;
  /** Above the table, at the same height: see {@link BAR_HEIGHT}. */
  readonly bar?: ReactNode;
  readonly table: ReactNode;
}

export interface ChartCardProps {
  title: string;
  aside?: ReactNode;
  query: { readonly isPending: boolean; readonly error: unknown; readonly refetch: () => unknown };
  /** Undefined while it loads. */
  content: Loaded | undefined;
  /** The sentence instead of a chart, while there is nothing to draw. */
  empty: string | undefined;
  /** How many lines the sentence may need on a phone, and in a narrow column. */
  lines?: 1 | 2 | 3;
  isNarrow?: boolean;
  /** Of a card without a chart: how high its table is; what is longer is scrolled. */
  tableHeight?: number;
  /** Below the chart: a phone has a line of its own for it. */
  note?: ReactNode;
}

/**
 * A chart with a sentence and a table of the same data, for people who prefer numbers or cannot see the chart. Its
 * height is the same while loading, when empty, and as a table.
 */
export function ChartCard(props: ChartCardProps) {
  const { title, aside, query, content, empty, lines = 2, isNarrow = false, tableHeight, note } = props;
  const [wantsTable, setWantsTable] = useState(false);
  const hasChart = tableHeight === undefined;
  const isTable = wantsTable || !hasChart;
  const height = tableHeight ?? CHART_HEIGHT;
  const sentenceId = useId();
  const switchWords = t(isTable ? 'figures.asChart' : 'figures.asTable');
  if (query.error !== null && content === undefined) {
    return (
      <Card title={title}>
        <ListError title={t('figures.error', { title })} error={query.error} onRetry={() => void query.refetch()} />
      </Card>
    );
  }
  const isEmpty = content !== undefined && empty !== undefined;
  return (
    <Card title={title} aside={aside}>
      <CardBody>
        <Typography
          id={sentenceId}
          variant="caption"
          component="p"
          sx={{ minHeight: { xs: 20 * lines, sm: isNarrow ? 20 * lines : 20 }, mb: 2, color: 'text.secondary' }}
        >
          {content && !isEmpty ? content.sentence : '\u00a0'}
        </Typography>
        {place()}
        {hasChart && (
          <Foot sx={note === undefined ? {} : { minHeight: { xs: 56, sm: 28 } }}>
            {note}
            {content !== undefined && !isEmpty && (
              <Link
                component="button"
                type="button"
                variant="caption"
                aria-label={`${switchWords}: ${title}`}
                onClick={() => setWantsTable(!wantsTable)}
              >
                {switchWords}
              </Link>
            )}
          </Foot>
        )}
      </CardBody>
    </Card>
  );

  function place(): ReactNode {
    if (content === undefined) {
      return (
        <Place role="status" style={{ height }}>
          <VisuallyHidden>{t('figures.loading', { title })}</VisuallyHidden>
          <Skeleton variant="rounded" height={height} />
        </Place>
      );
    }
    if (empty !== undefined) return <Empty style={{ height }}>{empty}</Empty>;
    if (isTable) return <TableOf {...content} title={title} height={height} describedBy={sentenceId} />;
    // The sentence and the table are what is read out.
    return <Place aria-hidden>{content.chart}</Place>;
  }
}

interface TableOfProps extends Pick<Loaded, 'bar' | 'table'> {
  title: string;
  height: number;
  /** The id of the sentence. */
  describedBy: string;
}

function TableOf({ bar, table, title, height, describedBy }: TableOfProps) {
  return (
    <div style={{ height }}>
      {bar}
      {/* Scrollable content must be reachable by keyboard. */}
      <TablePlace
        role="group"
        aria-label={title}
        aria-describedby={describedBy}
        tabIndex={0}
        sx={{ height: 'auto', maxHeight: bar === undefined ? height : height - BAR_HEIGHT }}
      >
        {table}
      </TablePlace>
    </div>
  );
}
