import { useTheme } from '@mui/material/styles';
import { MARK_ON_TILE, MARK_PATH, MARK_SIDE } from '../../domain/site/mark.ts';

const MARGIN = ((1 - MARK_ON_TILE) / 2) * MARK_SIDE;

/** The mark on its tile. */
export function BrandMark({ size = 24 }: { size?: number }) {
  const { palette } = useTheme();
  return (
    <svg viewBox={`0 0 ${MARK_SIDE} ${MARK_SIDE}`} width={size} height={size} aria-hidden focusable="false">
      <rect width={MARK_SIDE} height={MARK_SIDE} rx="6" fill={palette.primary.main} />
      <path
        d={MARK_PATH}
        transform={`translate(${MARGIN} ${MARGIN}) scale(${MARK_ON_TILE})`}
        fill="none"
        stroke={palette.primary.contrastText}
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}
