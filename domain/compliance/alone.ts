/** The facts that decide whether one person alone may approve; euro cents. */
export interface Alone {
  /** At current rates; null without one. */
  readonly valueMinor: bigint | null;
  /** The sum that the same person alone approved within 24 hours. */
  readonly beforeMinor: bigint;
  /** From this sum on, two people have to approve. */
  readonly secondFromMinor: bigint;
}

/** Whether another person has to approve too: many small approvals of a day are like one large one. */
export function needsSecondPerson({ valueMinor, beforeMinor, secondFromMinor }: Alone): boolean {
  return valueMinor === null || beforeMinor + valueMinor >= secondFromMinor;
}
