import { makeStore } from './store.ts';

export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error' | 'info';
  readonly text: string;
  readonly lifetimeMs: number;
}

/** Spec §8: messages stay 6 s; the short ones of the shell 3 s. */
const ERROR_MS = 6000;
const SHELL_MS = 3000;
const LIMIT = 5;

export const toasts = makeStore<readonly Toast[]>([]);
let lastId = 0;

export function toastSuccess(text: string): void {
  push('success', text, SHELL_MS);
}

export function toastInfo(text: string): void {
  push('info', text, SHELL_MS);
}

export function toastError(text: string): void {
  push('error', text, ERROR_MS);
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** The same words are shown once, and the oldest leave first. */
function push(kind: Toast['kind'], text: string, lifetimeMs: number): void {
  lastId += 1;
  const others = toasts.get().filter((toast) => toast.text !== text);
  toasts.set([...others, { id: lastId, kind, text, lifetimeMs }].slice(-LIMIT));
}
