import { Card, CardBody, type CardProps } from '../components/card.tsx';
import { Rows, type RowsProps } from '../components/rows.tsx';

export interface RowsCardProps<Row> extends RowsProps<Row>, Pick<CardProps, 'aside'> {
  /** The meaning of an empty list. */
  none: string;
}

/** A card of rows, or a sentence where there are none. */
export function RowsCard<Row>({ none, aside, ...rows }: RowsCardProps<Row>) {
  return (
    <Card title={rows.caption} aside={aside}>
      {rows.rows.length === 0 ? <CardBody>{none}</CardBody> : <Rows {...rows} />}
    </Card>
  );
}
