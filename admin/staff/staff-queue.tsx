import { type ReactNode, useMemo } from 'react';
import type { RaRecord } from 'react-admin';
import type { CardListItem } from '../components/card-list.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { RowLink } from '../components/row-link.tsx';
import { type MessageKey, t } from '../i18n/translate.ts';
import { linkColumn } from '../list/columns.tsx';
import type { ListFilterField } from '../list/filters.tsx';
import { AS_THE_API, ResourceList, type ResourceListProps } from '../list/resource-list.tsx';
import { ModeSwitch, useShownMode } from './mode-switch.tsx';
import { RoomTabs, useRoomTab } from './room-tabs.tsx';

export interface StaffQueueProps<Row extends RaRecord> extends QueueListProps<Row> {
  /** The same rows, narrowed differently; the page opens with the first. A constant. */
  tabs?: QueueTabs;
  /** Production or sandbox, never both. */
  byMode?: boolean;
  actions?: ReactNode;
  /** Dialogs. */
  children?: ReactNode;
}

export type QueueTabs = readonly [QueueTab, ...QueueTab[]];

export interface QueueTab {
  /** In the address; empty, and without a label, where the page has only one list. */
  readonly key: string;
  readonly label?: MessageKey;
  readonly only?: Readonly<Record<string, string>>;
  readonly filters?: readonly ListFilterField[];
  /** Another list in place of this one. */
  readonly instead?: ReactNode;
}

interface QueueListProps<Row extends RaRecord> extends Pick<ResourceListProps<Row>, 'everyMs'> {
  /** The collection of the API, by which the page's address and words are named, too. */
  resource: 'card-orders' | 'cases' | 'claims' | 'operations' | 'partners' | 'reports' | 'tickets' | 'updates';
  /** The first column: what a row is called, which leads to its page. A constant. */
  name: { readonly key: string; readonly label: MessageKey; readonly of: (row: Row) => string };
  /** The other columns. A constant. */
  columns: readonly TableColumn<Row>[];
  /** A row on a narrow screen, below its name. */
  card: (row: Row) => Omit<CardListItem, 'key' | 'primary'>;
  art: ReactNode;
}

/** A list of the staff console, in the order in which its rows wait for people. */
export function StaffQueue<Row extends RaRecord>(props: StaffQueueProps<Row>) {
  const { tabs = ONE_LIST, byMode = false, actions, children, ...list } = props;
  const title = t(`${list.resource}.title`);
  const [first, ...others] = tabs;
  const key = useRoomTab([first.key, ...others.map((tab) => tab.key)]);
  const tab = others.find((each) => each.key === key) ?? first;
  const mode = useShownMode();
  const shown = [tab.key, byMode ? mode : ''].filter(Boolean);
  return (
    <Page>
      <PageHead
        title={title}
        sub={t(`${list.resource}.sub`)}
        actions={
          (byMode || actions) && (
            <>
              {byMode && <ModeSwitch />}
              {actions}
            </>
          )
        }
      />
      {others.length > 0 && (
        <RoomTabs label={title} tabs={tabs.map((each) => each.key)} current={key} wordOf={wordIn(tabs)} />
      )}
      {tab.instead ?? (
        <QueueList<Row>
          key={shown.join('.')}
          {...list}
          storeKey={[list.resource, ...shown].join('.')}
          tab={tab}
          mode={byMode ? mode : undefined}
        />
      )}
      {children}
    </Page>
  );
}

const ONE_LIST: QueueTabs = [{ key: '' }];

function wordIn(tabs: QueueTabs) {
  return (key: string) => {
    const { label } = tabs.find((each) => each.key === key) ?? tabs[0];
    return label ? t(label) : key;
  };
}

interface ShownList {
  storeKey: string;
  tab: QueueTab;
  mode: string | undefined;
}

function QueueList<Row extends RaRecord>(props: QueueListProps<Row> & ShownList) {
  const { resource, name, columns, card, art, everyMs, storeKey, tab, mode } = props;
  const only = useMemo(() => ({ ...tab.only, ...(mode === undefined ? {} : { mode }) }), [tab, mode]);
  const pathOf = ({ id }: RaRecord) => `/compliance/${resource}/${id}`;
  const all = useMemo(
    () => [
      linkColumn<Row>(name.key, name.label, (row) => [`/compliance/${resource}/${row.id}`, name.of(row)]),
      ...columns,
    ],
    [resource, name, columns],
  );
  return (
    <ResourceList<Row>
      resource={resource}
      words={resource}
      storeKey={storeKey}
      only={only}
      sort={AS_THE_API}
      everyMs={everyMs}
      filters={tab.filters ?? NO_FILTERS}
      columns={all}
      path={pathOf}
      card={(row) => ({
        key: String(row.id),
        primary: <RowLink to={pathOf(row)}>{name.of(row)}</RowLink>,
        ...card(row),
      })}
      empty={<EmptyState art={art} title={t(`${resource}.empty`)} text={t(`${resource}.empty.text`)} />}
    />
  );
}

const NO_FILTERS: readonly ListFilterField[] = [];
