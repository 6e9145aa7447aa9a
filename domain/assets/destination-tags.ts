/**
 * The destination tag of a derivation index: ten digits, a multiple of 17. A payer who copies it by hand and gets one
 * digit wrong, swaps any two, drops one or writes one twice names a tag that nobody was given, and the money waits in
 * suspense instead of going to somebody else: 17 divides no 10^j · d (d a digit) and, because 10 has the order 16
 * modulo 17, no 10^j − 10^k of ten digits times d. Neighboring indexes are far apart, so tags do not count payments.
 *
 * Before, the tag was the index + 1. Those tags stay valid, because payments are matched with the tags that were given;
 * none has ten digits, so the two kinds never meet.
 * @throws RangeError when the index is out of range
 */
export function destinationTagOf(index: number): bigint {
  if (!Number.isSafeInteger(index) || index < 0 || index >= DESTINATION_TAGS)
    throw new RangeError(`derivation index ${index} is out of range`);
  const place = (BigInt(index) * STEP) % BigInt(DESTINATION_TAGS);
  return DIVISOR * (FIRST + place);
}

const DIVISOR = 17n;
/** 17 times this is the first multiple of ten digits; 17 times LAST is 2^32 − 1, the largest tag there is. */
const FIRST = 58_823_530n;
const LAST = 252_645_135n;

/** How many tags an account has. */
export const DESTINATION_TAGS = Number(LAST - FIRST + 1n);

/** Shares no factor with {@link DESTINATION_TAGS}, so that each index has its own tag, near its golden section. */
const STEP = 119_788_343n;
