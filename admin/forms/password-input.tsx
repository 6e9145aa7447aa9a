import type { FieldProps } from '../components/field.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { type Bound, type FromForm, useBound } from './use-bound.ts';

/** A password, bound to the form around it. */
export function PasswordInput({ source, ...props }: Bound & Omit<FieldProps, FromForm | 'type' | 'end'>) {
  const { isRefused: _, ...bound } = useBound<string>(source);
  return <PasswordField {...props} {...bound} />;
}
