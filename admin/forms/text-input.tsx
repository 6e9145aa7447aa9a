import { Field, type FieldProps } from '../components/field.tsx';
import { type Bound, type FromForm, useBound } from './use-bound.ts';

/** A text field, bound to the form around it: react-admin's `Form` or, on pages without a session, `PlainForm`. */
export function TextInput({ source, ...props }: Bound & Omit<FieldProps, FromForm>) {
  const { isRefused: _, ...bound } = useBound<string>(source);
  return <Field {...props} {...bound} />;
}
