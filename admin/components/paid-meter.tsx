import { useTheme } from '@mui/material/styles';

export interface MeterPart {
  readonly kind: 'confirmed' | 'late' | 'confirming' | 'missing';
  /** Tenths of a percent; all parts together at most 1000. */
  readonly permille: number;
}

const GAP = 4;

/** How much of what is due is confirmed in time, confirmed late, confirming and missing: one bar, read by its label. */
export function PaidMeter({ parts, label }: { parts: readonly MeterPart[]; label: string }) {
  const { palette } = useTheme();
  const fills = {
    confirmed: palette.success.main,
    late: palette.warning.main,
    confirming: palette.primary.main,
    missing: palette.meterRest,
  };
  let x = 0;
  return (
    <svg
      viewBox="0 0 1000 8"
      preserveAspectRatio="none"
      width="100%"
      height="8"
      role="img"
      aria-label={label}
      style={{ display: 'block', borderRadius: 4 }}
    >
      {parts
        .filter(({ permille }) => permille > 0)
        .map(({ kind, permille }) => {
          const start = x;
          x += permille;
          const width = Math.max(2, x >= 1000 ? 1000 - start : permille - GAP);
          return <rect key={kind} x={start} width={width} height="8" fill={fills[kind]} />;
        })}
    </svg>
  );
}
