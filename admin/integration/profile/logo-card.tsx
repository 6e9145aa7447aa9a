import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import type { IntegrationProfile } from '../../../contract/integration.ts';
import { Card, CardBody, VisuallyHidden } from '../../components/card.tsx';
import { useAct } from '../../components/use-act.ts';
import { toApiError } from '../../data/api-error.ts';
import { t } from '../../i18n/translate.ts';
import { Actions, Fields, Quiet } from '../parts.tsx';
import { InvoiceTemplate } from './invoice-template.tsx';
import type { ProfileValues } from './profile-form.ts';

const MAX_BYTES = 1024 * 1024;
const TYPES = 'image/png,image/jpeg,image/gif';

export interface LogoCardProps {
  profile: IntegrationProfile;
  values: ProfileValues;
  disabled: boolean;
}

/** The logo, and a preview of an invoice with the form's current values. */
export function LogoCard({ profile, values, disabled }: LogoCardProps) {
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const { busy, send, remove } = useLogo(setWrong);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file chosen again is a choice too.
    target.value = '';
    if (file === undefined) return;
    if (file.size > MAX_BYTES) return setWrong(t('logo.tooLarge'));
    if (!TYPES.split(',').includes(file.type)) return setWrong(t('logo.wrongType'));
    send(file);
  };
  return (
    <Card title={t('logo.title')}>
      <CardBody>
        <Fields>
          <InvoiceTemplate profile={profile} values={values} />
          {!disabled && (
            <div>
              <Actions>
                <Button disabled={busy} onClick={() => input.current?.click()}>
                  {t(profile.logo_url === null ? 'logo.choose' : 'logo.replace')}
                </Button>
                {profile.logo_url !== null && (
                  <Button variant="text" disabled={busy} onClick={remove}>
                    {t('logo.remove')}
                  </Button>
                )}
              </Actions>
              <VisuallyHidden>
                <input
                  ref={input}
                  type="file"
                  accept={TYPES}
                  tabIndex={-1}
                  aria-label={t('logo.choose')}
                  onChange={choose}
                />
              </VisuallyHidden>
              <Quiet sx={{ mt: 2, ...(wrong ? { color: 'error.main' } : {}) }} role={wrong ? 'alert' : undefined}>
                {wrong ?? t('logo.help')}
              </Quiet>
            </div>
          )}
        </Fields>
      </CardBody>
    </Card>
  );
}

function useLogo(onWrong: (message: string | null) => void) {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: ['profile'] });
  const sending = useAct(
    async (provider, file: File) => {
      onWrong(null);
      try {
        await provider.uploadLogo(file);
      } catch (error) {
        onWrong(toApiError(error).body.errors.image ?? null);
        throw error;
      }
    },
    { done: t('logo.saved'), onDone: refresh },
  );
  const removing = useAct((provider) => provider.removeLogo(), { done: t('logo.removed'), onDone: refresh });
  return { busy: sending.isPending || removing.isPending, send: sending.mutate, remove: () => removing.mutate() };
}
