/** Known facts about the addresses that a gateway gave to payers. */
export interface AddressUse {
  /** The most on one network within an hour that the restored database knows of. */
  readonly busiestHour: number;
  /** From the moment that the database was restored to until now: in this time the lost addresses were issued. */
  readonly lostMs: number;
}

/** So many are skipped at least: one busy day of a small gateway, and a thousandth of a percent of all there are. */
const LEAST = 20_000;
/** A busy hour may have been busier than every hour before. */
const FACTOR = 3;
const HOUR_MS = 3_600_000;

/**
 * How many addresses a restored gateway skips on each network, so that it gives no payer an address that another payer
 * has got already. The chain cannot say how many those are: most were not paid yet.
 */
export function addressesToSkip({ busiestHour, lostMs }: AddressUse): number {
  const lostHours = Math.ceil(Math.max(lostMs, 0) / HOUR_MS) + 1;
  return Math.max(LEAST, FACTOR * busiestHour * lostHours);
}
