import './figure-words.ts';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { Card } from '../../components/card.tsx';
import { Money } from '../../components/money.tsx';
import { useDecisionCount } from '../../data/use-waiting.ts';
import { t } from '../../i18n/translate.ts';
import { comparison } from './figure-text.ts';
import { useBalanceChart, useRange, useRevenue, useRevenueChart } from './use-figures.ts';

const Row = styled('dl')(({ theme }) => ({
  display: 'grid',
  margin: 0,
  backgroundColor: theme.palette.divider,
  gap: 1,
  // Grounds over the lines between them.
  '& > div': { backgroundColor: theme.palette.background.paper },
  '& > div > *': { margin: 0 },
  '& dt, & small': { fontSize: 13, lineHeight: '20px', color: theme.palette.text.secondary },
  '& small': { display: 'block' },
  [theme.breakpoints.down('sm')]: {
    '& > div': {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'center',
      gap: 12,
      height: 47.5,
      padding: '0 16px',
    },
    '& dd': { fontSize: 16, fontWeight: 600 },
    '& small': { display: 'none' },
  },
  [theme.breakpoints.up('sm')]: {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '& > div': { height: 95, padding: '10px 20px' },
    '& dd': { ...theme.typography.figure, lineHeight: '32px' },
    '& small': {
      fontWeight: 400,
      letterSpacing: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
  },
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
}));

/** Balance, revenue and open decisions: the figures that people open the page for. */
export default function FigureRow() {
  const [range] = useRange('balance');
  const { data: balance } = useBalanceChart(range);
  const { data: week } = useRevenueChart('1W');
  const { data: revenue } = useRevenue();
  const waiting = useDecisionCount();
  return (
    <Card title={t('figures.row')} titleHidden>
      <Row>
        <Figure label={t('figures.row.balance')}>
          {balance && <Money amount={balance.points.at(-1)?.value ?? '0'} currency={balance.currency} />}
        </Figure>
        <Figure label={t('figures.row.today')}>
          {week && <Money amount={week.points.at(-1)?.net ?? '0'} currency={week.currency} />}
        </Figure>
        <Figure label={t('figures.row.month')} note={revenue && comparison(revenue)}>
          {revenue && <Money amount={revenue.current.net} currency={revenue.currency} />}
        </Figure>
        <Figure label={t('dashboard.decide')}>
          <Link component={RouterLink} to="/history?tab=decide">
            {waiting}
          </Link>
        </Figure>
      </Row>
    </Card>
  );
}

interface FigureProps {
  label: string;
  note?: string | undefined;
  /** Undefined while it loads. */
  children: ReactNode;
}

function Figure({ label, note, children }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children ?? <Skeleton width={96} />}
        {note && <small>{note}</small>}
      </dd>
    </div>
  );
}
