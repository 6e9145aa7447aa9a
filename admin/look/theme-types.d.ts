import type { CSSProperties } from 'react';
import type { Series } from './colours.ts';

interface OwnPalette {
  /** Borders of inputs and checkboxes: at least 3:1 on paper. */
  control: string;
  /** Borders of outlined buttons and of what floats. */
  edge: string;
  /** Surface of what floats. */
  raised: string;
  soft: Record<'primary' | 'success' | 'warning' | 'error' | 'neutral', string>;
  /** Borders of soft surfaces. */
  tint: Record<'primary' | 'success' | 'warning' | 'error', string>;
  series: Record<Series, string>;
  sandbox: { main: string; contrastText: string; edge: string };
  meterRest: string;
  tickRest: string;
  avatar: { main: string; contrastText: string };
}

declare module '@mui/material/styles' {
  interface Palette extends OwnPalette {}
  interface PaletteOptions extends Partial<OwnPalette> {}
  interface TypographyVariants {
    figure: CSSProperties;
    figureBig: CSSProperties;
    code: CSSProperties;
  }
  interface TypographyVariantsOptions {
    figure?: CSSProperties;
    figureBig?: CSSProperties;
    code?: CSSProperties;
  }
}

declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    figure: true;
    figureBig: true;
    code: true;
  }
}
