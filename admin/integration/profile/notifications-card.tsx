import { MERCHANT_MAIL_EVENTS } from '../../../domain/merchant-mail.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { CheckField } from '../../components/check-field.tsx';
import { Field } from '../../components/field.tsx';
import { t } from '../../i18n/translate.ts';
import { Fields, Group } from '../parts.tsx';
import type { ProfilePart } from './shop-card.tsx';

/** Where the shop's server is told, and what the people are told by mail. */
export function NotificationsCard({ form, disabled }: ProfilePart) {
  return (
    <Card title={t('profile.notifications')}>
      <CardBody>
        <Fields>
          <Field
            {...form.text('notification_url')}
            label={t('profile.notificationUrl')}
            help={t('profile.notificationUrlHelp')}
            type="url"
            disabled={disabled}
          />
          <Group disabled={disabled}>
            <legend>{t('profile.mailEvents')}</legend>
            <div>
              {MERCHANT_MAIL_EVENTS.map((event) => (
                <CheckField
                  key={event}
                  {...form.box(`mail_${event}`)}
                  label={t(`profile.mail.${event}`)}
                  disabled={disabled}
                />
              ))}
            </div>
          </Group>
        </Fields>
      </CardBody>
    </Card>
  );
}
