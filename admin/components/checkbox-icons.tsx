import { useTheme } from '@mui/material/styles';

/** 18 px, radius 4: the faces of a checkbox. */
export function CheckboxIcon() {
  const { palette } = useTheme();
  return (
    <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden focusable="false">
      <rect x="0.5" y="0.5" width="17" height="17" rx="3.5" fill={palette.background.paper} stroke={palette.control} />
    </svg>
  );
}

export function CheckedIcon() {
  const { palette } = useTheme();
  return (
    <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden focusable="false">
      <rect width="18" height="18" rx="4" fill={palette.primary.main} />
      <path
        d="m5 9.3 2.8 2.7L13.2 6.3"
        fill="none"
        stroke={palette.primary.contrastText}
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The indeterminate state: some of the group's checkboxes are checked. */
export function SomeIcon() {
  const { palette } = useTheme();
  return (
    <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden focusable="false">
      <rect width="18" height="18" rx="4" fill={palette.primary.main} />
      <path d="M5 9h8" fill="none" stroke={palette.primary.contrastText} strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
