import { hydrateRoot } from 'react-dom/client';
import { createWords } from '../i18n/words.tsx';
import { createClock } from '../live/clock.ts';
import { painted, watchPage } from '../live/page.ts';
import { CardApp } from './app.tsx';
import { createCardClient } from './live/calls.ts';
import { createKeeper, sessionStore } from './live/keeper.ts';
import { createCardStore } from './live/store.ts';
import { homeOf } from './model/home.ts';
import { isCardPageState } from './page-state.ts';

// Takes over the page that the server drew, from the state and the words that it wrote beside it.
const textOf = (id: string): string => document.getElementById(id)?.textContent ?? '';
const state: unknown = JSON.parse(textOf('state'));
const store = createCardStore({
  client: createCardClient(),
  clock: createClock(),
  keeper: createKeeper(sessionStore()),
  initial: isCardPageState(state) ? state : state === 'missing' ? 'missing' : 'failed',
  home: homeOf(location.pathname, location.search),
  watchPage,
});
const root = document.getElementById('root');
const words = createWords(JSON.parse(textOf('language')), JSON.parse(textOf('words')));
await painted();
if (root !== null) hydrateRoot(root, <CardApp words={words} store={store} />);
