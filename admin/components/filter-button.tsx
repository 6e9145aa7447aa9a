import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { Icon } from '../look/icon.tsx';
import type { IconName } from '../look/icon-paths.ts';

const Trigger = styled(Button)(({ theme }) => ({
  padding: '7px 10px 7px 12px',
  '&[data-on=true]': {
    borderColor: theme.palette.primary.main,
    backgroundColor: theme.palette.soft.primary,
    color: theme.palette.primary.main,
  },
}));

export interface FilterButtonProps {
  /** The chosen value, or the filter's name if nothing is chosen. */
  label: string;
  /** The name of the filter, which the panel takes. */
  name: string;
  on: boolean;
  icon?: IconName;
  children: (close: () => void) => ReactNode;
}

/** A filter behind a button: soft blue while it narrows the list. */
export function FilterButton({ label, name, on, icon, children }: FilterButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Trigger
        data-on={on}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        endIcon={<Icon name="chevronDown" size={16} />}
        startIcon={icon ? <Icon name={icon} size={16} /> : undefined}
      >
        {label}
      </Trigger>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': name, sx: { mt: 1, minWidth: 232, py: 1.5 } } }}
      >
        {children(close)}
      </Popover>
    </>
  );
}
