import { ChoiceField, type ChoiceFieldProps } from '../components/choice-field.tsx';
import { type Bound, type FromForm, useBound } from './use-bound.ts';

/** One of several, bound to the form around it. */
export function ChoiceInput<Value extends string>({
  source,
  ...props
}: Bound & Omit<ChoiceFieldProps<Value>, FromForm>) {
  const { isRefused: _, onBlur: _onBlur, ...bound } = useBound<Value>(source);
  return <ChoiceField {...props} {...bound} />;
}
