import { Field, type FieldProps } from '../components/field.tsx';
import { type Bound, type FromForm, useBound } from './use-bound.ts';

export type TextInputProps = Bound &
  Omit<FieldProps, FromForm> & {
    /** Called with the typed text, to update what depends on it. */
    onTyped?: (text: string) => void;
    /** An error that the server has reported since, shown if the form's rules find none. */
    problem?: string | undefined;
  };

/** A text field, bound to the form around it: react-admin's `Form` or, on pages without a session, `PlainForm`. */
export function TextInput({ source, onTyped, problem, ...props }: TextInputProps) {
  const { isRefused: _, error = problem, onChange, ...bound } = useBound<string>(source);
  const change: FieldProps['onChange'] = (event) => {
    onChange(event);
    onTyped?.(event.target.value);
  };
  return <Field {...props} {...bound} error={error} onChange={change} />;
}
