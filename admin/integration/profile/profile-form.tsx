import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { useNotify } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { IntegrationProfile, UpdateProfileBody } from '../../../contract/integration.ts';
import { ConfirmationDialog, useConfirmation } from '../../components/confirmation.tsx';
import { Column, Split } from '../../components/page.tsx';
import { useMay } from '../../data/use-may.ts';
import { useProvider } from '../../data/use-provider.ts';
import { Form } from '../../forms/form.tsx';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { t } from '../../i18n/translate.ts';
import { isChangedMeanwhile, StaleNotice } from '../stale-notice.tsx';
import { ConversionCard } from './conversion-card.tsx';
import { FeePayersCard } from './fee-payers-card.tsx';
import { InvoicesCard } from './invoices-card.tsx';
import { LogoCard } from './logo-card.tsx';
import { NotificationKeyCard } from './notification-key-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { type ProfileValues, profileRules, toBody, toValues } from './profile-form.ts';
import { ShopCard } from './shop-card.tsx';

/** Stays in sight at the foot of the window while one scrolls through the form. */
const Bar = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '12px 0',
  borderTop: `1px solid ${theme.palette.divider}`,
  backgroundColor: theme.palette.background.default,
}));

/** In the order of the page; the links above it lead to them. */
const SECTIONS = [
  { id: 'shop', title: 'profile.shop', Content: ShopCard },
  { id: 'invoices', title: 'profile.invoices', Content: InvoicesCard },
  { id: 'fees', title: 'profile.fees', Content: FeePayersCard },
  { id: 'conversion', title: 'profile.conversion', Content: ConversionCard },
  { id: 'notifications', title: 'profile.notifications', Content: NotificationsCard },
] as const;
const Sections = styled('nav')({ display: 'flex', flexWrap: 'wrap', gap: '4px 20px' });
// Below the bar at the top of the window.
const Section = styled('div')({ scrollMarginTop: 72 });

export interface ProfileFormProps {
  profile: IntegrationProfile;
  onSaved: (profile: IntegrationProfile) => void;
  onReload: () => void;
}

/** All settings in one form, saved together, beside a preview of the payer's page. */
export function ProfileForm({ profile, onSaved, onReload }: ProfileFormProps) {
  const provider = useProvider();
  const notify = useNotify();
  const [isStale, setStale] = useState(false);
  // The version that this form was opened with: changes by others stay theirs until this form reloads.
  const [{ version }] = useState(profile);
  const [initial] = useState(() => toValues(profile));
  const [values, setValues] = useState(initial);
  const mayUpdate = useMay('merchant_profile_update');
  const confirmation = useConfirmation(async (body: UpdateProfileBody) => {
    try {
      const saved = await provider.saveProfile(body);
      notify(t('integration.saved'), { type: 'success' });
      onSaved(saved);
    } catch (error) {
      setStale(isChangedMeanwhile(error));
      throw error;
    }
  });
  const part = { profile, disabled: !mayUpdate };
  return (
    <Split>
      <Form<ProfileValues>
        defaultValues={initial}
        rules={profileRules}
        send={(typed) => confirmation.first(toBody(typed, version))}
      >
        <Shown onValues={setValues} />
        <Column>
          {!mayUpdate && <Alert severity="info">{t('integration.readOnly')}</Alert>}
          <Sections aria-label={t('profile.sections')}>
            {SECTIONS.map(({ id, title }) => (
              <Link key={id} href={`#${id}`}>
                {t(title)}
              </Link>
            ))}
          </Sections>
          {SECTIONS.map(({ id, Content }) => (
            <Section key={id} id={id}>
              <Content {...part} />
            </Section>
          ))}
          {isStale && <StaleNotice onReload={onReload} />}
          {mayUpdate && (
            <Bar>
              <SubmitButton label={t('integration.save')} busy={t('integration.saving')} />
            </Bar>
          )}
        </Column>
      </Form>
      <Column>
        <LogoCard profile={profile} values={values} disabled={!mayUpdate} />
        <NotificationKeyCard profile={profile} />
      </Column>
      <ConfirmationDialog of={confirmation} />
    </Split>
  );
}

/** Passes the current input to the preview of an invoice, which is outside the form. */
function Shown({ onValues }: { onValues: (values: ProfileValues) => void }) {
  const values = useWatch<ProfileValues>() as ProfileValues;
  useEffect(() => onValues(values), [values, onValues]);
  return null;
}
