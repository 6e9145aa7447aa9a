import { useTheme } from '@mui/material/styles';

/** A receipt on its way: the picture of empty lists of invoices. */
export function ReceiptArt() {
  const { palette } = useTheme();
  const line = { fill: 'none', strokeWidth: 1.5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
  const paper = { ...line, fill: palette.background.paper, stroke: palette.edge };
  const ink = { ...line, stroke: palette.primary.main };
  return (
    <svg viewBox="0 0 168 112" width="168" height="112" aria-hidden focusable="false">
      <rect x="8" y="20" width="152" height="80" rx="14" fill={palette.soft.primary} />
      <path {...paper} d="M56 8h56a4 4 0 0 1 4 4v84l-8-5-8 5-8-5-8 5-8-5-8 5-8-5-8 5V12a4 4 0 0 1 4-4z" />
      <path {...line} stroke={palette.edge} d="M66 26h22M66 38h36M66 48h30" />
      <path {...ink} d="M66 68h36M66 78h16" />
      <circle {...paper} cx="122" cy="74" r="17" />
      <path {...ink} d="M115 74h13M123 68l6 6-6 6" />
    </svg>
  );
}

/** Coins in a tide pool: the picture of an empty balance. */
export function CoinsArt() {
  const { palette } = useTheme();
  const line = { fill: 'none', strokeWidth: 1.5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
  return (
    <svg viewBox="0 0 168 112" width="168" height="112" aria-hidden focusable="false">
      <rect x="8" y="20" width="152" height="80" rx="14" fill={palette.soft.primary} />
      <circle {...line} fill={palette.background.paper} stroke={palette.edge} cx="62" cy="52" r="22" />
      <circle {...line} fill={palette.background.paper} stroke={palette.edge} cx="98" cy="40" r="26" />
      <path {...line} stroke={palette.primary.main} d="M90 40h16M98 32v16" />
      <path {...line} stroke={palette.primary.main} d="M24 80c10-6 20-6 30 0s20 6 30 0 20-6 30 0 20 6 30 0" />
      <path {...line} stroke={palette.edge} d="M24 90c10-6 20-6 30 0s20 6 30 0 20-6 30 0 20 6 30 0" />
    </svg>
  );
}
