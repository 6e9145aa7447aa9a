import type { CryptoGateId } from '../assets/assets.ts';
import type { CheckedLine, MassLine, MassProblem } from './line.ts';

/** The most lines that a file may have, without the heading. */
export const MASS_MAX_LINES = 10_000;
/** Nobody reads more, and every read of the mass payout loads them. */
const MAX_WARNINGS = 100;

/** The problems of a line. Lines are numbered as in an editor, starting with 1. */
export interface BadLine {
  readonly number: number;
  readonly cells: readonly string[];
  readonly problems: readonly MassProblem[];
}

/** Something that a person should check before running the file. It does not prevent the run. */
export interface LineWarning {
  readonly number: number;
  readonly reason: string;
}

export interface MassTotals {
  readonly gateId: CryptoGateId;
  readonly validLines: number;
  readonly validMinor: bigint;
  /** The sum that the valid lines take from the balance, including fees. */
  readonly heldMinor: bigint;
  readonly badLines: number;
  /** The sum of the invalid lines whose amount could be read. */
  readonly badMinor: bigint;
}

/** The review of a file that the merchant sees before running it. */
export interface MassReview {
  readonly lines: number;
  readonly valid: number;
  readonly bad: readonly BadLine[];
  readonly warnings: readonly LineWarning[];
  readonly totals: readonly MassTotals[];
}

export interface NumberedLine extends MassLine {
  readonly number: number;
}

/** Collects the lines of a file one after the other. */
export class MassReviewer {
  readonly good: NumberedLine[] = [];
  readonly #bad: BadLine[] = [];
  readonly #warnings: LineWarning[] = [];
  readonly #totals = new Map<CryptoGateId, MassTotals>();
  readonly #seen = new Map<string, number>();
  /** Warnings beyond the listed ones: how many lines, and the last of them. */
  #unlisted: Unlisted | null = null;
  #lines = 0;

  /** Two identical payments in a file may be intended or a mistake, so the merchant gets a warning. */
  add(number: number, cells: readonly string[], checked: CheckedLine): void {
    this.#lines += 1;
    if (!checked.ok) {
      this.#bad.push({ number, cells, problems: checked.problems });
      if (checked.gateId !== null) this.#count(checked.gateId, { badLines: 1, badMinor: checked.amountMinor ?? 0n });
      return;
    }
    const { gateId, amountMinor, heldMinor } = checked.line;
    this.good.push({ ...checked.line, number });
    this.#count(gateId, { validLines: 1, validMinor: amountMinor, heldMinor });
    const twin = this.#twinOf(number, checked.line);
    if (twin !== undefined) this.#warn({ number, reason: `The same payment is already in line ${twin}.` });
  }

  review(): MassReview {
    return {
      lines: this.#lines,
      valid: this.good.length,
      bad: this.#bad,
      warnings: [...this.#warnings, ...(this.#unlisted === null ? [] : [moreOf(this.#unlisted)])],
      totals: [...this.#totals.values()].sort((a, b) => a.gateId.localeCompare(b.gateId)),
    };
  }

  #warn(warning: LineWarning): void {
    if (this.#warnings.length < MAX_WARNINGS) this.#warnings.push(warning);
    else this.#unlisted = { number: warning.number, count: (this.#unlisted?.count ?? 0) + 1 };
  }

  #twinOf(
    number: number,
    { gateId, addressKey, destinationTag, reference, amountMinor }: MassLine,
  ): number | undefined {
    const key = JSON.stringify([gateId, addressKey, String(destinationTag), reference, amountMinor.toString()]);
    const first = this.#seen.get(key);
    if (first === undefined) this.#seen.set(key, number);
    return first;
  }

  #count(gateId: CryptoGateId, more: Partial<Omit<MassTotals, 'gateId'>>): void {
    const now = this.#totals.get(gateId);
    this.#totals.set(gateId, {
      gateId,
      validLines: (now?.validLines ?? 0) + (more.validLines ?? 0),
      validMinor: (now?.validMinor ?? 0n) + (more.validMinor ?? 0n),
      heldMinor: (now?.heldMinor ?? 0n) + (more.heldMinor ?? 0n),
      badLines: (now?.badLines ?? 0) + (more.badLines ?? 0),
      badMinor: (now?.badMinor ?? 0n) + (more.badMinor ?? 0n),
    });
  }
}

interface Unlisted {
  readonly number: number;
  readonly count: number;
}

function moreOf({ number, count }: Unlisted): LineWarning {
  if (count === 1) return { number, reason: 'This line repeats what an earlier one pays.' };
  return { number, reason: `This line and ${count - 1} before it repeat what earlier ones pay; those are not listed.` };
}
