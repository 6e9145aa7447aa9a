import AppBar from '@mui/material/AppBar';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router';
import { Wide } from '../components/page.tsx';
import type { SpaUser } from '../data/session.ts';
import { t } from '../i18n/translate.ts';
import { BrandMark } from '../look/brand.tsx';
import { Icon } from '../look/icon.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { ShopSwitch } from './shop-switch.tsx';

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  height: 56,
  padding: '0 8px',
  [theme.breakpoints.up('sm')]: { gap: 12, padding: '0 24px' },
  [theme.breakpoints.up('lg')]: { padding: '0 32px' },
}));
const Find = styled(ButtonBase)(({ theme }) => ({
  display: 'none',
  [theme.breakpoints.up('sm')]: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-start',
    gap: 8,
    width: 320,
    minHeight: 36,
    padding: '0 8px 0 10px',
    border: `1px solid ${theme.palette.edge}`,
    borderRadius: 6,
    backgroundColor: theme.palette.background.paper,
    color: theme.palette.text.secondary,
    fontSize: 14,
    '&:hover': { backgroundColor: theme.palette.action.hover },
    '& kbd': { marginLeft: 'auto' },
  },
}));
const Small = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  [theme.breakpoints.up('sm')]: { display: 'none' },
}));
const Badge = styled('span')(({ theme }) => ({
  marginLeft: 4,
  padding: '0 8px',
  borderRadius: 6,
  backgroundColor: theme.palette.sandbox.main,
  color: theme.palette.sandbox.contrastText,
  fontSize: 13,
  lineHeight: '24px',
  fontWeight: 600,
}));

interface TopBarProps {
  user: SpaUser;
  onOpenNavigation: () => void;
  onOpenPalette: () => void;
}

/** Search, mode and account. Under 850 px also the way to the navigation, and the sandbox badge. */
export function TopBar({ user, onOpenNavigation, onOpenPalette }: TopBarProps) {
  return (
    <AppBar>
      <Bar>
        <Small>
          <IconButton aria-label={t('nav.open')} aria-haspopup="dialog" onClick={onOpenNavigation}>
            <Icon name="menu" />
          </IconButton>
          <Link to="/dashboard" aria-label={t('shell.home')}>
            <BrandMark />
          </Link>
          {user.active_profile_type === 'sandbox' && <Badge>{t('shell.sandbox')}</Badge>}
        </Small>
        <Find aria-haspopup="dialog" onClick={onOpenPalette}>
          <Icon name="search" />
          {t('shell.search')}
          <kbd aria-hidden>{paletteKeys()}</kbd>
        </Find>
        <Grow />
        <Small>
          <IconButton aria-label={t('shell.searchShort')} aria-haspopup="dialog" onClick={onOpenPalette}>
            <Icon name="search" />
          </IconButton>
        </Small>
        <Wide>
          <ShopSwitch user={user} />
        </Wide>
        <Wide>
          <ModeSwitch user={user} />
        </Wide>
        <AccountMenu user={user} />
      </Bar>
    </AppBar>
  );
}

const Grow = styled('span')({ flex: 1 });

function paletteKeys(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
}
