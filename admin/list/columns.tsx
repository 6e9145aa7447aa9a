import type { ReactNode } from 'react';
import type { GateId } from '../../domain/assets/assets.ts';
import { AssetLabel } from '../components/asset-label.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { Coins } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { formatMoment } from '../i18n/format.ts';
import { type MessageKey, t } from '../i18n/translate.ts';

type Look = Partial<Omit<TableColumn<never>, 'key' | 'label' | 'cell'>>;
interface Named {
  readonly label?: MessageKey;
}

/** A column of a list: its key, under which people hide it, the key of its words, and what is in its cells. */
export function column<Row>(
  key: string,
  label: MessageKey,
  cell: (row: Row) => ReactNode,
  look: Look = {},
): TableColumn<Row> {
  return { key, label: t(label), cell, ...look };
}

/** The first column: the name of the row, which leads to its page. */
export function linkColumn<Row>(
  key: string,
  label: MessageKey,
  link: (row: Row) => readonly [to: string, name: string],
  look: Look = {},
): TableColumn<Row> {
  const cell = (row: Row) => {
    const [to, name] = link(row);
    return <RowLink to={to}>{name}</RowLink>;
  };
  return column(key, label, cell, look);
}

export function statusColumn<Row>(chip: (row: Row) => ReactNode, look: Look = {}): TableColumn<Row> {
  return column('status', 'column.status', chip, { width: [144, 176], ...look });
}

export function assetColumn(look: Look = {}): TableColumn<{ readonly gate_id: GateId }> {
  return column('asset', 'column.asset', ({ gate_id }) => <AssetLabel gateId={gate_id} />, {
    width: [104, 184],
    ...look,
  });
}

/** An amount of the row's asset, without its ticker. The key is the name of the field unless another is given. */
export function amountColumn<Field extends string>(
  field: Field,
  label: MessageKey,
  { key = field, ...look }: Look & { readonly key?: string } = {},
): TableColumn<{ readonly gate_id: GateId } & Readonly<Record<Field, string>>> {
  return column(key, label, (row) => <Coins amount={row[field]} gateId={row.gate_id} unit="none" />, {
    align: 'right',
    ...look,
  });
}

export function createdColumn({ label = 'column.created', ...look }: Look & Named = {}): TableColumn<{
  readonly created_at: string;
}> {
  return timeColumn('created', label, ({ created_at }) => created_at, look);
}

/** A point in time, which is looked up rather than read. */
export function timeColumn<Row>(
  key: string,
  label: MessageKey,
  at: (row: Row) => string,
  look: Look = {},
): TableColumn<Row> {
  return column(key, label, (row) => <time dateTime={at(row)}>{formatMoment(at(row))}</time>, {
    width: [116, 136],
    align: 'right',
    quiet: true,
    ...look,
  });
}
