/** Kinds of partners: a business, or a person with real followers (spec §1, §5). */
export const PARTNER_KINDS = ['partner', 'ambassador'] as const;
export type PartnerKind = (typeof PARTNER_KINDS)[number];

/** The terms of a partner, kept with the agreement that was accepted: later changes of these figures are for others. */
export interface PartnerTerms {
  /** The part of each fee, in basis points. */
  readonly shareBps: number;
  /** The most that a partner keeps, in euro cents (spec §9 "Partner earnings up to 10,000 EUR"). */
  readonly capMinor: bigint;
}

const CAP_MINOR = 1_000_000n;

export const PARTNER_TERMS: Readonly<Record<PartnerKind, PartnerTerms>> = {
  partner: { shareBps: 2_000, capMinor: CAP_MINOR },
  ambassador: { shareBps: 1_000, capMinor: CAP_MINOR },
};

/** The fees of merchants that are shared. Network fees pass on a cost, so nobody has a part of them. */
export const SHARED_FEES = ['fees:service', 'fees:conversion', 'fees:card'] as const;
export type SharedFee = (typeof SHARED_FEES)[number];
