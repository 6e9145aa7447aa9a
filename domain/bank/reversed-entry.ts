import { isNear, type Movement, referencesOf } from './movements.ts';

/** A credit that the bank may take back. */
export interface ReversibleCredit extends Movement {
  readonly id: string;
}

/**
 * Which credit a reversal takes back: one of the same amount that shares a reference of the bank or of the payer with
 * it; else the only one of the same payer. Null: that is not sure, and staff decide.
 */
export function reversedCredit<Credit extends ReversibleCredit>(
  reversal: Movement,
  credits: readonly Credit[],
): Credit | null {
  const possible = credits.filter(
    (credit) =>
      credit.direction === 'credit' && credit.amountMinor === reversal.amountMinor && agrees(credit, reversal),
  );
  for (const evidence of EVIDENCE) {
    const shown = possible.filter((credit) => evidence(credit, reversal));
    const [only, ...others] = shown;
    if (only !== undefined) return others.length === 0 ? only : null;
  }
  return null;
}

const equal = (one: string | null, other: string | null) => one !== null && one !== '' && one === other;

const EVIDENCE: readonly ((credit: Movement, reversal: Movement) => boolean)[] = [
  (credit, reversal) =>
    equal(credit.endToEndId, reversal.endToEndId) && referencesOf(credit).some((each) => says(reversal, each)),
  (credit, reversal) => referencesOf(credit).some((each) => says(reversal, each)),
  (credit, reversal) => equal(credit.endToEndId, reversal.endToEndId),
  (credit, reversal) => equal(credit.creditorReference, reversal.creditorReference) && isNear(credit, reversal),
  (credit, reversal) => equal(credit.partyIban, reversal.partyIban) && isNear(credit, reversal),
  (credit, reversal) => equal(credit.remittance, reversal.remittance) && isNear(credit, reversal),
];

/** References and account of the payer must not differ if both have them. */
function agrees(credit: Movement, reversal: Movement): boolean {
  const keys = ['endToEndId', 'creditorReference', 'partyIban'] as const;
  return keys.every((key) => credit[key] === null || reversal[key] === null || credit[key] === reversal[key]);
}

/** Banks name the entry that they take back by its reference, as their own or in words. */
function says(reversal: Movement, reference: string): boolean {
  const words = reversal.remittance.split(/[^\p{L}\p{N}./-]+/u);
  return referencesOf(reversal).includes(reference) || (reference.length >= 6 && words.includes(reference));
}
