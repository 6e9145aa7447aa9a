import type { CardPageInput } from '../page-state.ts';
import { createCardClient } from './calls.ts';
import { type CardStore, createCardStore } from './store.ts';

/** The page at one moment, for the server: nothing is followed, and nobody acts on what it draws. */
export function createStillCardStore(initial: CardPageInput): CardStore {
  return createCardStore({
    client: createCardClient(() => Promise.reject(new Error('Nothing is asked while the page is drawn.'))),
    clock: { now: () => 0, learn: () => undefined },
    keeper: {
      atHome: () => null,
      byId: () => null,

      keep: () => undefined,
      forget: () => undefined,
    },
    initial,
    home: '',
    watchPage: () => () => undefined,
  });
}
