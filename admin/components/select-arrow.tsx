import { Icon } from '../look/icon.tsx';

/** The arrow of a select in our own line. */
export function SelectArrow({ className }: { className?: string }) {
  return <Icon name="chevronDown" size={16} className={className || undefined} />;
}
