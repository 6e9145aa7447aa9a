import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useRef, useState } from 'react';
import type { TeamMember } from '../../contract/team.ts';
import type { TeamAct } from '../../domain/accounts/team.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';

export interface MemberMenuProps {
  member: TeamMember;
  /** `button` opened the menu: it gets the focus again. */
  onChoose: (act: TeamAct, button: HTMLElement | null) => void;
}

/** The actions on a member that the server allows. Hidden if there are none. */
export function MemberMenu({ member, onChoose }: MemberMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  if (member.actions.length === 0) return null;
  const label = t('team.actionsFor', { name: member.full_name });
  const choose = (chosen: TeamAct) => {
    setOpen(false);
    onChoose(chosen, button.current);
  };
  return (
    <>
      <IconButton
        ref={button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="more" />
      </IconButton>
      <Menu
        id={id}
        anchorEl={button.current}
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        {member.actions.map((each) => (
          <MenuItem
            key={each}
            onClick={() => choose(each)}
            sx={each === 'delete' ? { color: 'error.main' } : undefined}
          >
            {t(`team.${each}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
