import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { VisuallyHidden } from './card.tsx';

const Badge = styled('span')(({ theme }) => ({
  minWidth: 20,
  padding: '0 6px',
  borderRadius: 10,
  backgroundColor: theme.palette.soft.neutral,
  color: theme.palette.text.secondary,
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 500,
  textAlign: 'center',
  fontVariantNumeric: 'tabular-nums',
}));

/** A number in a small pill. With children, those are what a screen reader says instead. */
export function Count({ value, children }: { value: number; children?: ReactNode }) {
  const shown = value > 99 ? '99+' : String(value);
  return (
    <Badge data-count>
      <span aria-hidden={children ? true : undefined}>{shown}</span>
      {children && <VisuallyHidden>{children}</VisuallyHidden>}
    </Badge>
  );
}
