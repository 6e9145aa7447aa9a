import { useNotify } from 'react-admin';
import type { StatementBody } from '../../contract/verification.ts';
import { missing } from '../components/form-problems.ts';
import { useProvider } from '../data/use-provider.ts';
import { bodyRules } from '../forms/body-rules.ts';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { useTaken } from './use-verification.ts';

export interface StatementDialogProps {
  about: 'appeal' | 'change';
  onClose: () => void;
}

const CHANGES = ['owner', 'address', 'activity'] as const;

const rules = bodyRules<StatementBody>(async () => (await import('../../contract/verification.ts')).StatementBody, {
  toBody: (statement) => statement,
  check: ({ words }) => missing({ words }),
});

/** A merchant's statement to the team: an appeal, or changes of the business. */
export function StatementDialog({ about, onClose }: StatementDialogProps) {
  const provider = useProvider();
  const notify = useNotify();
  const take = useTaken();
  return (
    <FormDialog<StatementBody>
      title={t(`verify.${about}.title`)}
      submit={t(`verify.${about}`)}
      defaultValues={{ kind: about === 'appeal' ? 'appeal' : 'owner', words: '' }}
      rules={rules}
      send={async (statement) => {
        take(await provider.tellTeam(statement));
        notify(t(`verify.${about}.done`), { type: 'success' });
        onClose();
      }}
      onClose={onClose}
    >
      <p>{t(`verify.${about}.text`)}</p>
      {about === 'change' && (
        <ChoiceInput
          source="kind"
          label={t('verify.change.kind')}
          choices={CHANGES.map((value) => ({ value, label: t(`verify.change.${value}`) }))}
        />
      )}
      <TextInput source="words" label={t('verify.statement')} multiline minRows={4} autoFocus />
    </FormDialog>
  );
}
