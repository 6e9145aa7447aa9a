import { Data } from '../../../../contract/basics.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { OwnPayoutLimits, UpdateOwnPayoutLimitsBody } from '../../../../contract/payouts.ts';
import { originOf } from '../../../../db/accounts/origins.ts';
import type { Db, Tx } from '../../../../db/core/sequelize.ts';
import {
  lockOwnLimits,
  readOwnLimits,
  readOwnRoom,
  type StoredLimits,
  writeOwnLimits,
} from '../../../../db/outflows/own-limits.ts';
import { warnTeam } from '../../../../db/outflows/team-mails.ts';
import { fieldError, isDomainError } from '../../../../domain/errors.ts';
import { currencyDecimals } from '../../../../domain/money/currencies.ts';
import { formatAmount, parseAmount } from '../../../../domain/money/money.ts';
import {
  changeOwnLimits,
  type OwnLimit,
  type RequestedLimits,
  raisesOwnLimits,
} from '../../../../domain/outflows/own-limits.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { clientOf } from '../../../auth/client.ts';
import { type ProfileScope, profileOf, userOf } from '../../../auth/guard.ts';
import { performMoneyAct } from '../../../auth/money-act.ts';
import type { ServerDeps } from '../../../deps.ts';
import { wordsOf } from '../../../presenters/payout-form.ts';
import { profileRoute } from '../../../route-options.ts';

/** The amounts that a merchant lets leave, for all of its people and tokens. */
export function ownLimitsRoutes(app: App, { now }: ServerDeps, accounts: Accounts): void {
  const { db, secrets } = accounts;
  app.get(
    '/spa/:profile/payouts/limits',
    profileRoute('merchant_payout_viewAny', {
      summary: 'Get the merchant’s own payout limits',
      response: { 200: Data(OwnPayoutLimits) },
    }),
    async (request) => ({ data: await present(db, await profileOf(db, request)) }),
  );

  app.put(
    '/spa/:profile/payouts/limits',
    profileRoute('merchant_profile_update', {
      summary: 'Change the merchant’s own payout limits',
      description:
        'Lower limits apply at once. A higher limit, or none, needs a 2FA code (always in production, in sandbox only ' +
        'if 2FA is on) and applies after 24 hours; until then, sending the present limits takes it back. The team is ' +
        'notified by email.',
      body: UpdateOwnPayoutLimitsBody,
      response: { 200: Data(OwnPayoutLimits), ...errorResponses(409) },
    }),
    async (request) => {
      const { merchant, fullName: by } = userOf(request);
      const scope = await profileOf(db, request);
      const { mode } = scope;
      const read = (stored: StoredLimits) => ({ stored, wanted: limitsOf(request.body, stored.currency) });
      await performMoneyAct(accounts, request, {
        proof: 'second_factor',
        read: async (on) => read(await readOwnLimits(on, scope)),
        reread: async (tx) => read(await lockOwnLimits(tx, scope)),
        needsProof: ({ stored, wanted }) => raisesOwnLimits(stored, wanted),
        async work(tx, { stored, wanted }) {
          const next = { ...stored, ...changeOwnLimits(stored, wanted, now()) };
          // Saved as they were, nobody needs to hear of it.
          if (textOf(next) === textOf(stored)) return undefined;
          await writeOwnLimits(tx, scope, next);
          const origin = originOf(clientOf(request));
          await warnTeam(tx, secrets, merchant.id, mailOf(next, wanted, { mode, by, ...origin }));
          return next;
        },
        entry(next, { stored }) {
          if (next === undefined) return undefined;
          const { currency } = next;
          const data = { mode, currency, before: textOf(stored), after: textOf(next) };
          return { action: 'payout.limits_changed', data };
        },
      });
      return { data: await present(db, scope) };
    },
  );
}

function limitsOf(body: UpdateOwnPayoutLimitsBody, currency: string): RequestedLimits {
  const minorOf = (field: 'per_payout' | 'per_day') => {
    const text = body[field];
    if (text === null) return null;
    const minor = parsed(field, text, currencyDecimals(currency));
    if (minor === 0n) throw fieldError(field, 'Amount must be greater than 0');
    return minor;
  };
  return { perPayoutMinor: minorOf('per_payout'), perDayMinor: minorOf('per_day') };
}

function parsed(field: string, text: string, decimals: number): bigint {
  try {
    return parseAmount(text, decimals);
  } catch (error) {
    throw isDomainError(error) ? fieldError(field, wordsOf(error), error.code) : error;
  }
}

/** One text of everything that the limits say. */
function textOf({ currency, perPayout, perDay }: StoredLimits): string {
  const text = ({ minor, next }: OwnLimit) =>
    [
      money(minor, currency),
      ...(next === null ? [] : [`${money(next.minor, currency)} from ${timeOf(next.from)}`]),
    ].join(', ');
  return `per payout ${text(perPayout)}; per day ${text(perDay)}`;
}

function mailOf(
  { currency, perPayout, perDay }: StoredLimits,
  requested: RequestedLimits,
  values: { readonly mode: ProfileScope['mode']; readonly by: string } & ReturnType<typeof originOf>,
) {
  const amounts = {
    perPayout: money(requested.perPayoutMinor, currency),
    perDay: money(requested.perDayMinor, currency),
  };
  const froms = [perPayout.next, perDay.next].flatMap((next) => (next === null ? [] : [next.from.getTime()]));
  if (froms.length === 0) return { kind: 'payout_limits_changed', values: { ...values, ...amounts } } as const;
  const from = timeOf(new Date(Math.min(...froms)));
  return { kind: 'payout_limits_raised', values: { ...values, ...amounts, from } } as const;
}

/** A dash for no limit. */
function money(minor: bigint | null, currency: string): string {
  return minor === null ? '–' : `${formatAmount(minor, currencyDecimals(currency))} ${currency}`;
}

function timeOf(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

async function present(on: Db | Tx, of: ProfileScope): Promise<OwnPayoutLimits> {
  const { currency, perPayout, perDay } = await readOwnLimits(on, of);
  const { usedMinor = null } = (await readOwnRoom(on, { ...of, locks: false })) ?? {};
  const amount = (minor: bigint | null) => (minor === null ? null : formatAmount(minor, currencyDecimals(currency)));
  const limit = ({ minor, next }: OwnLimit) => ({
    amount: amount(minor),
    next: next === null ? null : { amount: amount(next.minor), from: next.from.toISOString() },
  });
  return { currency, per_payout: limit(perPayout), per_day: limit(perDay), used: amount(usedMinor) };
}
