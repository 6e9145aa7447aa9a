import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { ConfirmationBody } from '../../../contract/account.ts';
import type { IntegrationProfile, RotateKeyBody } from '../../../contract/integration.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { ConfirmationDialog, useConfirmation } from '../../components/confirmation.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { useAct } from '../../components/use-act.ts';
import { useMay } from '../../data/use-may.ts';
import { useProvider } from '../../data/use-provider.ts';
import { ChoiceInput } from '../../forms/choice-input.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';
import { Actions, CodeBox, Fields, Quiet } from '../parts.tsx';

const OVERLAPS = ['0', '1', '24', '168'] as const;

/** The key that signs webhooks: hidden by default, and renewable without losing a webhook. */
export function NotificationKeyCard({ profile }: { profile: IntegrationProfile }) {
  const mayShow = useMay('merchant_apiToken_secret');
  const [key, setKey] = useState<string | null>(null);
  const [until, setUntil] = useState(profile.previous_key_until);
  const [isRenewing, setRenewing] = useState(false);
  const provider = useProvider();
  const showing = useConfirmation(async (proof: ConfirmationBody) =>
    setKey((await provider.showNotificationKey(proof)).notification_key),
  );
  const show = useAct(() => showing.first({}));
  if (!mayShow) return null;
  return (
    <Card title={t('key.title')}>
      <CardBody>
        <Fields>
          <Typography sx={{ color: 'text.secondary' }}>{t('key.text')}</Typography>
          {key !== null && (
            <CodeBox as="div">
              <CopyText value={key} label={t('key.label')} />
            </CodeBox>
          )}
          {until !== null && <Quiet role="status">{t('key.until', { time: formatMoment(until) })}</Quiet>}
          <Actions>
            <Button
              startIcon={<Icon name={key === null ? 'eye' : 'eyeOff'} />}
              disabled={show.isPending}
              onClick={() => (key === null ? show.mutate() : setKey(null))}
            >
              {t(key === null ? 'key.show' : 'key.hide')}
            </Button>
            <Button onClick={() => setRenewing(true)}>{t('key.renew')}</Button>
          </Actions>
        </Fields>
      </CardBody>
      <ConfirmationDialog of={showing} />
      {isRenewing && (
        <RenewDialog
          onClose={() => setRenewing(false)}
          onRenewed={(next) => {
            setKey(next.notification_key);
            setUntil(next.previous_key_until);
          }}
        />
      )}
    </Card>
  );
}

interface RenewDialogProps {
  onClose: () => void;
  onRenewed: (key: { notification_key: string; previous_key_until: string | null }) => void;
}

function RenewDialog({ onClose, onRenewed }: RenewDialogProps) {
  const provider = useProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const confirmation = useConfirmation(async (body: RotateKeyBody) => {
    onRenewed(await provider.renewNotificationKey(body));
    void queries.invalidateQueries({ queryKey: ['profile'] });
    notify(t('key.renewed'), { type: 'success' });
    onClose();
  });
  if (confirmation.step !== null) return <ConfirmationDialog of={confirmation} />;
  return (
    <FormDialog
      title={t('key.renewTitle')}
      submit={t('key.renewTitle')}
      defaultValues={{ hours: '24' }}
      send={({ hours }) => confirmation.first({ overlap_hours: Number(hours) })}
      onClose={onClose}
    >
      <p>{t('key.renewText')}</p>
      <ChoiceInput
        source="hours"
        label={t('key.overlap')}
        choices={OVERLAPS.map((value) => ({ value, label: t(`key.overlap.${value}`) }))}
      />
    </FormDialog>
  );
}
