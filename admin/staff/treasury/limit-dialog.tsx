import type { Mode } from '../../../domain/assets/assets.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import { ReasonInput } from '../reason-dialog.tsx';
import { type Limits, limitDraft, limitRules, toLimitsBody } from './limit-form.ts';
import { TREASURY } from './treasury-calls.ts';

export interface LimitDialogProps {
  mode: Mode;
  limits: Limits;
  onClose: () => void;
}

/** Requests other limits of an asset; nothing changes before another person confirms them. */
export function LimitDialog({ mode, limits, onClose }: LimitDialogProps) {
  const send = useStaffSend();
  const of = { mode, asset: limits.asset };
  return (
    <FormDialog
      title={t('limits.changeOf', { asset: limits.asset })}
      submit={t('limits.request')}
      onClose={onClose}
      defaultValues={limitDraft(limits)}
      rules={limitRules(of)}
      send={(draft) =>
        send((provider) => provider.changeLimits(toLimitsBody(draft, of)), {
          into: TREASURY,
          done: t('limits.requested'),
          onDone: onClose,
        })
      }
    >
      <p>{t('limits.text')}</p>
      <TextInput source="threshold" label={t('limits.threshold')} help={t('limits.threshold.help')} end="EUR" decimal />
      <TextInput
        source="max_age_seconds"
        label={t('limits.max_age_seconds')}
        help={t('limits.max_age_seconds.help')}
        end={t('limits.unit.seconds')}
        decimal
      />
      <TextInput source="max_order" label={t('limits.max_order')} help={t('limits.max_order.help')} end="EUR" decimal />
      <TextInput source="position" label={t('limits.position')} help={t('limits.position.help')} end="EUR" decimal />
      <TextInput source="bound_bps" label={t('limits.bound_bps')} help={t('limits.bound_bps.help')} end="%" decimal />
      <ReasonInput />
    </FormDialog>
  );
}
