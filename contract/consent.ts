import { type Static, Type } from 'typebox';
import { Exact } from './basics.ts';

const Choice = Type.Boolean({ description: 'Whether it may be stored.' });

/** A visitor's choice about cookies; strictly necessary ones cannot be refused. */
export const ConsentBody = Exact(
  {
    version: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'Of the cookie policy that was shown.' }),
    performance: Choice,
    functional: Choice,
    targeting: Choice,
  },
  { title: 'CookieConsent' },
);

/** The consent in force now: Global Privacy Control refuses targeting regardless of the visitor's clicks. */
export const ConsentView = Exact(
  { performance: Choice, functional: Choice, targeting: Choice },
  { title: 'CookieChoices' },
);

export type ConsentBody = Static<typeof ConsentBody>;
