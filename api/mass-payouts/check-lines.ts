import { setImmediate as breathe } from 'node:timers/promises';
import type { CreateMassPayoutBody } from '../../contract/mass-payouts.ts';
import { gates } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { checkMassPayment, type MassProblem, type MassRules } from '../../domain/mass-payouts/line.ts';
import { MassReviewer } from '../../domain/mass-payouts/review.ts';
import type { MassFile } from './read-file.ts';

/** Errors that one answer names. */
const MAX_NAMED = 1_000;
const TURN_MS = 8;

/**
 * Checks the lines of a request as those of a file, giving the event loop its turns.
 * @throws DomainError 422 with each bad line by its field, `lines.<index>.<field>`
 */
export async function checkLines(lines: CreateMassPayoutBody['lines'], rules: MassRules): Promise<MassFile> {
  const reviewer = new MassReviewer();
  const fields: Record<string, string[]> = {};
  let turnEndsMs = performance.now() + TURN_MS;
  for (const [index, line] of lines.entries()) {
    const { gate_id, address, destination_tag = null, amount, reference = '' } = line;
    const request = { gate: gates[gate_id], address, destinationTag: destination_tag, reference, amount };
    const checked = checkMassPayment(request, rules);
    reviewer.add(index + 1, [], checked);
    if (!checked.ok) name(fields, index, checked.problems);
    if (performance.now() < turnEndsMs) continue;
    await breathe();
    turnEndsMs = performance.now() + TURN_MS;
  }
  if (Object.keys(fields).length > 0) throw new DomainError('validation_failed', { fields });
  return { review: reviewer.review(), good: reviewer.good };
}

function name(fields: Record<string, string[]>, index: number, problems: readonly MassProblem[]): void {
  if (Object.keys(fields).length >= MAX_NAMED) return;
  for (const { field, reason } of problems) {
    const path = `lines.${index}.${field === 'gate' ? 'gate_id' : field}`;
    fields[path] = [...(fields[path] ?? []), reason];
  }
}
