import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Count } from './count.tsx';

const FADE_PX = 32;
const fadeTo = (side: string) => `linear-gradient(to ${side}, transparent, black ${FADE_PX}px)`;
// Tabs beyond an edge fade away, so that people see that there are more.
const List = styled('ul')(({ theme }) => ({
  display: 'flex',
  gap: 20,
  overflowX: 'auto',
  borderBottom: `1px solid ${theme.palette.divider}`,
  '&[data-more=before]': { maskImage: fadeTo('right') },
  '&[data-more=after]': { maskImage: fadeTo('left') },
  '&[data-more=both]': { maskImage: `${fadeTo('right')}, ${fadeTo('left')}`, maskComposite: 'intersect' },
}));
const Item = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 40,
  borderBottom: '2px solid transparent',
  color: theme.palette.text.secondary,
  fontWeight: 500,
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  '&:hover': { color: theme.palette.text.primary },
  '&:focus-visible': { outlineOffset: -2 },
  '&[aria-current=page]': { borderColor: theme.palette.primary.main, color: theme.palette.text.primary },
}));

const Group = styled('li')({ flex: 'none', paddingTop: 4, marginRight: 4 });
const GroupName = styled('span')(({ theme }) => ({
  display: 'block',
  // In sight as long as a tab of its group is.
  position: 'sticky',
  left: 0,
  width: 'max-content',
  fontSize: 12,
  lineHeight: '16px',
  color: theme.palette.text.secondary,
}));
const GroupList = styled('ul')({ display: 'flex', gap: 12, borderBottom: 0 });

export interface LinkTab {
  to: string;
  /** The name of the group it belongs to, above the first of them. Either all tabs have one or none. */
  group?: string;
  label: string;
  current: boolean;
  count?: number;
}

/** Tabs that are addresses of their own, and so are links: they open in a new window and survive a reload. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  const list = useCurrentInView(tabs);
  return (
    <nav aria-label={label}>
      <List ref={list}>
        {groupsOf(tabs).map(([name, group]) =>
          name === '' ? (
            group.map(item)
          ) : (
            <Group key={name}>
              <GroupName aria-hidden>{name}</GroupName>
              <GroupList aria-label={name}>{group.map(item)}</GroupList>
            </Group>
          ),
        )}
      </List>
    </nav>
  );
}

function item({ to, label, current, count = 0 }: LinkTab) {
  return (
    <li key={to}>
      <Item to={to} aria-current={current ? 'page' : undefined}>
        {label}
        {count > 0 && <Count value={count} />}
      </Item>
    </li>
  );
}

function groupsOf(tabs: readonly LinkTab[]): (readonly [name: string, tabs: readonly LinkTab[]])[] {
  const names = new Set(tabs.map(({ group = '' }) => group));
  return [...names].map((name) => [name, tabs.filter(({ group = '' }) => group === name)]);
}

/** On a narrow screen the row scrolls sideways: the tab one is on is never outside of it. */
function useCurrentInView(tabs: readonly LinkTab[]) {
  const list = useRef<HTMLUListElement>(null);
  const places = tabs.map(({ to, current, count = 0 }) => `${to} ${current} ${count}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place, and counts that come move it
  useEffect(() => {
    const row = list.current;
    if (!row) return;
    // Called once the page is laid out, so that it is not laid out once more, and again when a phone is turned.
    const observer = new ResizeObserver(() => {
      const tab = row.querySelector<HTMLElement>('[aria-current=page]');
      if (tab) row.scrollLeft = Math.max(0, tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2);
      showMore();
    });
    const showMore = () => {
      row.dataset.more = moreOf(row);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(showMore, SCROLL_DELAY_MS);
    };
    row.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(row);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      row.removeEventListener('scroll', onScroll);
    };
  }, [places]);
  return list;
}

/** How long a row rests before its fades change (spec §9): not once for each pixel of a swipe. */
const SCROLL_DELAY_MS = 100;

/** The sides on which tabs are out of sight. */
function moreOf({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): 'none' | 'before' | 'after' | 'both' {
  const isBefore = scrollLeft > 1;
  const isAfter = scrollLeft + clientWidth < scrollWidth - 1;
  if (isBefore) return isAfter ? 'both' : 'before';
  return isAfter ? 'after' : 'none';
}
