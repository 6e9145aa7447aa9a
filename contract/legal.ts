import { type Static, Type } from 'typebox';
import { ACCEPTED_DOCUMENTS } from '../domain/legal/documents.ts';
import { Exact, Nullable } from './basics.ts';

const Version = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'The day from which the text is in force.',
  examples: ['2026-11-29'],
});

/** A version of each document that people accept. */
export const LegalVersions = Exact({ terms: Version, privacy: Version, aml: Version }, { title: 'LegalVersions' });

/** Of forms that accept them. */
export const ShownVersions = Type.Optional(
  Exact(LegalVersions.properties, {
    description: 'What the page showed. If others are in force by now, the form is refused. Default: those in force.',
  }),
);

/** A document whose version in force the signed-in user has not accepted. */
export const LegalToAccept = Exact(
  {
    document: Type.Enum(ACCEPTED_DOCUMENTS, { type: 'string' }),
    title: Type.String(),
    version: Version,
    accepted_version: Nullable(Version),
    path: Type.String({ description: 'Where the document is.', examples: ['/legal/terms'] }),
  },
  { title: 'LegalToAccept' },
);

export const LegalAcceptanceBody = Exact(
  {
    versions: Exact(
      { terms: Type.Optional(Version), privacy: Type.Optional(Version), aml: Type.Optional(Version) },
      { description: 'Of each document in `legal_to_accept`, the version that was shown.' },
    ),
  },
  { title: 'LegalAcceptance' },
);

export type LegalVersions = Static<typeof LegalVersions>;
export type LegalToAccept = Static<typeof LegalToAccept>;
export type LegalAcceptanceBody = Static<typeof LegalAcceptanceBody>;
