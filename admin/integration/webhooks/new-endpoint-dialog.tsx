import type { SpaCreateEndpointBody, WebhookEndpointWithSecret } from '../../../contract/webhook-endpoints.ts';
import { EVENT_KINDS, type EventKind } from '../../../domain/webhooks/event-kinds.ts';
import { allOf } from '../../../domain/webhooks/event-types.ts';
import { ConfirmationDialog, useConfirmation } from '../../components/confirmation.tsx';
import { useProvider } from '../../data/use-provider.ts';
import { CheckGroupInput } from '../../forms/check-group-input.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';

interface EndpointValues {
  readonly url: string;
  readonly kinds: readonly EventKind[];
  readonly description: string;
}

export interface NewEndpointDialogProps {
  onClose: () => void;
  onCreated: (endpoint: WebhookEndpointWithSecret) => void;
}

/** A URL and what is sent to it. */
export function NewEndpointDialog({ onClose, onCreated }: NewEndpointDialogProps) {
  const provider = useProvider();
  const confirmation = useConfirmation(async (body: SpaCreateEndpointBody) =>
    onCreated(await provider.createEndpoint(body)),
  );
  if (confirmation.step !== null) return <ConfirmationDialog of={confirmation} />;
  return (
    <FormDialog<EndpointValues>
      title={t('endpoints.new')}
      submit={t('endpoints.create')}
      defaultValues={{ url: '', kinds: ['invoice', 'refund'], description: '' }}
      rules={({ url, kinds }) => ({
        url: /^https?:\/\/\S+$/i.test(url) ? undefined : t('profile.notificationUrlWrong'),
        kinds: kinds.length === 0 ? t('endpoints.eventsWrong') : undefined,
      })}
      send={(values) => confirmation.first(toBody(values))}
      onClose={onClose}
    >
      <TextInput source="url" label={t('endpoints.url')} type="url" autoComplete="off" autoFocus />
      <CheckGroupInput
        source="kinds"
        legend={t('endpoints.events')}
        choices={EVENT_KINDS.map((value) => ({ value, label: t(`events.kind.${value}`) }))}
      />
      <TextInput source="description" label={t('endpoints.description')} autoComplete="off" />
    </FormDialog>
  );
}

function toBody({ url, kinds, description }: EndpointValues): SpaCreateEndpointBody {
  return {
    url: url.trim(),
    event_types: EVENT_KINDS.filter((kind) => kinds.includes(kind)).map(allOf),
    ...(description === '' ? {} : { description }),
  };
}
