import type { NotificationPayload } from 'react-admin';

/** The display data that we add to react-admin's notification. */
export interface Notice extends NotificationPayload {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Spec §8: errors stay for 6 s, the short messages of the shell for 3 s. */
const ERROR_MS = 6000;
const SHELL_MS = 3000;
const LIMIT = 5;
/** Messages shown this shortly before a page change are assumed to explain it, and stay. */
const JUST_NOW_MS = 1000;

let lastId = 0;

/** The list with one more: the same words are shown once, a success ends what was wrong, the oldest leave first. */
export function withNotice(shown: readonly NotificationPayload[], next: NotificationPayload): Notice[] {
  lastId += 1;
  const notice: Notice = { ...next, id: lastId, since: Date.now() };
  const others = shown
    .filter(isNotice)
    .filter(({ message, type }) => message !== next.message && !(next.type === 'success' && isError(type)));
  return [...others, notice].slice(-LIMIT);
}

/** Without the errors of the page that is left. */
export function onNextPage(shown: readonly NotificationPayload[]): Notice[] {
  const now = Date.now();
  return shown.filter(isNotice).filter(({ type, since }) => !isError(type) || now - since < JUST_NOW_MS);
}

/** How long it stays, in milliseconds; null: until it is dismissed. */
export function lifetimeOf({ type, notificationOptions }: NotificationPayload): number | null {
  const { autoHideDuration = isError(type) ? ERROR_MS : SHELL_MS } = notificationOptions ?? {};
  return autoHideDuration;
}

/** react-admin's warnings are shown as errors: both say that something was not done. */
export function isError(type: NotificationPayload['type']): boolean {
  return type === 'error' || type === 'warning';
}

/** All notifications in the list were added by `withNotice`. */
export function isNotice(notification: NotificationPayload): notification is Notice {
  return 'id' in notification;
}

let add: (notification: NotificationPayload) => void = () => undefined;

/** The list of notifications that the root shows registers itself once. */
export function registerNotices(fn: typeof add): void {
  add = fn;
}

/**
 * Adds to that list: what react-admin's `useNotify` does below the root, whichever react-admin is there, and what code
 * outside the component tree uses.
 */
export function addNotice(notification: NotificationPayload): void {
  add(notification);
}

/** Tells outside of components, where there is no `useNotify`. */
export function notify(message: string, type: NotificationPayload['type']): void {
  add({ message, type });
}
