import { useSearchParams } from 'react-router';
import { LinkTabs } from '../components/link-tabs.tsx';

export interface RoomTabsProps<Tab extends string> {
  label: string;
  /** The first one is what the page opens with. */
  tabs: readonly Tab[];
  current: Tab;
  wordOf: (tab: Tab) => string;
}

/** The tab that the page's address names; the first where it names none. */
export function useRoomTab<Tab extends string>(tabs: readonly [Tab, ...Tab[]]): Tab {
  const [search] = useSearchParams();
  return tabs.find((each) => each === search.get('tab')) ?? tabs[0];
}

/** Tabs of one page, which keep the mode. */
export function RoomTabs<Tab extends string>({ label, tabs, current, wordOf }: RoomTabsProps<Tab>) {
  const [search] = useSearchParams();
  const mode = search.get('mode');
  const addressOf = (tab: Tab) => {
    const next = new URLSearchParams({ ...(tab === tabs[0] ? {} : { tab }), ...(mode ? { mode } : {}) });
    return `?${next}`;
  };
  return (
    <LinkTabs
      label={label}
      tabs={tabs.map((tab) => ({ to: addressOf(tab), label: wordOf(tab), current: tab === current }))}
    />
  );
}
