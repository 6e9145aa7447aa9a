import { ATTRIBUTION_DAYS } from '../partners/attribution.ts';
import { CONSENT_COOKIE, CONSENT_DAYS, type CookieKind } from './consent.ts';

/** Something that the gateway's pages store in a browser. */
export interface StoredInBrowser {
  /** Without the prefix `__Host-`, which cookies have where there is TLS. */
  readonly name: string;
  readonly where: 'cookie' | 'local storage' | 'session storage';
  readonly kind: CookieKind;
  readonly purpose: string;
  readonly lifetime: string;
}

/** All of it; `domain/legal/cookies.test.ts` compares it with the code that stores something. */
export const STORED_IN_BROWSER: readonly StoredInBrowser[] = [
  cookie(
    'tidegate_session',
    'keeps you signed in to the back office',
    '12 hours, or 30 days if you chose to be remembered',
  ),
  cookie('XSRF-TOKEN', 'protects your account from requests that other sites forge', 'until the browser is closed'),
  cookie('tidegate_question', 'connects this browser with a code that was emailed to you', '24 hours'),
  cookie('tidegate_device', 'recognizes this browser, so that a sign-in from a new one is confirmed', '365 days'),
  cookie('tidegate_staff', 'keeps staff of the gateway signed in to the console', 'until the browser is closed'),
  cookie('XSRF-STAFF', 'protects the console from requests that other sites forge', 'until the browser is closed'),
  cookie('tidegate_staff_device', 'recognizes the browser of a staff member', '365 days'),
  cookie(CONSENT_COOKIE, 'stores your choice about cookies', `${CONSENT_DAYS} days`),
  cookie('tidegate-language', 'stores the language of the payer’s page that you chose by hand', '365 days'),
  local('tidegate.theme', 'stores whether you chose the light or the dark back office', 'until you choose “System”'),
  local('tidegate.signed-in', 'lets the sign-in page know whether to ask who you are', 'until you sign out'),
  local('RaStore', 'stores how you left lists and columns of the back office', 'until you clear it'),
  {
    name: 'tidegate.return-path',
    where: 'session storage',
    kind: 'necessary',
    purpose: 'leads you back to the page that you opened before signing in',
    lifetime: 'until you are signed in',
  },
  {
    name: 'tidegate-card-orders',
    where: 'session storage',
    kind: 'necessary',
    purpose: 'lets you follow your card purchase in the tab in which you began it',
    lifetime: 'until the tab is closed',
  },
  {
    name: 'tidegate_partner',
    where: 'cookie',
    kind: 'targeting',
    purpose: 'remembers which partner’s link first led you here, so that the partner is paid if you open an account',
    lifetime: `${ATTRIBUTION_DAYS} days`,
  },
  {
    name: 'tidegate-reference-language',
    where: 'local storage',
    kind: 'functional',
    purpose: 'remembers the programming language of the examples in the API reference',
    lifetime: 'until you withdraw your consent',
  },
];

function cookie(name: string, purpose: string, lifetime: string): StoredInBrowser {
  return { name, where: 'cookie', kind: 'necessary', purpose, lifetime };
}

function local(name: string, purpose: string, lifetime: string): StoredInBrowser {
  return { name, where: 'local storage', kind: 'necessary', purpose, lifetime };
}
