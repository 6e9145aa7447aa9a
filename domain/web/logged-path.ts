import { isUuid } from '../ids.ts';

/**
 * The path of a call as the request log shows it: the pattern of its route with the ids that were called. Anything else
 * in the place of an id stays out, because it may be a name, an email address or a secret; so does the query.
 */
export function loggedPath(pattern: string, url: string): string {
  const parts = (url.split('?')[0] ?? '').split('/');
  return pattern
    .split('/')
    .map((part, at) => {
      const called = parts[at] ?? '';
      return part.startsWith(':') && isUuid(called) ? called.toLowerCase() : part;
    })
    .join('/');
}
