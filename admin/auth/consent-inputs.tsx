import Link from '@mui/material/Link';
import { CheckInput } from '../forms/check-input.tsx';
import { t } from '../i18n/translate.ts';
import { useShownVersions } from './shown-versions.ts';

/** A box for each consent, with the documents that its sentence names. */
const CONSENTS = [
  { source: 'privacy_accepted', of: 'privacy', documents: ['terms', 'privacy'] },
  { source: 'aml_accepted', of: 'aml', documents: ['aml'] },
] as const;

/** The legal documents that a user must accept before an account is opened (spec §5), with links to them. */
export function ConsentInputs() {
  useShownVersions();
  return CONSENTS.map(({ source, of, documents }) => {
    const marks = Object.fromEntries(documents.map((slug) => [slug, mark(slug)]));
    const label = t(`signUp.${of}`, marks)
      .split(MARK)
      .map((part) => {
        const slug = documents.find((each) => each === part);
        if (slug === undefined) return part;
        return (
          <Link key={slug} href={`/legal/${slug}`} target="_blank" rel="noreferrer">
            {t(`legal.${slug}`)}
          </Link>
        );
      });
    return <CheckInput key={source} source={source} label={label} />;
  });
}

/** Around the name of a document in a sentence: no translation contains it. */
const MARK = '\u0000';

function mark(slug: string): string {
  return `${MARK}${slug}${MARK}`;
}
