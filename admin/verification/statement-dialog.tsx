import type { Verification } from '../../api/contract/verification.ts';
import { ChoiceField } from '../components/choice-field.tsx';
import { DialogForm } from '../components/dialog-form.tsx';
import { Field } from '../components/field.tsx';
import { useForm } from '../components/use-form.ts';
import { toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { useTaken } from './use-verification.ts';
import { verificationCalls } from './verification-calls.ts';

export interface StatementDialogProps {
  about: 'appeal' | 'change';
  onClose: () => void;
}

const CHANGES = ['owner', 'address', 'activity'] as const;

/** What a merchant has to say to the team: an appeal, or what has changed about the business. */
export function StatementDialog({ about, onClose }: StatementDialogProps) {
  const take = useTaken();
  const form = useForm<{ kind: (typeof CHANGES)[number]; words: string }>({
    initial: { kind: 'owner', words: '' },
    check: ({ words }) => ({ words: words.trim() === '' ? t('form.required') : undefined }),
    async send({ kind, words }) {
      const answer: Verification = await verificationCalls.tellTeam({
        kind: about === 'appeal' ? 'appeal' : kind,
        words: words.trim(),
      });
      take(answer);
      toastSuccess(t(`verify.${about}.done`));
      onClose();
    },
  });
  return (
    <DialogForm title={t(`verify.${about}.title`)} form={form} submit={t(`verify.${about}`)} onClose={onClose}>
      <p>{t(`verify.${about}.text`)}</p>
      {about === 'change' && (
        <ChoiceField
          label={t('verify.change.kind')}
          name="kind"
          value={form.values.kind}
          choices={CHANGES.map((value) => ({ value, label: t(`verify.change.${value}`) }))}
          onChange={(value) => form.set('kind', value)}
        />
      )}
      <Field {...form.text('words')} label={t('verify.statement')} multiline minRows={4} autoFocus />
    </DialogForm>
  );
}
