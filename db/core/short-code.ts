import { randomInt } from 'node:crypto';
import { CODE_LENGTH, CODE_LETTERS } from '../../domain/partners/attribution.ts';

/** Eight random letters and digits that nobody mistakes for one another, for people to read and type. */
export function newShortCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
}
