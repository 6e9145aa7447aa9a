/** The work of the gateway in the last second, and its last decision about new invoices. */
export interface Strain {
  /** How long confirmed money, and news of it, wait to be worked on now. */
  readonly waitMs: number;
  /** Invoices created a second, by merchant and mode, e.g. `<merchant id>:sandbox`. */
  readonly createdPerSecond: ReadonlyMap<string, number>;
  readonly admission: Admission;
}

/** How many invoices may be created; it holds for all processes of the gateway. */
export interface Admission {
  /** Null: as many as anybody likes. */
  readonly perSecond: number | null;
  /** The share of creations that is refused, from 0 to 1, of creators who want more than their part. */
  readonly refused: ReadonlyMap<string, number>;
}

export const UNBOUNDED: Admission = { perSecond: null, refused: new Map() };

/** Quiet, money waits for a few hundredths of a second. */
export const MOST_WAIT_MS = 250;
/** However busy it is, some are created: otherwise nothing would show when it is quiet again. */
const LEAST_PER_SECOND = 5;
const LOWERED = 0.7;
const RAISED = 1.1;
/** Refused calls come back seconds later: it is over only once far less is demanded than may be created. */
const FREE_FROM = 3;
/** Somebody who is refused everything would not come back. */
const MOST_REFUSED = 0.995;
/** The part of a creator's demand that is still expected after a second without any. */
const REMEMBERED = 0.7;

/**
 * How many invoices may be created from now on, decided once a second: fewer at once while money waits, more again step
 * by step once it does not, as TCP shares a line (additive increase, multiplicative decrease). Unpaid invoices are
 * requests that can be repeated; a payment that was confirmed cannot wait.
 */
export function nextAdmission({ waitMs, createdPerSecond, admission }: Strain): Admission {
  const demand = demandOf(createdPerSecond, admission);
  const created = sum(createdPerSecond.values());
  const perSecond = nextBound(admission.perSecond, { waitMs, created, demanded: sum(demand.values()) });
  return perSecond === null ? UNBOUNDED : { perSecond, refused: refusedShares(demand, perSecond) };
}

function nextBound(
  bound: number | null,
  now: { readonly waitMs: number; readonly created: number; readonly demanded: number },
): number | null {
  if (now.waitMs > MOST_WAIT_MS) {
    // Little is created: something else keeps money waiting.
    if (bound === null && now.created <= LEAST_PER_SECOND) return null;
    return Math.max(LEAST_PER_SECOND, Math.min(bound ?? now.created, now.created) * LOWERED);
  }
  if (bound === null || now.demanded <= bound / FREE_FROM) return null;
  return bound * RAISED + 1;
}

/** Creations are the part that was not refused; a creator who got nothing through is still there for a while. */
function demandOf(createdPerSecond: ReadonlyMap<string, number>, { perSecond, refused }: Admission) {
  const demand = new Map<string, number>();
  for (const [creator, share] of refused) {
    const demanded = (perSecond ?? 0) / refused.size / (1 - share);
    if (!createdPerSecond.has(creator)) demand.set(creator, demanded * REMEMBERED);
  }
  for (const [creator, made] of createdPerSecond) demand.set(creator, made / (1 - (refused.get(creator) ?? 0)));
  return demand;
}

/**
 * Production first, and within a mode max-min fairness: a demand below an equal part is met, and the others share the
 * rest.
 */
function refusedShares(demand: ReadonlyMap<string, number>, perSecond: number): Map<string, number> {
  const refused = new Map<string, number>();
  const [sandbox, production] = [true, false].map((isSandbox) =>
    [...demand].filter(([creator]) => creator.endsWith(SANDBOX) === isSandbox).sort(([, a], [, b]) => a - b),
  );
  let left = perSecond;
  for (const creators of [production ?? [], sandbox ?? []]) {
    for (const [index, [creator, demanded]] of creators.entries()) {
      const given = Math.min(demanded, left / (creators.length - index));
      if (given < demanded) refused.set(creator, Math.min(MOST_REFUSED, 1 - given / demanded));
      left -= given;
    }
  }
  return refused;
}

const SANDBOX = ':sandbox';

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
