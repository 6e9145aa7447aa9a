import { inject } from 'vitest';

/**
 * Asks the run for a server all test files share; the first to ask waits while it starts.
 *
 * @throws Error with the server's own message when it could not be started.
 */
export async function sharedServer<Answer>(path: '/postgres' | '/temporal'): Promise<Answer> {
  const answer = await fetch(`${inject('sharedServersUrl')}${path}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text) as Answer;
}
