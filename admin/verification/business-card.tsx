import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BusinessBody, Verification } from '../../contract/verification.ts';
import { countryName } from '../auth/countries.ts';
import { Card, CardFoot } from '../components/card.tsx';
import { Facts } from '../components/facts.tsx';
import { useProvider } from '../data/use-provider.ts';
import { formatDay } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { BusinessForm, type BusinessFormProps, NEW_BUSINESS } from './business-form.tsx';
import { DocumentList, missingOf } from './document-list.tsx';
import { HandIn } from './hand-in.tsx';

/** The business: described, then with its documents, then handed in; later what was said. */
export function BusinessCard({ verification }: { verification: Verification }) {
  const { business, editable, status } = verification;
  const [editing, setEditing] = useState(false);
  const isOpen = editable && (business === null || editing);
  const isTurn = status === 'business';
  const edit = editable && !isOpen && <Button onClick={() => setEditing(true)}>{t('verify.business.edit')}</Button>;
  return (
    <Card title={t('verify.business')} aside={edit} ruled={!isOpen}>
      {isOpen ? (
        <OpenForm
          business={business}
          onDone={() => setEditing(false)}
          onCancel={business === null ? undefined : () => setEditing(false)}
        />
      ) : (
        business && <Facts facts={factsOf(business)} />
      )}
      {isTurn && business === null && (
        <CardFoot>
          <Typography sx={{ color: 'text.secondary' }}>{t('verify.business.documentsAfter')}</Typography>
        </CardFoot>
      )}
      {(isTurn || status === 'personal') && (
        <DocumentList verification={verification} of={null} label={t('verify.documents')} />
      )}
      {isTurn && business !== null && (
        <HandIn
          step="submit-business"
          label={t('verify.business.submit')}
          missing={missingOf(verification, null)}
          disabled={isOpen}
        />
      )}
    </Card>
  );
}

/** Begins with what is known: the business as described, or what was said when it applied for the account. */
function OpenForm({ business, ...form }: { business: BusinessBody | null } & Omit<BusinessFormProps, 'initial'>) {
  const provider = useProvider();
  const { data: draft, isPending } = useQuery({
    queryKey: ['company-draft'],
    queryFn: provider.companyDraft,
    enabled: business === null,
    retry: false,
  });
  if (business !== null) return <BusinessForm initial={business} {...form} />;
  if (isPending) return null;
  const { turnover, website, industry } = draft ?? {};
  const known = { turnover: turnover ?? '', website: website ?? '', industry: industry ?? '' };
  return <BusinessForm initial={{ ...NEW_BUSINESS, ...known }} {...form} />;
}

function factsOf(business: BusinessBody) {
  const { street, postal_code, city, country } = business;
  return [
    { label: t('verify.business.legal_name'), value: business.legal_name },
    { label: t('verify.business.registration_number'), value: business.registration_number },
    { label: t('verify.business.street'), value: `${street}, ${postal_code} ${city}, ${countryName(country)}` },
    { label: t('verify.business.incorporated_on'), value: formatDay(business.incorporated_on) },
    { label: t('verify.business.industry'), value: t(`industry.${business.industry}`) },
    { label: t('verify.business.turnover'), value: t(`turnover.${business.turnover}`) },
    { label: t('verify.business.website'), value: business.website },
    { label: t('verify.business.description'), value: business.description },
    { label: t('verify.business.source_of_funds'), value: business.source_of_funds },
  ];
}
