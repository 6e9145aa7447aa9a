/**
 * Connections between a merchant and the partner who brought it. `own_account`, `same_email`, `same_browser`,
 * `same_bank_account` and `same_website` leave no doubt. Two people may have the same name or a computer of the same
 * kind, companies resemble each other in name, and somebody with an address at the partner's domain may be an employee:
 * about these a person decides.
 */
export const FRAUD_SIGNALS = [
  'own_account',
  'same_email',
  'same_browser',
  'same_bank_account',
  'same_website',
  'same_device',
  'same_name',
  'same_company_name',
  'employee',
] as const;
export type FraudSignal = (typeof FRAUD_SIGNALS)[number];

const CERTAIN: ReadonlySet<FraudSignal> = new Set([
  'own_account',
  'same_email',
  'same_browser',
  'same_bank_account',
  'same_website',
] as const);

/** Whether the shares of a merchant's fees count: `held` until staff decide, `refused` for good. */
export const REFERRAL_STANDINGS = ['counted', 'held', 'refused'] as const;
export type ReferralStanding = (typeof REFERRAL_STANDINGS)[number];

export interface ReferralReview {
  /** Found now. */
  readonly signals: readonly FraudSignal[];
  /** Seen by the person who let the merchant count. */
  readonly cleared: readonly FraudSignal[];
  readonly isRefusedByStaff: boolean;
}

/**
 * The standing of a referred merchant. Nobody can clear a certain signal, and a signal that is found after a person
 * decided holds the merchant's shares again.
 */
export function standingOf({ signals, cleared, isRefusedByStaff }: ReferralReview): ReferralStanding {
  if (isRefusedByStaff || signals.some((signal) => CERTAIN.has(signal))) return 'refused';
  return signals.every((signal) => cleared.includes(signal)) ? 'counted' : 'held';
}

/** Mailboxes whose owner is one person however it is written: `a.b+shop@gmail.com` is `ab@gmail.com`. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@', 2);
  const name = local.split('+', 1)[0] ?? '';
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGoogle ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** A name as it is compared: without case, accents, punctuation and the order of its words. */
export function nameKey(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return words
    .filter((word) => word !== '' && !LEGAL_FORMS.has(word))
    .sort()
    .join(' ');
}

const LEGAL_FORMS: ReadonlySet<string> = new Set([
  'gmbh',
  'ug',
  'ag',
  'ltd',
  'llc',
  'inc',
  'bv',
  'sa',
  'sl',
  'srl',
  'sarl',
  'sas',
  'oy',
  'ab',
]);

/** The host of a website without `www.`; null for none. */
export function hostOf(website: string | null): string | null {
  if (website === null || !URL.canParse(website)) return null;
  return new URL(website).hostname.replace(/^www\./, '');
}

/** The accounts of one side, as they are compared. */
export interface Side {
  readonly merchantId: string | null;
  readonly people: readonly { readonly email: string; readonly name: string }[];
  /** Hashes of cookies that a browser keeps after its owner was confirmed. */
  readonly browsers: readonly string[];
  /** Fingerprints: computers of one kind share them. */
  readonly devices: readonly string[];
  readonly ibans: readonly string[];
  readonly company: string | null;
  readonly website: string | null;
}

/** The signals between both sides, in the order of {@link FRAUD_SIGNALS}. */
export function signalsBetween(partner: Side, merchant: Side): FraudSignal[] {
  const emails = (side: Side) => side.people.map(({ email }) => mailboxOf(email));
  const names = (side: Side) => side.people.map(({ name }) => nameKey(name));
  const companies = (side: Side) => (side.company === null ? [] : [nameKey(side.company)]);
  const hosts = (side: Side) => [hostOf(side.website) ?? ''];
  const found: Readonly<Record<FraudSignal, boolean>> = {
    own_account: partner.merchantId !== null && partner.merchantId === merchant.merchantId,
    same_email: meet(emails(partner), emails(merchant)),
    same_browser: meet(partner.browsers, merchant.browsers),
    same_bank_account: meet(partner.ibans, merchant.ibans),
    same_website: meet(hosts(partner), hosts(merchant)),
    same_device: meet(partner.devices, merchant.devices),
    same_name: meet(names(partner), names(merchant)),
    same_company_name: meet(companies(partner), companies(merchant)),
    employee: meet(domainsOf(partner), hosts(merchant)) || meet(hosts(partner), domainsOf(merchant)),
  };
  return FRAUD_SIGNALS.filter((signal) => found[signal]);
}

function domainsOf({ people }: Side): string[] {
  return people.map(({ email }) => email.toLowerCase().split('@', 2)[1] ?? '');
}

function meet(one: readonly string[], other: readonly string[]): boolean {
  return one.some((each) => each !== '' && other.includes(each));
}
