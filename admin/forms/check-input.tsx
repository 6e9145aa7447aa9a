import type { ReactNode } from 'react';
import { CheckField, type CheckFieldProps } from './check-field.tsx';
import { type Bound, type FromForm, useBound } from './use-bound.ts';

/** A box to tick, bound to the form around it. */
export function CheckInput({ source, ...props }: Bound & { label: ReactNode } & Omit<CheckFieldProps, FromForm>) {
  const { name, value, error, inputRef, onChange } = useBound<boolean>(source);
  return <CheckField {...props} name={name} checked={value} error={error} inputRef={inputRef} onChange={onChange} />;
}
