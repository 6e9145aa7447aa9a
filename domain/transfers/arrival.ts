/** Banks on the way may keep a charge; euro cents. */
const MOST_KEPT_MINOR = 5_000n;

/** Whether euro that have come can be those of a transfer: all of what left, less a charge on the way. */
export function canBeArrival(netMinor: bigint | null, arrivedMinor: bigint): boolean {
  const missing = (netMinor ?? 0n) - arrivedMinor;
  return missing >= 0n && missing <= MOST_KEPT_MINOR;
}
