import { useWatch } from 'react-hook-form';
import { Card, CardBody } from '../../components/card.tsx';
import { t } from '../../i18n/translate.ts';
import { ConversionInputs, conversionChoices } from '../conversion-inputs.tsx';
import { Fields } from '../parts.tsx';
import type { ProfilePart, ProfileValues } from './profile-form.ts';

/** The automatic conversion of incoming payments. */
export function ConversionCard({ profile, disabled }: ProfilePart) {
  const gates = useWatch<ProfileValues, 'gates'>({ name: 'gates' });
  return (
    <Card title={t('profile.conversion')}>
      <CardBody>
        <Fields>
          <ConversionInputs types={conversionChoices()} profile={profile} gates={gates} disabled={disabled} />
        </Fields>
      </CardBody>
    </Card>
  );
}
