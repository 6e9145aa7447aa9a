import '../reports/report-words.ts';
import type { EventRow } from '../../contract/history.ts';
import { isCryptoGateId } from '../../domain/assets/assets.ts';
import { Coins, Money } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { translateOr } from '../i18n/translate.ts';
import { eventPath } from './event-path.ts';

/** The amount of the event, in its coin or currency. */
export function EventAmount({ row: { amount, currency } }: { row: EventRow }) {
  if (amount === null || currency === null) return '–';
  return isCryptoGateId(currency) ? (
    <Coins amount={amount} gateId={currency} />
  ) : (
    <Money amount={amount} currency={currency} />
  );
}

/** `invoice.partially_paid` as `Invoice partially paid`, a link to the thing itself. */
export function EventLink({ row }: { row: EventRow }) {
  const { type } = row;
  const [kind = type, status = ''] = type.split('.');
  const inWords = (key: string, name: string) => translateOr(key, name.replaceAll('_', ' '));
  const words = `${inWords(`events.kind.${kind}`, kind)} ${inWords(`events.status.${status}`, status)}`;
  const to = eventPath(row);
  return to === null ? <span>{words}</span> : <RowLink to={to}>{words}</RowLink>;
}
