import { styled } from '@mui/material/styles';
import { type IconName, iconPaths } from './icon-paths.ts';

const Svg = styled('svg')({
  display: 'block',
  flex: 'none',
  fill: 'none',
  stroke: 'currentColor',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
});

export interface IconProps {
  name: IconName;
  /** Pixels; 20 beside text of a control, 16 inside chips and small buttons. */
  size?: 16 | 20 | 28;
  className?: string;
}

/** A line glyph in the colour of its text. Always decoration: the words beside it carry the meaning. */
export function Icon({ name, size = 20, className }: IconProps) {
  return (
    <Svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      strokeWidth={size === 16 ? 1.75 : 1.5}
      aria-hidden
      focusable="false"
      className={className || undefined}
    >
      <path d={iconPaths[name]} />
    </Svg>
  );
}
