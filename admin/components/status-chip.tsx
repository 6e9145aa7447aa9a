import { styled } from '@mui/material/styles';
import type { Tone } from '../look/colours.ts';
import { Icon } from '../look/icon.tsx';
import type { IconName } from '../look/icon-paths.ts';

const Chip = styled('span')<{ 'data-tone': Tone }>(({ theme, 'data-tone': tone }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  height: 24,
  padding: '0 8px 0 6px',
  borderRadius: 6,
  backgroundColor: theme.palette.soft[tone],
  color: tone === 'neutral' ? theme.palette.text.secondary : theme.palette[tone].main,
  fontSize: 13,
  lineHeight: '24px',
  fontWeight: 500,
  whiteSpace: 'nowrap',
  verticalAlign: 'middle',
}));

interface ToneChipProps {
  tone: Tone;
  icon: IconName;
  children: string;
}

/** How a {@link ToneChip} shows a status, without its word. */
export type ToneLook = Pick<ToneChipProps, 'tone' | 'icon'>;

/** A word with an icon on a soft ground: its meaning never hangs on the colour alone. */
export function ToneChip({ tone, icon, children }: ToneChipProps) {
  return (
    <Chip data-tone={tone}>
      <Icon name={icon} size={16} />
      {children}
    </Chip>
  );
}
