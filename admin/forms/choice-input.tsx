import { ChoiceField, type ChoiceFieldProps } from '../components/choice-field.tsx';
import { type Bound, type FromForm, useBound } from './use-bound.ts';

export type ChoiceInputProps<Value extends string> = Bound &
  Omit<ChoiceFieldProps<Value>, FromForm> & {
    /** Called with a new choice, to update what depends on it. */
    onChosen?: (value: Value) => void;
  };

/** One of several, bound to the form around it. */
export function ChoiceInput<Value extends string>({ source, onChosen, ...props }: ChoiceInputProps<Value>) {
  const { isRefused: _, onBlur: _onBlur, onChange, ...bound } = useBound<Value>(source);
  const choose = (value: Value) => {
    onChange(value);
    onChosen?.(value);
  };
  return <ChoiceField {...props} {...bound} onChange={choose} />;
}
