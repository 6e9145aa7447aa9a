import { useTheme } from '@mui/material/styles';

/** The mark: a gate over a tide. */
export function BrandMark({ size = 24 }: { size?: number }) {
  const { palette } = useTheme();
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden focusable="false">
      <rect width="24" height="24" rx="6" fill={palette.primary.main} />
      <path
        d="M6.5 13.2v-1.7a5.5 5.5 0 0 1 11 0v1.7M12 6v7.2M4.5 17.600c1.7-1.4 3.3-1.4 5 0s3.3 1.4 5 0 3.3-1.4 5 0"
        fill="none"
        stroke={palette.primary.contrastText}
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
