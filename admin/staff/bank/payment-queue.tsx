import type { ReactNode } from 'react';
import { column } from '../../list/columns.tsx';
import { euros } from '../euros.ts';
import { RowsCard, type RowsCardProps } from '../rows-card.tsx';

/** The fields of every payment that waits for a person. */
interface QueuedPayment {
  readonly id: string;
  readonly name: string;
  readonly amount: string;
}

export interface PaymentQueueProps<Row extends QueuedPayment>
  extends Pick<RowsCardProps<Row>, 'caption' | 'columns' | 'rows' | 'aside'> {
  /** The meaning of an empty queue; if omitted, an empty queue is hidden. */
  readonly none?: string;
  /** The reason why the payment waits. */
  readonly stateOf: (row: Row) => string;
  /** The staff member's actions on a payment, in their own column. */
  readonly acts?: (row: Row) => ReactNode;
  /** The lower lines of a card on narrow screens. */
  readonly details: (row: Row) => readonly (string | null)[];
  /** Beside the details, if there are no acts. */
  readonly secondary?: (row: Row) => ReactNode;
}

/** Payments of the bank that wait for people, as rows or cards. */
export function PaymentQueue<Row extends QueuedPayment>(props: PaymentQueueProps<Row>) {
  const { caption, none, columns, rows, aside, stateOf, acts, details, secondary = acts } = props;
  if (rows.length === 0 && none === undefined) return null;
  return (
    <RowsCard
      caption={caption}
      none={none ?? ''}
      aside={aside}
      columns={
        acts === undefined
          ? columns
          : [...columns, column('act', 'bank.acts', acts, { labelHidden: true, align: 'right' })]
      }
      rows={rows}
      rowKey={({ id }) => id}
      card={(row) => ({
        key: row.id,
        primary: row.name,
        value: euros(row.amount),
        status: stateOf(row),
        secondary: secondary?.(row),
        meta: details(row).filter(Boolean).join(' · '),
      })}
    />
  );
}
