/** How long something has waited, in the largest unit that fits: `3 days`, `5 hours`, `12 minutes`; at least 1. */
export function waitingFor(since: string, nowMs = Date.now()): string {
  const minutes = Math.max(1, Math.floor((nowMs - Date.parse(since)) / 60_000));
  const [value, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 2_880
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1_440), 'day'];
  return new Intl.NumberFormat('en', { style: 'unit', unit: unit as string, unitDisplay: 'long' }).format(
    value as number,
  );
}
