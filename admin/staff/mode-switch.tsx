import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useSearchParams } from 'react-router';
import type { Mode } from '../../domain/assets/assets.ts';
import { t } from '../i18n/translate.ts';

/** The mode that the page shows, from its address: production unless it says sandbox. */
export function useShownMode(): Mode {
  const [search] = useSearchParams();
  return search.get('mode') === 'sandbox' ? 'sandbox' : 'production';
}

/** Production or sandbox, never both: nobody has to look for what counts among what does not. */
export function ModeSwitch() {
  const shown = useShownMode();
  const [, setSearch] = useSearchParams();
  const show = (mode: Mode) =>
    setSearch((search) => {
      const next = new URLSearchParams(search);
      next.delete('page');
      if (mode === 'production') next.delete('mode');
      else next.set('mode', mode);
      return next;
    });
  return (
    <ToggleButtonGroup
      exclusive
      value={shown}
      onChange={(_, mode: Mode | null) => mode && show(mode)}
      aria-label={t('staff.mode')}
    >
      <ToggleButton value="production">{modeWord('production')}</ToggleButton>
      <ToggleButton value="sandbox">{modeWord('sandbox')}</ToggleButton>
    </ToggleButtonGroup>
  );
}

export function modeWord(mode: Mode): string {
  return t(mode === 'sandbox' ? 'shell.sandbox' : 'shell.production');
}
