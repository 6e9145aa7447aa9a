import { useWatch } from 'react-hook-form';
import type { Mode } from '../../../domain/assets/assets.ts';
import { PLACES } from '../../../domain/transfers/places.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { SelectInput } from '../../forms/select-input.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import { ReasonInput } from '../reason-dialog.tsx';
import { ASSETS } from './levels.tsx';
import { placeName } from './place-words.ts';
import { EMPTY_ROUTE, needsPayee, needsVenueKey, type RouteDraft, routeRules, toRouteBody } from './route-form.ts';
import { TREASURY } from './treasury-calls.ts';

export interface RouteDialogProps {
  mode: Mode;
  onClose: () => void;
}

const PLACE_CHOICES = PLACES.map((place) => ({ value: place, label: placeName(place) }));

/** Requests a route for own money; nothing goes this way before another person confirms exactly this. */
export function RouteDialog({ mode, onClose }: RouteDialogProps) {
  const send = useStaffSend();
  return (
    <FormDialog<RouteDraft>
      title={t('routes.request')}
      submit={t('routes.request.submit')}
      onClose={onClose}
      defaultValues={EMPTY_ROUTE}
      rules={routeRules(mode)}
      send={(draft) =>
        send((provider) => provider.requestRoute(toRouteBody(draft, mode)), {
          into: TREASURY,
          done: t('routes.requested'),
          onDone: onClose,
        })
      }
    >
      <p>{t('routes.text')}</p>
      <SelectInput
        source="from"
        label={t('routes.from')}
        placeholder={t('routes.place.choose')}
        choices={PLACE_CHOICES}
      />
      <SelectInput source="to" label={t('routes.to')} placeholder={t('routes.place.choose')} choices={PLACE_CHOICES} />
      <SelectInput
        source="gate_id"
        label={t('treasury.asset')}
        placeholder={t('routes.asset.choose')}
        choices={ASSETS}
      />
      <Destination />
      <ReasonInput />
    </FormDialog>
  );
}

/** Further details that the destination of the money needs. */
function Destination() {
  const draft = useWatch() as RouteDraft;
  return (
    <>
      {needsVenueKey(draft) && (
        <TextInput source="venue_key" label={t('routes.venueKey.label')} help={t('routes.venueKey.help')} />
      )}
      {needsPayee(draft) && (
        <>
          <TextInput source="payee.name" label={t('routes.payee.name')} help={t('routes.payee.help')} />
          <TextInput source="payee.iban" label="IBAN" />
          <TextInput source="payee.bic" label="BIC" />
          <TextInput source="payee.town" label={t('bankMatch.town')} />
          <TextInput source="payee.country" label={t('bankMatch.country')} help={t('bankMatch.country.help')} />
          <TextInput
            source="payee.reference"
            label={t('routes.payee.reference')}
            help={t('routes.payee.referenceHelp')}
          />
        </>
      )}
    </>
  );
}
