import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { IntegrationProfile, UpdateProfileBody } from '../../../api/contract/integration.ts';
import { ConfirmationDialog, useConfirmation } from '../../components/confirmation.tsx';
import { Column, Split } from '../../components/page.tsx';
import { useForm } from '../../components/use-form.ts';
import { ApiError } from '../../data/api-error.ts';
import { toastSuccess } from '../../data/toasts.ts';
import { useMay } from '../../data/use-may.ts';
import { t } from '../../i18n/translate.ts';
import { saveProfile } from '../integration-calls.ts';
import { ConversionCard } from './conversion-card.tsx';
import { InvoicesCard } from './invoices-card.tsx';
import { LogoCard } from './logo-card.tsx';
import { NotificationKeyCard } from './notification-key-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { checkProfile, type ProfileValues, toBody, toValues } from './profile-form.ts';
import { ShopCard } from './shop-card.tsx';

const Form = styled('form')({ minWidth: 0 });
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

export interface ProfileFormProps {
  profile: IntegrationProfile;
  onSaved: (profile: IntegrationProfile) => void;
  onReload: () => void;
}

/** All settings in one form, saved together; what payers will see stands beside it. */
export function ProfileForm({ profile, onSaved, onReload }: ProfileFormProps) {
  const [isStale, setStale] = useState(false);
  // What the form began with; what others do meanwhile is theirs until this one is reloaded.
  const [{ version }] = useState(profile);
  const mayUpdate = useMay('merchant_profile_update');
  const confirmation = useConfirmation(async (body: UpdateProfileBody) => {
    try {
      const saved = await saveProfile(body);
      toastSuccess(t('integration.saved'));
      onSaved(saved);
    } catch (error) {
      setStale(error instanceof ApiError && error.code === 'changed_meanwhile');
      throw error;
    }
  });
  const form = useForm<ProfileValues>({
    initial: toValues(profile),
    check: checkProfile,
    send: (values) => confirmation.first(toBody(values, version)),
  });
  const part = { form, profile, disabled: !mayUpdate };
  return (
    <Split>
      <Form ref={form.ref} noValidate onSubmit={form.submit} aria-label={t('integration.tab.profile')}>
        <Column>
          {!mayUpdate && <Alert severity="info">{t('integration.readOnly')}</Alert>}
          <ShopCard {...part} />
          <InvoicesCard {...part} />
          <ConversionCard {...part} />
          <NotificationsCard {...part} />
          {isStale && (
            <Alert severity="warning" action={<Button onClick={onReload}>{t('integration.reload')}</Button>}>
              <strong>{t('integration.stale')}</strong> {t('integration.staleText')}
            </Alert>
          )}
          {mayUpdate && (
            <Bar>
              <Button type="submit" variant="contained" disabled={form.busy}>
                {t(form.busy ? 'integration.saving' : 'integration.save')}
              </Button>
            </Bar>
          )}
        </Column>
      </Form>
      <Column>
        <LogoCard profile={profile} values={form.values} disabled={!mayUpdate} />
        <NotificationKeyCard profile={profile} />
      </Column>
      <ConfirmationDialog of={confirmation} />
    </Split>
  );
}
