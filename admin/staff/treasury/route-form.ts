import type { Static } from 'typebox';
import type { RequestRouteBody } from '../../../contract/staff-transfers.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import { exchangeAt, type Place, routeProblem } from '../../../domain/transfers/places.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import { t } from '../../i18n/translate.ts';
import { reasonProblem } from '../reason-problem.ts';

type Body = Static<typeof RequestRouteBody>;
type Payee = NonNullable<Body['payee']>;

/** The form of a route. Which of its fields count follows from where the money leaves. */
export interface RouteDraft {
  from: Body['from'] | '';
  to: Body['to'] | '';
  gate_id: Body['gate_id'] | '';
  venue_key: string;
  payee: Payee;
  reason: string;
}

export const EMPTY_ROUTE: RouteDraft = {
  from: '',
  to: '',
  gate_id: '',
  venue_key: '',
  reason: '',
  payee: { name: '', iban: '', bic: '', town: '', country: '', reference: '' },
};

/** An exchange pays to nothing but the destinations on its own list, each by its name. */
export function needsVenueKey({ from }: Pick<RouteDraft, 'from'>): boolean {
  return from !== '' && exchangeAt(from as Place) !== null;
}

/** The bank pays to the account that the exchange names for us. */
export function needsPayee({ from }: Pick<RouteDraft, 'from'>): boolean {
  return from === 'bank:main';
}

export function toRouteBody(draft: RouteDraft, mode: Mode): Body {
  const { from, to, gate_id, venue_key, payee, reason } = draft;
  return {
    ...({ mode, from, to, gate_id, reason } as Pick<Body, 'mode' | 'from' | 'to' | 'gate_id' | 'reason'>),
    venue_key: needsVenueKey(draft) && venue_key !== '' ? venue_key : null,
    payee: needsPayee(draft) ? payee : null,
  };
}

/** Errors of a route: the contract's schema, and the capabilities of its two ends. */
export function routeRules(mode: Mode) {
  return bodyRules<RouteDraft>(async () => (await import('../../../contract/staff-transfers.ts')).RequestRouteBody, {
    toBody: (draft) => toRouteBody(draft, mode),
    check,
  });
}

function check(draft: RouteDraft) {
  const { from, to, gate_id: gateId, venue_key: key } = draft;
  const missing = {
    from: from === '' ? t('routes.place.choose') : undefined,
    to: to === '' ? t('routes.place.choose') : undefined,
    gate_id: gateId === '' ? t('routes.asset.choose') : undefined,
  };
  const needsKey = from !== '' && exchangeAt(from as Place) === 'kraken' && key === '';
  return {
    ...reasonProblem(draft),
    venue_key: needsKey ? t('routes.venueKey.required') : undefined,
    ...missing,
    ...(from === '' || to === '' || gateId === ''
      ? {}
      : { to: routeProblem({ from: from as Place, to: to as Place, gateId }) ?? undefined }),
  };
}
