import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConfirmationBody } from '../../../api/contract/account.ts';
import type { IntegrationProfile } from '../../../api/contract/integration.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { ConfirmationDialog, useConfirmation } from '../../components/confirmation.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { useAction } from '../../components/use-action.ts';
import { toastSuccess } from '../../data/toasts.ts';
import { useMay } from '../../data/use-may.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';
import { renewNotificationKey, showNotificationKey } from '../integration-calls.ts';
import { Actions, CodeBox, Fields, Quiet } from '../parts.tsx';

const OVERLAPS = ['0', '1', '24', '168'] as const;

/** The key that signs webhooks: hidden until asked for, and renewed without losing one. */
export function NotificationKeyCard({ profile }: { profile: IntegrationProfile }) {
  const mayShow = useMay('merchant_apiToken_secret');
  const [key, setKey] = useState<string | null>(null);
  const [until, setUntil] = useState(profile.previous_key_until);
  const [isRenewing, setRenewing] = useState(false);
  const showing = useConfirmation(async (proof: ConfirmationBody) =>
    setKey((await showNotificationKey(proof)).notification_key),
  );
  const { busy, run } = useAction(() => showing.first({}));
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
              disabled={busy}
              onClick={() => (key === null ? void run() : setKey(null))}
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
  const [hours, setHours] = useState<(typeof OVERLAPS)[number]>('24');
  const queries = useQueryClient();
  const confirmation = useConfirmation(async (body: { readonly overlap_hours: number }) => {
    onRenewed(await renewNotificationKey(body));
    void queries.invalidateQueries({ queryKey: ['profile'] });
    toastSuccess(t('key.renewed'));
    onClose();
  });
  const { busy, run } = useAction(() => confirmation.first({ overlap_hours: Number(hours) }));
  if (confirmation.step !== null) return <ConfirmationDialog of={confirmation} />;
  return (
    <DialogFrame
      title={t('key.renewTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="contained" disabled={busy} onClick={() => void run()}>
            {t('key.renewTitle')}
          </Button>
        </>
      }
    >
      <p>{t('key.renewText')}</p>
      <ChoiceField
        label={t('key.overlap')}
        value={hours}
        choices={OVERLAPS.map((value) => ({ value, label: t(`key.overlap.${value}`) }))}
        onChange={setHours}
      />
    </DialogFrame>
  );
}
