import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { ConfirmationBody } from '../../../contract/account.ts';
import type {
  SpaRotateEndpointBody,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../../../contract/webhook-endpoints.ts';
import { ConfirmationDialog, useConfirmation } from '../../components/confirmation.tsx';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { Facts } from '../../components/facts.tsx';
import { useAct } from '../../components/use-act.ts';
import { useMay } from '../../data/use-may.ts';
import { useProvider } from '../../data/use-provider.ts';
import { ChoiceInput } from '../../forms/choice-input.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { Actions, Quiet } from '../parts.tsx';
import { VersionInput } from '../version-input.tsx';
import { choiceWords } from './endpoint-words.ts';
import { UrlDialog } from './url-dialog.tsx';

export interface EndpointDialogProps {
  endpoint: WebhookEndpoint;
  onClose: () => void;
  onChanged: () => void;
  onRenewed: (endpoint: WebhookEndpointWithSecret) => void;
  onSent: () => void;
}

/** One endpoint: what goes to it, and what may be done with it. */
export function EndpointDialog({ endpoint, onClose, onChanged, onRenewed, onSent }: EndpointDialogProps) {
  const [step, setStep] = useState<'url' | 'renew' | 'version' | 'delete' | null>(null);
  const { id, url, enabled, description, event_types, created_at, previous_secret_until: until } = endpoint;
  // The format of plugins has one form only.
  const hasVersions = endpoint.format === 'standard';
  const mayChange = useMay('merchant_profile_update');
  const mayRenew = useMay('merchant_apiToken_secret');
  const flip = useAct((provider) => provider.updateEndpoint(id, { enabled: !enabled }), {
    done: t(enabled ? 'endpoints.wasDisabled' : 'endpoints.wasEnabled'),
    onDone: onChanged,
  });
  const test = useAct((provider) => provider.testEndpoint(id), { done: t('hooks.testSent', { url }), onDone: onSent });
  const provider = useProvider();
  if (step === 'url') {
    const save = async (next: string, proof: ConfirmationBody) => {
      await provider.updateEndpoint(id, { url: next, ...proof });
      onChanged();
    };
    return <UrlDialog url={url} save={save} onClose={() => setStep(null)} />;
  }
  if (step === 'renew') return <RenewDialog id={id} onClose={() => setStep(null)} onRenewed={onRenewed} />;
  if (step === 'version') {
    return <VersionDialog endpoint={endpoint} onClose={() => setStep(null)} onChanged={onChanged} />;
  }
  if (step === 'delete') return <DeleteDialog id={id} onClose={() => setStep(null)} onDeleted={onChanged} />;
  return (
    <DialogFrame
      title={t('endpoints.one')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      <Facts
        facts={[
          { label: t('endpoints.url'), value: url },
          { label: t('endpoints.events'), value: choiceWords(event_types) },
          { label: t('endpoints.status'), value: t(enabled ? 'endpoints.enabled' : 'endpoints.disabled') },
          ...(hasVersions ? [{ label: t('version.title'), value: endpoint.api_version }] : []),
          { label: t('endpoints.created'), value: formatMoment(created_at) },
        ]}
      />
      {description !== null && <Quiet>{description}</Quiet>}
      {until !== null && <Quiet>{t('endpoints.until', { time: formatMoment(until) })}</Quiet>}
      <Actions>
        {mayChange && enabled && (
          <Button disabled={test.isPending} onClick={() => test.mutate()}>
            {t('hooks.test')}
          </Button>
        )}
        {mayChange && (
          <Button disabled={flip.isPending} onClick={() => flip.mutate()}>
            {t(enabled ? 'endpoints.disable' : 'endpoints.enable')}
          </Button>
        )}
        {mayChange && <Button onClick={() => setStep('url')}>{t('hooks.changeUrl')}</Button>}
        {mayChange && hasVersions && <Button onClick={() => setStep('version')}>{t('version.change')}</Button>}
        {mayRenew && <Button onClick={() => setStep('renew')}>{t('endpoints.renew')}</Button>}
        {mayChange && (
          <Button color="error" onClick={() => setStep('delete')}>
            {t('endpoints.delete')}
          </Button>
        )}
      </Actions>
    </DialogFrame>
  );
}

const OVERLAPS = ['0', '1', '24', '168'] as const;

function RenewDialog({ id, onClose, onRenewed }: Pick<EndpointDialogProps, 'onClose' | 'onRenewed'> & { id: string }) {
  const provider = useProvider();
  const confirmation = useConfirmation(async (body: SpaRotateEndpointBody) =>
    onRenewed(await provider.renewEndpointSecret(id, body)),
  );
  if (confirmation.step !== null) return <ConfirmationDialog of={confirmation} />;
  return (
    <FormDialog
      title={t('endpoints.renewTitle')}
      submit={t('endpoints.renewTitle')}
      defaultValues={{ hours: '24' }}
      send={({ hours }) => confirmation.first({ overlap_hours: Number(hours) })}
      onClose={onClose}
    >
      <p>{t('endpoints.renewText')}</p>
      <ChoiceInput
        source="hours"
        label={t('key.overlap')}
        choices={OVERLAPS.map((value) => ({ value, label: t(`key.overlap.${value}`) }))}
      />
    </FormDialog>
  );
}

function VersionDialog({
  endpoint: { id, api_version },
  onClose,
  onChanged,
}: Pick<EndpointDialogProps, 'endpoint' | 'onClose' | 'onChanged'>) {
  const provider = useProvider();
  const notify = useNotify();
  return (
    <FormDialog
      title={t('version.changeTitle')}
      submit={t('integration.save')}
      defaultValues={{ api_version }}
      send={async (values) => {
        await provider.updateEndpoint(id, values);
        notify(t('version.saved', { version: values.api_version }), { type: 'success' });
        onChanged();
      }}
      onClose={onClose}
    >
      <VersionInput current={api_version} help={t('version.ofWebhooks')} />
    </FormDialog>
  );
}

interface DeleteDialogProps {
  id: string;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteDialog({ id, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useAct((provider) => provider.deleteEndpoint(id), {
    done: t('endpoints.deleted'),
    onDone: onDeleted,
  });
  return (
    <DialogFrame
      title={t('endpoints.deleteTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="contained" color="error" disabled={remove.isPending} onClick={() => remove.mutate()}>
            {t('endpoints.deleteDo')}
          </Button>
        </>
      }
    >
      <p>{t('endpoints.deleteText')}</p>
    </DialogFrame>
  );
}
