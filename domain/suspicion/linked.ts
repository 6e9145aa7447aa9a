/** One operation whose money has come or left, with what may link it to others. */
export interface LinkedOperation {
  readonly id: string;
  readonly direction: 'in' | 'out';
  readonly atMs: number;
  /** EUR cents, at the time of the operation. */
  readonly valueEurMinor: bigint;
  /** The address or account at the other side: who sent it, where the chain tells it, or who received it. */
  readonly payer: string | null;
  /**
   * The customer that the merchant names: an email address, which links across merchants, or a name of the merchant's
   * own.
   */
  readonly customer: string | null;
  readonly merchant: string;
  /** The filed and dismissed reports that it is in. */
  readonly closedReports: readonly ClosedReport[];
}

/** A report that people decided about: of its link only, so its operations still count with others by another link. */
export interface ClosedReport {
  readonly id: string;
  readonly link: Link;
  readonly key: string;
}

export const LINKS = ['payer', 'customer', 'merchant', 'merchant_out'] as const;
export type Link = (typeof LINKS)[number];

/** The linked operations, and the link. */
export interface LinkedGroup {
  readonly link: Link;
  /** The shared address or account, customer, or merchant. */
  readonly key: string;
  /** Oldest first. */
  readonly operations: readonly LinkedOperation[];
  readonly totalEurMinor: bigint;
}

/** Spec §9: EUR 15,000, linked operations counted together. EUR cents. */
export const REPORT_FROM_MINOR = 1_500_000n;

const HOUR_MS = 3_600_000;
/**
 * How far apart operations may be and still count together. A payer or customer who splits a sum does so over days; a
 * merchant's whole day is one operation in the sense of the threshold.
 */
export const LINK_WINDOWS_MS: Readonly<Record<Link, number>> = {
  payer: 7 * 24 * HOUR_MS,
  customer: 7 * 24 * HOUR_MS,
  merchant: 24 * HOUR_MS,
  merchant_out: 24 * HOUR_MS,
};

/**
 * How far back operations are looked at. More than the longest window, because a draft grows while it is open and must
 * keep its first operations.
 */
export const LINK_HISTORY_MS = 4 * Math.max(...Object.values(LINK_WINDOWS_MS));

/**
 * The groups of operations that reach the threshold together: of one payer, customer or merchant, within a rolling
 * window. With a payer or customer, what came and what left count together: each is an operation with that person. Of a
 * merchant they count apart, because what leaves had come in before. Windows that overlap make one group. A group whose
 * operations are all in a stronger one, or in a closed report of a stronger link (payer before customer before
 * merchant), is left out. Operations of a closed report of the same link and key are not counted again. The order of
 * the input does not matter.
 */
export function linkedGroups(operations: readonly LinkedOperation[]): LinkedGroup[] {
  const groups: LinkedGroup[] = [];
  const stronger = new Coverage();
  for (const link of LINKS) {
    const ofLink: LinkedGroup[] = [];
    for (const [key, linked] of [...byKey(operations, link)].sort(([one], [other]) => (one < other ? -1 : 1))) {
      for (const cluster of clusters(linked, LINK_WINDOWS_MS[link])) {
        const group = { link, key, operations: cluster, totalEurMinor: sumOf(cluster) };
        if (!stronger.covers(group) && !isClosed(group)) ofLink.push(group);
      }
    }
    for (const group of ofLink) stronger.add(group);
    groups.push(...ofLink);
  }
  return groups;
}

/** Which groups an operation is in, so that a group is compared only with those that share its operations. */
class Coverage {
  readonly #groups = new Map<string, Set<LinkedGroup>>();

  add(group: LinkedGroup): void {
    for (const { id } of group.operations) {
      const known = this.#groups.get(id);
      if (known === undefined) this.#groups.set(id, new Set([group]));
      else known.add(group);
    }
  }

  /** Whether one of the groups has all operations of this one. */
  covers({ operations: [first, ...others] }: LinkedGroup): boolean {
    if (first === undefined) return true;
    const candidates = this.#groups.get(first.id) ?? [];
    return [...candidates].some((group) => others.every(({ id }) => this.#groups.get(id)?.has(group)));
  }
}

function byKey(operations: readonly LinkedOperation[], link: Link): Map<string, LinkedOperation[]> {
  const found = new Map<string, LinkedOperation[]>();
  for (const operation of operations) {
    const key = keyOf(operation, link);
    if (key === null || operation.closedReports.some((closed) => closed.link === link && closed.key === key)) continue;
    const known = found.get(key);
    if (known === undefined) found.set(key, [operation]);
    else known.push(operation);
  }
  return found;
}

function keyOf({ direction, payer, customer, merchant }: LinkedOperation, link: Link): string | null {
  switch (link) {
    case 'payer':
      return payer;
    case 'customer':
      return customer;
    case 'merchant':
      return direction === 'in' ? merchant : null;
    case 'merchant_out':
      return direction === 'out' ? merchant : null;
    default:
      return link satisfies never;
  }
}

/** All operations that lie in some window whose sum reaches the threshold; neighbours that share one are together. */
function clusters(linked: readonly LinkedOperation[], windowMs: number): LinkedOperation[][] {
  const sorted = linked.toSorted((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1));
  const found: LinkedOperation[][] = [];
  let lastIndex = -1;
  let from = 0;
  let sumMinor = 0n;
  for (const [index, operation] of sorted.entries()) {
    sumMinor += operation.valueEurMinor;
    for (
      let first = sorted[from];
      first !== undefined && operation.atMs - first.atMs > windowMs;
      first = sorted[from]
    ) {
      sumMinor -= first.valueEurMinor;
      from += 1;
    }
    if (sumMinor < REPORT_FROM_MINOR) continue;
    const current = found.at(-1);
    if (current !== undefined && from <= lastIndex) current.push(...sorted.slice(lastIndex + 1, index + 1));
    else found.push(sorted.slice(from, index + 1));
    lastIndex = index;
  }
  return found;
}

/** Whether one closed report of a stronger link has all of its operations. */
function isClosed({ link, operations }: LinkedGroup): boolean {
  const [first, ...others] = operations.map(({ closedReports }) => closedReports);
  const stronger = first?.filter((report) => LINKS.indexOf(report.link) < LINKS.indexOf(link)) ?? [];
  return stronger.some(({ id }) => others.every((reports) => reports.some((report) => report.id === id)));
}

function sumOf(operations: readonly LinkedOperation[]): bigint {
  return operations.reduce((sum, { valueEurMinor }) => sum + valueEurMinor, 0n);
}
