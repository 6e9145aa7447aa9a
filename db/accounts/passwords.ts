import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { DomainError } from '../../domain/errors.ts';

/**
 * argon2id in PHC form, computed off the main thread. 19 MiB, two passes, one lane: the first choice of OWASP's
 * Password Storage Cheat Sheet. @throws DomainError `service_unavailable` when too many wait already
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }));
}

/**
 * Whether the password is the one. Without a hash (nobody has that mail address) it takes the same time and is false,
 * so that the answer's time does not tell who has an account (hazard 62).
 */
export async function passwordMatches(password: string, passwordHash: string | undefined): Promise<boolean> {
  nobody ??= hashPassword('the password of nobody');
  const compared = passwordHash ?? (await nobody);
  const matches = await inTurn(() => verify(compared, password));
  return matches && passwordHash !== undefined;
}

let nobody: Promise<string> | undefined;

/** One core is left to everything else: a crowd that signs in must not keep shops from creating invoices. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
/** Some seconds of work; later requests are asked to retry. */
const MAX_WAITING = 200;

const turns = pLimit(AT_ONCE);

/** Runs costly work when it is its turn. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turns.pendingCount >= MAX_WAITING) throw new DomainError('service_unavailable');
  return turns(work);
}
