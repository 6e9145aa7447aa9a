import { createElement } from 'react';

const opened: string[] = [];

/** The tabs that were opened. */
export const openedTabs: readonly string[] = opened;

export async function loadTab(): Promise<void> {
  opened.push('first');
}

export default function Toys() {
  return createElement('h1', {}, 'Toys');
}
