import { useRemaining } from '../live/hooks.ts';
import type { InvoiceStore } from '../live/store.ts';

/** The time that is left, drawn each second and announced by the Announcer instead of each second. */
export function Countdown({ store, until, label }: { store: InvoiceStore; until: string; label: string }) {
  const seconds = Math.ceil(useRemaining(store, until) / 1000);
  return (
    <p role="timer" aria-live="off">
      {label} <time dateTime={`PT${seconds}S`}>{clockText(seconds)}</time>
    </p>
  );
}

/** `14:41`, with hours only where there are any. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

const LOW_MS = 5 * 60_000;

/** The time left as a line on the dock's edge; amber below five minutes. */
export function Tide({ store, from, until }: { store: InvoiceStore; from: string; until: string }) {
  const remaining = useRemaining(store, until);
  const whole = Math.max(1, Date.parse(until) - Date.parse(from));
  const share = Math.min(100, (remaining / whole) * 100).toFixed(2);
  return (
    <svg className="tide" height="3" aria-hidden="true" data-tone={remaining < LOW_MS ? 'warning' : undefined}>
      <rect width={`${share}%`} height="3" />
    </svg>
  );
}
