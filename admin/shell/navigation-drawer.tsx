import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import type { SpaUser } from '../data/session.ts';
import { t } from '../i18n/translate.ts';
import { BrandMark } from '../look/brand.tsx';
import { Icon } from '../look/icon.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { NavigationList } from './navigation-list.tsx';
import { ShopSwitch } from './shop-switch.tsx';

const Top = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  height: 56,
  padding: '0 8px 0 16px',
  borderBottom: `1px solid ${theme.palette.divider}`,
  fontSize: 16,
  fontWeight: 600,
  letterSpacing: '-0.02em',
  '& > span': { display: 'inline-flex', alignItems: 'center', gap: 10 },
}));
const Body = styled('div')({ display: 'grid', gap: 12, padding: 12 });

interface NavigationDrawerProps {
  user: SpaUser;
  open: boolean;
  onClose: () => void;
}

/** The navigation under 850 px, with the mode switch, for which the top bar has no room there. */
export default function NavigationDrawer({ user, open, onClose }: NavigationDrawerProps) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      slotProps={{
        paper: {
          sx: { width: 288, maxWidth: '84vw' },
          'aria-label': t('nav.drawer'),
          role: 'dialog',
          'aria-modal': true,
        },
      }}
    >
      <Top>
        <span>
          <BrandMark />
          {t('app.name')}
        </span>
        <IconButton aria-label={t('nav.close')} onClick={onClose}>
          <Icon name="cross" />
        </IconButton>
      </Top>
      <Body>
        <ShopSwitch user={user} />
        <ModeSwitch user={user} wide />
        <nav aria-label={t('nav.label')}>
          <NavigationList user={user} tall />
        </nav>
      </Body>
    </Drawer>
  );
}
