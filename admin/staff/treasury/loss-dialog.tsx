import type { ChangeLossLimitBody } from '../../../contract/staff-treasury.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { useStaffSend } from '../data/use-staff-act.ts';
import { ReasonInput } from '../reason-dialog.tsx';
import { reasonProblem } from '../reason-problem.ts';
import { TREASURY } from './treasury-calls.ts';

export interface LossDialogProps {
  mode: Mode;
  dailyLoss: string;
  onClose: () => void;
}

interface Draft {
  daily_loss: string;
  reason: string;
}

/** Requests another limit of daily losses of a mode; nothing changes before another person confirms it. */
export function LossDialog({ mode, dailyLoss, onClose }: LossDialogProps) {
  const send = useStaffSend();
  const toBody = (draft: Draft): ChangeLossLimitBody => ({ mode, ...draft });
  return (
    <FormDialog<Draft>
      title={t('limits.changeLoss')}
      submit={t('limits.request')}
      onClose={onClose}
      defaultValues={{ daily_loss: dailyLoss, reason: '' }}
      rules={bodyRules<Draft>(async () => (await import('../../../contract/staff-treasury.ts')).ChangeLossLimitBody, {
        toBody,
        check: reasonProblem,
      })}
      send={(draft) =>
        send((provider) => provider.changeLossLimit(toBody(draft)), {
          into: TREASURY,
          done: t('limits.requested'),
          onDone: onClose,
        })
      }
    >
      <p>{t('limits.text')}</p>
      <TextInput
        source="daily_loss"
        label={t('limits.daily_loss')}
        help={t('limits.daily_loss.help')}
        end="EUR"
        decimal
      />
      <ReasonInput />
    </FormDialog>
  );
}
