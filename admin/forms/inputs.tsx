import type { ReactNode } from 'react';
import { CheckField, type CheckFieldProps } from '../components/check-field.tsx';
import { ChoiceField, type ChoiceFieldProps } from '../components/choice-field.tsx';
import { Field, type FieldProps } from '../components/field.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { SelectField, type SelectFieldProps } from '../components/select-field.tsx';
import { useBound } from './use-bound.ts';

/** The names that a field gets from its form. */
type Bound = 'name' | 'value' | 'checked' | 'error' | 'onChange' | 'onBlur' | 'inputRef';

interface Source {
  /** The name of the value. */
  source: string;
}

/** Our fields, bound to the form around them: react-admin's `Form` or, on pages without a session, `PlainForm`. */
export function TextInput({ source, ...props }: Source & Omit<FieldProps, Bound>) {
  const { isRefused: _, ...bound } = useBound<string>(source);
  return <Field {...props} {...bound} />;
}

export function PasswordInput({ source, ...props }: Source & Omit<FieldProps, Bound | 'type' | 'end'>) {
  const { isRefused: _, ...bound } = useBound<string>(source);
  return <PasswordField {...props} {...bound} />;
}

export function SelectInput({ source, ...props }: Source & Omit<SelectFieldProps, Bound>) {
  const { isRefused: _, ...bound } = useBound<string>(source);
  return <SelectField {...props} {...bound} />;
}

export function ChoiceInput<Value extends string>({ source, ...props }: Source & Omit<ChoiceFieldProps<Value>, Bound>) {
  const { isRefused: _, onBlur: _onBlur, ...bound } = useBound<Value>(source);
  return <ChoiceField {...props} {...bound} />;
}

export function CheckInput({ source, ...props }: Source & { label: ReactNode } & Omit<CheckFieldProps, Bound>) {
  const { name, value, error, inputRef, onChange } = useBound<boolean>(source);
  return <CheckField {...props} name={name} checked={value} error={error} inputRef={inputRef} onChange={onChange} />;
}
