import { styled } from '@mui/material/styles';
import type { SpaPayout } from '../../../contract/payouts.ts';
import { Card, VisuallyHidden } from '../../components/card.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';
import type { IconName } from '../../look/icon-paths.ts';
import { type PathStep, pathOf, type StepState } from '../payout-path.ts';

const List = styled('ol')(({ theme }) => ({
  padding: '4px 16px 16px',
  '& > li': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    gap: '0 12px',
    paddingBottom: 16,
    color: theme.palette.text.secondary,
  },
  '& > li:last-of-type': { paddingBottom: 0 },
  '& > li:not(:last-of-type)::before': {
    content: '""',
    position: 'absolute',
    left: 9.5,
    top: 24,
    bottom: 0,
    width: 1,
    backgroundColor: theme.palette.edge,
  },
  '& b': { fontWeight: 500 },
  '& time': { fontSize: 13, fontVariantNumeric: 'tabular-nums' },
  '& > li[data-state=done] > svg': { color: theme.palette.success.main },
  '& > li[data-state=done] b, & > li[data-state=now] b, & > li[data-state=ended] b': {
    color: theme.palette.text.primary,
  },
  '& > li[data-state=now] > svg': { color: theme.palette.primary.main },
  '& > li[data-state=now] b': { fontWeight: 600 },
  '& > li[data-state=ended] > svg': { color: theme.palette.error.main },
  '& > li[data-state=later] > svg': { color: theme.palette.edge },
  [theme.breakpoints.up('sm')]: { paddingInline: 20 },
}));
const Line = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '0 12px' });

const ICONS: Readonly<Record<StepState, IconName>> = {
  done: 'checkCircle',
  now: 'arc',
  later: 'coin',
  ended: 'crossCircle',
};

/** The status as a way: what is behind, what it waits for now, and what is to come. */
export function PathCard({ payout }: { payout: SpaPayout }) {
  return (
    <Card title={t('payout.path.title')}>
      <StepList steps={pathOf(payout)} />
    </Card>
  );
}

type ShownStep = Omit<PathStep, 'key'> & { readonly key: string };

/** Steps below each other, the current one marked. */
export function StepList({ steps }: { steps: readonly ShownStep[] }) {
  return (
    <List aria-live="polite">
      {steps.map((step) => (
        <Step key={step.key} step={step} />
      ))}
    </List>
  );
}

function Step({ step: { state, title, text, at } }: { step: ShownStep }) {
  return (
    <li data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <Icon name={ICONS[state]} />
      <div>
        <Line>
          <b>
            {title}
            <VisuallyHidden> ({t(`payout.path.state.${state}`)})</VisuallyHidden>
          </b>
          {at && <time dateTime={at}>{formatMoment(at)}</time>}
        </Line>
        {text && <p>{text}</p>}
      </div>
    </li>
  );
}
