/** The kinds of spec §2. Only the first needs no consent. */
export const COOKIE_KINDS = ['necessary', 'performance', 'functional', 'targeting'] as const;
export type CookieKind = (typeof COOKIE_KINDS)[number];
export type OptionalCookieKind = Exclude<CookieKind, 'necessary'>;
export const OPTIONAL_COOKIE_KINDS = COOKIE_KINDS.slice(1) as readonly OptionalCookieKind[];

/** The version of the cookie policy. A choice is requested again when the list of what is stored changes. */
export const CONSENT_VERSION = '2026-11-30';
/** How long a choice is kept, in the browser and in the log. */
export const CONSENT_DAYS = 180;
export const CONSENT_COOKIE = 'tidegate_consent';

/** Where one changes a choice: with script a dialog opens over any page, without it the policy explains itself. */
export const COOKIE_SETTINGS = '/legal/cookies#your-choice';

export type ConsentChoices = Readonly<Record<OptionalCookieKind, boolean>>;

export const NOTHING_OPTIONAL: ConsentChoices = { performance: false, functional: false, targeting: false };

/** Global Privacy Control is a refusal of targeting, whatever is clicked. */
export function underGpc(choices: ConsentChoices, isGpc: boolean): ConsentChoices {
  return isGpc ? { ...choices, targeting: false } : choices;
}

/** The value of the cookie: version, one digit for each optional kind, and the number of the log's entry. */
export function consentValue(id: string, choices: ConsentChoices): string {
  const bits = OPTIONAL_COOKIE_KINDS.map((kind) => (choices[kind] ? '1' : '0')).join('');
  return `${CONSENT_VERSION}.${bits}.${id}`;
}

/** The choices in a cookie; undefined for one of an older version, or that no server made: then the banner asks. */
export function readConsent(value: string | undefined): ConsentChoices | undefined {
  const [, version, bits = ''] = CONSENT_FORM.exec(value ?? '') ?? [];
  if (version !== CONSENT_VERSION) return undefined;
  const [performance, functional, targeting] = [...bits].map((bit) => bit === '1');
  return { performance: performance === true, functional: functional === true, targeting: targeting === true };
}

/** The choices in `document.cookie`. Where there is TLS, the prefix keeps other hosts from planting one. */
export function consentIn(cookies: string): ConsentChoices | undefined {
  const values = new Map(cookies.split('; ').map((each) => [each.split('=')[0] ?? '', each.split('=')[1] ?? '']));
  return readConsent(values.get(`__Host-${CONSENT_COOKIE}`) ?? values.get(CONSENT_COOKIE));
}

const CONSENT_FORM =
  /^(\d{4}-\d{2}-\d{2})\.([01]{3})\.[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
