import { styled } from '@mui/material/styles';
import type { FieldValues } from 'react-hook-form';
import { PlainForm, type PlainFormProps } from '../../forms/plain-form.tsx';

const Fields = styled('div')({
  '& > form': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 },
});

/** A form of one column on the pages without a session. */
export function SignInForm<V extends FieldValues>(props: PlainFormProps<V>) {
  return (
    <Fields>
      <PlainForm<V> {...props} />
    </Fields>
  );
}
