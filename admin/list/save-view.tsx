import { styled } from '@mui/material/styles';
import { missing } from '../components/form-problems.ts';
import { Form } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';

const SaveLine = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: 8,
  alignItems: 'start',
  '& > button': { marginTop: 26 },
});

/** The name under which a view is found again. */
export default function SaveView({ onSave }: { onSave: (label: string) => void }) {
  return (
    <Form defaultValues={{ label: '' }} rules={missing} send={async ({ label }) => onSave(label)}>
      <SaveLine>
        <TextInput source="label" label={t('views.name')} autoComplete="off" />
        <SubmitButton label={t('views.save')} />
      </SaveLine>
    </Form>
  );
}
