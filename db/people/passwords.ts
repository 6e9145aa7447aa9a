import { hash, verify } from '@node-rs/argon2';

/**
 * argon2id in PHC form, computed off the main thread. 19 MiB, two passes, one lane: the first choice of OWASP's Password Storage Cheat
 * Sheet.
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

/**
 * Whether the password is the one. Without a hash (nobody has that mail address) it takes the same time and is false, so that the answer's
 * time does not tell who has an account (hazard 62).
 */
export async function passwordMatches(password: string, passwordHash: string | undefined): Promise<boolean> {
  nobody ??= hashPassword('the password of nobody');
  const matches = await verify(passwordHash ?? (await nobody), password);
  return matches && passwordHash !== undefined;
}

let nobody: Promise<string> | undefined;
