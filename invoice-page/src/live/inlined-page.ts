import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { createWords, type Words } from '../i18n/words.tsx';
import { isInvoice } from '../is-invoice.ts';
import type { MissingView } from './store.ts';

/** The data that the server wrote into the page: the state and the words that it rendered. */
export function inlinedPage(): { state: CustomerInvoice | MissingView; words: Words } {
  const state: unknown = JSON.parse(textOf('state'));
  return {
    state: isInvoice(state) ? state : state === 'missing' ? 'missing' : 'failed',
    words: createWords(JSON.parse(textOf('language')), JSON.parse(textOf('words'))),
  };
}

const textOf = (id: string): string => document.getElementById(id)?.textContent ?? '';

/** When the server's answer came, by this device's clock; the script may have taken much longer to load. */
export function answeredAtMs(): number | undefined {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming ? performance.timeOrigin + entry.responseStart : undefined;
}
