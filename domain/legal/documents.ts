import { CONSENT_VERSION } from './consent.ts';

/** A document that the gateway publishes at `/legal/<slug>`. */
export interface LegalDocument {
  readonly slug: string;
  readonly title: string;
  /** ISO 8601 day from which this text is in force. A changed text needs a new one: `site/legal/legal.test.tsx`. */
  readonly version: string;
  /** One sentence, for the list of documents and for search engines. */
  readonly about: string;
}

/** All documents, in the order in which `/legal` lists them. */
export const LEGAL_DOCUMENTS = [
  {
    slug: 'terms',
    title: 'Terms of service',
    version: '2026-11-29',
    about: 'The contract between the gateway and a merchant: services, fees, money that is held, duties and liability.',
  },
  {
    slug: 'privacy',
    title: 'Privacy policy',
    version: '2026-11-30',
    about: 'Which personal data is processed, why, on which legal basis, who receives it, and how long it is kept.',
  },
  {
    slug: 'aml',
    title: 'AML and KYC policy',
    version: '2026-11-29',
    about: 'How businesses and people are verified, how payments are monitored, and how suspicions are reported.',
  },
  {
    slug: 'cookies',
    title: 'Cookie policy',
    version: CONSENT_VERSION,
    about:
      'Every cookie and every entry of browser storage, with its purpose and lifetime, and how to change your choice.',
  },
  {
    slug: 'prohibited-jurisdictions',
    title: 'Prohibited jurisdictions',
    version: '2026-11-29',
    about: 'Countries whose businesses and people cannot become merchants, with the source and date of each list.',
  },
  {
    slug: 'prohibited-goods',
    title: 'Prohibited goods and services',
    version: '2026-11-29',
    about: 'Goods and services that merchants may not sell through the gateway, and industries that need a license.',
  },
  {
    slug: 'enhanced-due-diligence',
    title: 'Enhanced due diligence',
    version: '2026-11-29',
    about: 'Countries and circumstances that need closer checks, with sources, dates and the documents required.',
  },
  {
    slug: 'refunds',
    title: 'Refund policy',
    version: '2026-11-29',
    about: 'How payers get money back: who decides, in which coin, at which rate, at which fee, and in which cases.',
  },
  {
    slug: 'complaints',
    title: 'Complaints',
    version: '2026-11-29',
    about: 'How to complain, what to include, when we answer, and where to turn if you are not satisfied.',
  },
] as const satisfies readonly LegalDocument[];

export type LegalSlug = (typeof LEGAL_DOCUMENTS)[number]['slug'];

/** The documents that a person accepts before using the back office. The others are lists and notices they refer to. */
export const ACCEPTED_DOCUMENTS = ['terms', 'privacy', 'aml'] as const satisfies readonly LegalSlug[];

export type AcceptedDocument = (typeof ACCEPTED_DOCUMENTS)[number];
/** The version of each document that somebody accepts or has accepted. */
export type AcceptedVersions = Readonly<Record<AcceptedDocument, string>>;

/** The document of a slug. */
export function legalDocument(slug: LegalSlug): LegalDocument {
  const document = LEGAL_DOCUMENTS.find((each) => each.slug === slug);
  if (document === undefined) throw new Error(`There is no legal document ${slug}.`);
  return document;
}

/**
 * The version in force: the text's own, or the day on which the operator last changed a setting that the documents
 * print (`LEGAL_REVISED_ON`), whichever is later.
 */
export function versionInForce(slug: LegalSlug, revisedOn: string | undefined): string {
  const { version } = legalDocument(slug);
  return revisedOn !== undefined && revisedOn > version ? revisedOn : version;
}

/** The documents that have to be accepted now. */
export function versionsToAccept(revisedOn: string | undefined): AcceptedVersions {
  return {
    terms: versionInForce('terms', revisedOn),
    privacy: versionInForce('privacy', revisedOn),
    aml: versionInForce('aml', revisedOn),
  };
}

/** The documents whose version in force is newer than the one accepted, or of which none was accepted. */
export function notAccepted(
  accepted: Readonly<Partial<Record<string, string>>>,
  current: AcceptedVersions,
): readonly AcceptedDocument[] {
  return ACCEPTED_DOCUMENTS.filter((slug) => (accepted[slug] ?? '') < current[slug]);
}

/** True unless a form names other versions than those in force: its page was loaded before they changed. */
export function areInForce(shown: Readonly<Partial<AcceptedVersions>>, current: AcceptedVersions): boolean {
  return ACCEPTED_DOCUMENTS.every((slug) => shown[slug] === current[slug]);
}
