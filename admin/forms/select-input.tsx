import { SelectField, type SelectFieldProps } from '../components/select-field.tsx';
import { type Bound, type FromForm, useBound } from './use-bound.ts';

/** One of many by the browser's own list, bound to the form around it. */
export function SelectInput({ source, ...props }: Bound & Omit<SelectFieldProps, FromForm>) {
  const { isRefused: _, ...bound } = useBound<string>(source);
  return <SelectField {...props} {...bound} />;
}
