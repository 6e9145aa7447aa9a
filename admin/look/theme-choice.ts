import { useSyncExternalStore } from 'react';
import type { Scheme } from './colours.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'tidegate.theme';
const listeners = new Set<() => void>();
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');
systemDark.addEventListener('change', announce);

/** The scheme to draw with: what the user chose on this device, else what the system prefers. */
export function useScheme(): Scheme {
  return useSyncExternalStore(subscribe, readScheme);
}

export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, readChoice), writeChoice];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readScheme(): Scheme {
  const choice = readChoice();
  if (choice !== 'system') return choice;
  return systemDark.matches ? 'dark' : 'light';
}

function readChoice(): ThemeChoice {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function writeChoice(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  announce();
}

function announce(): void {
  for (const listener of listeners) listener();
}
