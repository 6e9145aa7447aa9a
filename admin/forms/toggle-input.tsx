import { Toggle, type ToggleProps } from '../components/toggle.tsx';
import { type Bound, useBound } from './use-bound.ts';

/** A switch, bound to the form around it: what it says holds once the form is sent. */
export function ToggleInput({ source, ...props }: Bound & Omit<ToggleProps, 'checked' | 'onChange'>) {
  const { value, onChange } = useBound<boolean>(source);
  return <Toggle {...props} checked={value} onChange={() => onChange(!value)} />;
}
