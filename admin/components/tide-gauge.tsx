import { useTheme } from '@mui/material/styles';

const WAVE = 'c26-12 54-12 80 0s54 12 80 0 54-12 80 0 54 12 80 0';

/**
 * A tide staff in calm water, with a pointer at a mark where there is a code to show: the picture of pages without a
 * room.
 */
export function TideGauge({ mark }: { mark?: string }) {
  const { palette, typography } = useTheme();
  const line = { fill: 'none', strokeWidth: 1.5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
  const ink = { ...line, stroke: palette.primary.main };
  return (
    <svg viewBox="0 0 320 176" width="320" height="176" style={{ maxWidth: '80vw' }} aria-hidden focusable="false">
      <path {...line} fill={palette.background.paper} stroke={palette.edge} d="M142 8h36v160h-36z" />
      <path {...line} stroke={palette.edge} d="M142 24h10M142 40h18M142 56h10M142 72h18M142 88h10M142 104h18" />
      <path d={`M0 120${WAVE}v56H0z`} fill={palette.primary.main} opacity={0.14} />
      <path {...ink} d={`M0 120${WAVE}`} />
      <path {...ink} opacity={0.25} d={`M0 140${WAVE}M0 160${WAVE}`} />
      {mark !== undefined && (
        <>
          <path {...ink} d="M190 40h34M196 34l-6 6 6 6" />
          <text
            x="232"
            y="45"
            fill={palette.primary.main}
            fontFamily={typography.fontFamily ?? ''}
            fontSize="13"
            fontWeight="600"
          >
            {mark}
          </text>
        </>
      )}
    </svg>
  );
}
