/**
 * Which fees of the bank are beyond what it may take in a day: staff decide about them, because a forged statement can
 * hide a credit that never was behind a fee of the same amount. Each that fits is booked, whatever their order is.
 */
export function feesBeyond<Fee extends { readonly amountMinor: bigint }>(
  fees: readonly Fee[],
  { limitMinor, bookedMinor }: { readonly limitMinor: bigint; readonly bookedMinor: bigint },
): Fee[] {
  let leftMinor = limitMinor - bookedMinor;
  return fees.filter(({ amountMinor }) => {
    if (amountMinor > leftMinor) return true;
    leftMinor -= amountMinor;
    return false;
  });
}
