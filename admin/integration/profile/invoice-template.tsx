import { styled } from '@mui/material/styles';
import type { IntegrationProfile } from '../../../contract/integration.ts';
import { formatFiat } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { Quiet } from '../parts.tsx';
import type { ProfileValues } from './profile-form.ts';
import { sampleOf } from './sample.ts';

const Paper = styled('figure')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  margin: 0,
  padding: 16,
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.palette.background.default,
  overflowWrap: 'anywhere',
  '& header': { display: 'flex', alignItems: 'center', gap: 12 },
  '& header > div': { minWidth: 0 },
  '& strong': { fontWeight: 600 },
  '& small': {
    display: 'block',
    fontSize: 13,
    lineHeight: '20px',
    color: theme.palette.text.secondary,
    whiteSpace: 'pre-line',
  },
  '& dl > div': { display: 'flex', justifyContent: 'space-between', gap: 12, fontVariantNumeric: 'tabular-nums' },
  '& dl > div:last-of-type': { fontWeight: 600 },
}));
const Logo = styled('span')(({ theme }) => ({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: 40,
  height: 40,
  borderRadius: 10,
  backgroundColor: theme.palette.soft.neutral,
  fontWeight: 600,
  overflow: 'hidden',
  '& img': { width: '100%', height: '100%', objectFit: 'contain' },
}));

/** An example invoice with the company's details, as the form says now. */
export function InvoiceTemplate({ profile, values }: { profile: IntegrationProfile; values: ProfileValues }) {
  const name = values.show_company ? (profile.company_name ?? values.name) : values.name;
  const sample = sampleOf(values);
  const money = (amount: string) => formatFiat(amount, values.invoice_currency);
  return (
    <Paper aria-label={t('template.label')}>
      <header>
        <Logo>
          {profile.logo_url === null ? (
            <span aria-hidden>{[...name.trim()][0]?.toUpperCase()}</span>
          ) : (
            <img src={profile.logo_url} alt={t('logo.alt')} />
          )}
        </Logo>
        <div>
          <strong>{name}</strong>
          <small>{t('template.sample')}</small>
        </div>
      </header>
      {values.show_company && (
        <small>
          {[values.company_address, values.company_phone, values.support_email]
            .filter((line) => line !== '')
            .join('\n')}
        </small>
      )}
      <dl>
        <div>
          <dt>{t('template.price')}</dt>
          <dd>{money(sample.price)}</dd>
        </div>
        {sample.tax !== null && (
          <div>
            <dt>
              {t(values.tax_type === 'inclusive' ? 'template.incl' : 'template.plus', {
                rate: values.tax_rate,
                name: values.tax_name,
              })}
            </dt>
            <dd>{money(sample.tax)}</dd>
          </div>
        )}
        <div>
          <dt>{t('template.total')}</dt>
          <dd>{money(sample.total)}</dd>
        </div>
      </dl>
      <Quiet as="figcaption">{t('template.note')}</Quiet>
    </Paper>
  );
}
