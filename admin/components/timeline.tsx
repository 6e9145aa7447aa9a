import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { formatClockSeconds, formatMoment } from '../i18n/format.ts';
import type { Tone } from '../look/colours.ts';
import { Icon } from '../look/icon.tsx';
import type { IconName } from '../look/icon-paths.ts';

const List = styled('ol')(({ theme }) => ({
  padding: '4px 16px 16px',
  '& > li': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    gap: '0 12px',
    paddingBottom: 20,
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
  [theme.breakpoints.up('sm')]: { paddingInline: 20 },
}));
const Mark = styled('span')<{ 'data-tone': Tone }>(({ theme, 'data-tone': tone }) => ({
  color: tone === 'neutral' ? theme.palette.text.secondary : theme.palette[tone].main,
}));
const Head = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '0 12px',
  '& b': { fontWeight: 500, overflowWrap: 'anywhere' },
  '& time': { fontSize: 13, color: theme.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
}));
const Detail = styled('p')(({ theme }) => ({ color: theme.palette.text.secondary, overflowWrap: 'anywhere' }));

type Look = Pick<TimelineEntryProps, 'icon' | 'tone'>;

export interface TimelineEntryProps {
  key: string;
  at: string;
  icon: IconName;
  tone: Tone;
  title: string;
  detail?: string;
  /** A box of its own under the words. */
  body?: ReactNode;
}

/** Icons of what somebody or something is still to do: over once another moment followed. */
const UNDER_WAY: ReadonlySet<IconName> = new Set(['arc', 'hourglass', 'users']);
const OVER: Look = { icon: 'check', tone: 'neutral' };

function Moment({ icon, tone }: Look) {
  return (
    <Mark data-tone={tone}>
      <Icon name={icon} />
    </Mark>
  );
}

/** Moments one below the other, the newest first. */
export function Timeline({ items }: { items: readonly TimelineEntryProps[] }) {
  // The clock tells moments of one day apart; over several days the day belongs to it.
  const format =
    new Set(items.map(({ at }) => new Date(at).toDateString())).size > 1 ? formatMoment : formatClockSeconds;
  return (
    <List>
      {items.map(({ key, at, title, detail, body, ...look }, index) => (
        <li key={key}>
          <Moment {...(index > 0 && UNDER_WAY.has(look.icon) ? OVER : look)} />
          <div>
            <Head>
              <b>{title}</b>
              <time dateTime={at}>{format(at)}</time>
            </Head>
            {detail && <Detail>{detail}</Detail>}
            {body}
          </div>
        </li>
      ))}
    </List>
  );
}
