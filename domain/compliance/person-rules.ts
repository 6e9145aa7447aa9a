import type { FieldErrors } from '../errors.ts';
import type { PersonData, PersonRoles } from './business-data.ts';

/** Problems of a person's description, by field; front ends show the same words while one types. */
export function personProblems(person: PersonData & PersonRoles, nowMs: number): FieldErrors {
  const problems: FieldErrors = {};
  if (!isAdult(person.birth_date, nowMs)) problems.birth_date = ['This person must be 18 or older.'];
  if (!person.is_owner && !person.is_representative) problems.is_owner = ['Choose owner, representative, or both.'];
  if (person.is_owner && person.share_percent === null) problems.share_percent = ['Say how much this person owns.'];
  if (!hasTwoNames(person.full_name)) problems.full_name = ['Enter first and last name.'];
  return problems;
}

/** Letters on both sides of a space. */
function hasTwoNames(name: string): boolean {
  const words = name.split(/\s/).map((word) => /\p{L}/u.test(word));
  return words.filter(Boolean).length >= 2;
}

function isAdult(birthDate: string, nowMs: number): boolean {
  const born = new Date(birthDate);
  if (Number.isNaN(born.getTime()) || born.getUTCFullYear() < 1900) return false;
  return born.setUTCFullYear(born.getUTCFullYear() + 18) <= nowMs;
}
