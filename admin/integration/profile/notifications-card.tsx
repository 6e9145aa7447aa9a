import type { ProfileMailEvent } from '../../../domain/accounts/merchant-mail.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { statusWord } from '../../components/status-word.ts';
import { CheckGroupInput } from '../../forms/check-group-input.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { Fields } from '../parts.tsx';
import { VersionInput } from '../version-input.tsx';
import type { ProfilePart } from './profile-form.ts';

const SUBJECTS = [
  'invoice',
  'deposit',
  'payout',
  'mass_payout',
  'refund',
  'withdrawal',
  'conversion',
  'payment_request',
] as const;

/** Where webhooks go, and which emails the team gets. */
export function NotificationsCard({ profile, disabled }: ProfilePart) {
  return (
    <Card title={t('profile.notifications')}>
      <CardBody>
        <Fields>
          <TextInput
            source="notification_url"
            label={t('profile.notificationUrl')}
            help={t('profile.notificationUrlHelp')}
            type="url"
            disabled={disabled}
          />
          <VersionInput current={profile.api_version} help={t('version.ofUrl')} disabled={disabled} />
          {SUBJECTS.map((subject) => (
            <CheckGroupInput
              key={subject}
              source="email_events"
              legend={t(`profile.mails.${subject}`)}
              choices={choicesOf(subject, profile.mail_events)}
              disabled={disabled}
            />
          ))}
        </Fields>
      </CardBody>
    </Card>
  );
}

/** The server says which events there are. */
function choicesOf(subject: string, events: readonly ProfileMailEvent[]) {
  return events
    .filter((event) => event.startsWith(`${subject}.`))
    .map((value) => ({ value, label: statusWord(value.slice(subject.length + 1)) }));
}
