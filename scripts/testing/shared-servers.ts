import { inject } from 'vitest';

/**
 * Asks for what all test files of the project share; the first to ask waits while it is made.
 *
 * @throws Error with the server's own message when it could not be made.
 */
export async function sharedServer<Answer>(path: '/postgres' | '/temporal' | '/back-office'): Promise<Answer> {
  const answer = await fetch(`${inject('sharedServersUrl')}${path}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text) as Answer;
}
