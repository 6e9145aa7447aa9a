/** A payment to a static address in what the address is for. Amounts in minor units of its gate. */
export interface Arrival {
  readonly paymentId: string;
  readonly key: string;
  readonly addressId: string;
  readonly amountMinor: bigint;
  /** The input or number that it shares with a transaction that it replaces. */
  readonly spends: readonly string[];
}

/** The deposit that gathers small payments at an address. */
export interface OpenDeposit {
  readonly depositId: string;
  readonly addressId: string;
  readonly liveMinor: bigint;
  readonly count: number;
}

export interface AssignmentContext {
  readonly minimumOf: (addressId: string) => bigint;
  /** At most one for each address. */
  readonly open: readonly OpenDeposit[];
  /** Replaced payments of deposits that are not settled. */
  readonly replaced: readonly {
    readonly depositId: string;
    readonly addressId: string;
    readonly spends: readonly string[];
  }[];
  readonly maxGathered: number;
  readonly newId: () => string;
}

export interface Assignment<One extends Arrival> {
  readonly members: readonly { readonly paymentId: string; readonly depositId: string }[];
  readonly opened: readonly { readonly depositId: string; readonly arrival: One }[];
}

/**
 * Which deposit each payment belongs to. A fee bump stays in the deposit of what it replaces; any other payment joins
 * what gathers at its address, until the sum reaches the minimum. Pure but for new ids.
 */
export function assignArrivals<One extends Arrival>(
  arrivals: readonly One[],
  context: AssignmentContext,
): Assignment<One> {
  const gathering = new Map(context.open.map((each) => [each.addressId, each]));
  const members: Assignment<One>['members'][number][] = [];
  const opened: Assignment<One>['opened'][number][] = [];
  for (const arrival of arrivals) {
    const { paymentId, addressId, amountMinor } = arrival;
    if (amountMinor <= 0n) continue;
    const minimumMinor = context.minimumOf(addressId);
    const replaced = context.replaced.find((each) => isReplacement(arrival, each));
    const open = gathering.get(addressId);
    const joins = open !== undefined && open.liveMinor < minimumMinor;
    const depositId = replaced?.depositId ?? (joins && open.count < context.maxGathered ? open.depositId : undefined);
    const id = depositId ?? context.newId();
    members.push({ paymentId, depositId: id });
    if (depositId === undefined) opened.push({ depositId: id, arrival });
    if (replaced === undefined) {
      const before = depositId === undefined ? { liveMinor: 0n, count: 0 } : (open ?? { liveMinor: 0n, count: 0 });
      gathering.set(addressId, {
        depositId: id,
        addressId,
        liveMinor: before.liveMinor + amountMinor,
        count: before.count + 1,
      });
    }
  }
  return { members, opened };
}

function isReplacement(arrival: Arrival, replaced: AssignmentContext['replaced'][number]): boolean {
  return replaced.addressId === arrival.addressId && arrival.spends.some((spend) => replaced.spends.includes(spend));
}
