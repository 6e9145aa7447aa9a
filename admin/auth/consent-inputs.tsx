import Link from '@mui/material/Link';
import { CheckInput } from '../forms/check-input.tsx';
import { t } from '../i18n/translate.ts';

const DOCUMENTS = [
  { source: 'privacy_accepted', of: 'privacy', href: '/legal/privacy' },
  { source: 'aml_accepted', of: 'aml', href: '/legal/aml' },
] as const;

/** What has to be accepted before an account is opened (spec §5), each with the document that is accepted. */
export function ConsentInputs() {
  return DOCUMENTS.map(({ source, of, href }) => {
    const [before, after] = t(`signUp.${of}`, { document: MARK }).split(MARK);
    const label = (
      <>
        {before}
        <Link href={href} target="_blank" rel="noreferrer">
          {t(`signUp.${of}.document`)}
        </Link>
        {after}
      </>
    );
    return <CheckInput key={source} source={source} label={label} />;
  });
}

/** Where the link stands in the sentence: no translation contains it. */
const MARK = '\u0000';
