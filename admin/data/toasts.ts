import { makeStore } from './store.ts';

export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error' | 'info';
  readonly text: string;
  readonly lifetimeMs: number;
  readonly at: number;
}

/** Spec §8: messages stay 6 s; the short ones of the shell 3 s. */
const ERROR_MS = 6000;
const SHELL_MS = 3000;
const LIMIT = 5;

export const toasts = makeStore<readonly Toast[]>([]);
let lastId = 0;

/** What was wrong before is over with a success. */
export function toastSuccess(text: string): void {
  dropErrors(0);
  push('success', text);
}

export function toastInfo(text: string): void {
  push('info', text);
}

export function toastError(text: string): void {
  push('error', text);
}

/** Who goes to another page has read what was wrong on this one; what was told just now is about going. */
export function leaveErrorsBehind(): void {
  dropErrors(1000);
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

function dropErrors(olderThanMs: number): void {
  const now = Date.now();
  toasts.set(toasts.get().filter(({ kind, at }) => kind !== 'error' || now - at < olderThanMs));
}

/** The same words are shown once, and the oldest leave first. */
export function push(kind: Toast['kind'], text: string, lifetimeMs = kind === 'error' ? ERROR_MS : SHELL_MS): void {
  lastId += 1;
  const others = toasts.get().filter((toast) => toast.text !== text);
  toasts.set([...others, { id: lastId, kind, text, lifetimeMs, at: Date.now() }].slice(-LIMIT));
}
