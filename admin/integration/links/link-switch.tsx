import Button from '@mui/material/Button';
import type { PaymentLink } from '../../../contract/payment-links.ts';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';

export interface LinkSwitchProps {
  link: PaymentLink;
  disabled: boolean;
  onSwitch: () => void;
}

/** Whether a link works; a press changes it. */
export function LinkSwitch({ link: { title, active }, disabled, onSwitch }: LinkSwitchProps) {
  return (
    <Button
      size="small"
      role="switch"
      aria-checked={active}
      aria-label={t('links.switch', { title })}
      disabled={disabled}
      onClick={onSwitch}
      startIcon={<Icon name={active ? 'checkCircle' : 'slash'} size={16} />}
    >
      {t(active ? 'links.on' : 'links.off')}
    </Button>
  );
}
