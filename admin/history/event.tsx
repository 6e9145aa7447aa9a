import '../reports/report-words.ts';
import type { EventRow } from '../../contract/history.ts';
import { isCryptoGateId } from '../../domain/assets/assets.ts';
import { Coins, Money } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { statusWord } from '../components/status-word.ts';
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

/** `invoice.expired_paid` as `Invoice paid late`, a link to the thing itself. */
export function EventLink({ row }: { row: EventRow }) {
  const { type } = row;
  const [kind = type, status = ''] = type.split('.');
  const name = translateOr(`events.kind.${kind}`, kind.replaceAll('_', ' '));
  const words = `${name} ${translateOr(`events.status.${status}`, statusWord(status).toLowerCase())}`;
  const to = eventPath(row);
  return to === null ? <span>{words}</span> : <RowLink to={to}>{words}</RowLink>;
}
