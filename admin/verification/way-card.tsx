import { styled } from '@mui/material/styles';
import type { Verification } from '../../contract/verification.ts';
import { Card, VisuallyHidden } from '../components/card.tsx';
import { Facts } from '../components/facts.tsx';
import { formatDay } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import type { Tone } from '../look/colours.ts';
import { Icon } from '../look/icon.tsx';
import type { IconName } from '../look/icon-paths.ts';

type Step = Verification['steps'][number];

const LOOKS: Readonly<Record<Step['status'], { readonly icon: IconName; readonly tone: Tone }>> = {
  done: { icon: 'checkCircle', tone: 'success' },
  skipped: { icon: 'slash', tone: 'neutral' },
  current: { icon: 'arc', tone: 'primary' },
  waiting: { icon: 'hourglass', tone: 'primary' },
  attention: { icon: 'alertCircle', tone: 'warning' },
  declined: { icon: 'crossCircle', tone: 'error' },
  ahead: { icon: 'clock', tone: 'neutral' },
};

const List = styled('ol')(({ theme }) => ({
  padding: '4px 16px 12px',
  '& > li': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) auto',
    gap: '0 12px',
    alignItems: 'center',
    minHeight: 40,
  },
  '& > li:not(:last-of-type)::after': {
    content: '""',
    position: 'absolute',
    left: 9.5,
    top: 32,
    height: 16,
    width: 1,
    backgroundColor: theme.palette.edge,
  },
  '& b': { fontWeight: 500 },
  '& [aria-current] b': { fontWeight: 600 },
  [theme.breakpoints.up('sm')]: { paddingInline: 20 },
}));
const Mark = styled('span')<{ 'data-tone': Tone }>(({ theme, 'data-tone': tone }) => ({
  color: tone === 'neutral' ? theme.palette.text.secondary : theme.palette[tone].main,
  '&[data-word=true]': { fontSize: 13, fontWeight: 500 },
}));

/** The six steps, each with its status, who must act, and the deadline. */
export function WayCard({ verification }: { verification: Verification }) {
  const { steps, actor, act_until } = verification;
  return (
    <Card title={t('verify.way')}>
      <List>
        {steps.map(({ step, status }) => {
          const { icon, tone } = LOOKS[status];
          const isHere = !['done', 'skipped', 'ahead'].includes(status);
          return (
            <li key={step} aria-current={isHere ? 'step' : undefined}>
              <Mark data-tone={tone}>
                <Icon name={icon} />
              </Mark>
              <b>{t(`verify.step.${step}`)}</b>
              <Mark data-tone={tone} data-word>
                <VisuallyHidden>: </VisuallyHidden>
                {t(`verify.state.${status}`)}
              </Mark>
            </li>
          );
        })}
      </List>
      <Facts
        facts={[
          { label: t('verify.who'), value: t(`verify.who.${actor}`) },
          { label: t('verify.until'), value: act_until && actor === 'merchant' ? formatDay(act_until) : null },
        ]}
      />
    </Card>
  );
}
