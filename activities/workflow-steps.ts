import { ApplicationFailure } from '@temporalio/common';
import { retrying } from '../db/core/sequelize.ts';
import { DomainError, isDomainError } from '../domain/errors.ts';

/**
 * A workflow's own step, as one transaction. A step that the rules refuse changes nothing and is not an error, because
 * the row may have moved on: then the answer is what it is now.
 */
export async function stepUnlessMoved<Answer>(
  transaction: () => Promise<Answer>,
  read: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await retrying(transaction);
  } catch (error) {
    if (isDomainError(error) && error.code !== 'not_found') return read();
    throw asFailure(error);
  }
}

/** An operator's command, as one transaction: who asked sees a refusal. @throws ApplicationFailure non-retryable */
export async function command<Answer>(transaction: () => Promise<Answer>): Promise<Answer> {
  try {
    return await retrying(transaction);
  } catch (error) {
    throw asFailure(error);
  }
}

/** A refusal by the rules will be the same next time; anything else (a database away) is worth another attempt. */
export function asFailure(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  return ApplicationFailure.nonRetryable(error.message, error.code);
}
