import { styled } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { Profile, SpaUser } from '../data/session.ts';
import { t } from '../i18n/translate.ts';
import { useSwitchMode } from './use-switch-mode.ts';

const Group = styled(ToggleButtonGroup)(({ theme }) => ({
  '& [value=sandbox].Mui-selected, & [value=sandbox].Mui-selected:hover': {
    backgroundColor: theme.palette.sandbox.main,
    borderColor: `${theme.palette.sandbox.main} !important`,
    color: theme.palette.sandbox.contrastText,
  },
}));

/** Sandbox or production; the sandbox side is amber while it is on. */
export function ModeSwitch({ user, wide = false }: { user: SpaUser; wide?: boolean }) {
  const switchMode = useSwitchMode(user);
  return (
    <Group
      exclusive
      fullWidth={wide}
      value={user.active_profile_type}
      onChange={(_, mode: Profile | null) => mode && switchMode(mode)}
      aria-label={t('shell.mode')}
    >
      <ToggleButton value="sandbox" sx={wide ? { minHeight: 36 } : undefined}>
        {t('shell.sandbox')}
      </ToggleButton>
      <ToggleButton value="production">{t('shell.production')}</ToggleButton>
    </Group>
  );
}
