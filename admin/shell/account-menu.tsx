import ButtonBase from '@mui/material/ButtonBase';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type ReactNode, useId, useState } from 'react';
import { useLogout } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { VisuallyHidden } from '../components/card.tsx';
import { May } from '../components/may.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import type { SpaUser } from '../data/session.ts';
import { type MessageKey, t, translateOr } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import type { IconName } from '../look/icon-paths.ts';
import { type ThemeChoice, useThemeChoice } from '../look/theme-choice.ts';
import { useHelpArticles } from './help-links.ts';

const Trigger = styled(ButtonBase)(({ theme }) => ({
  gap: 8,
  minHeight: 40,
  padding: 4,
  borderRadius: 6,
  textAlign: 'left',
  '&:hover, &[aria-expanded=true]': { backgroundColor: theme.palette.soft.neutral },
  [theme.breakpoints.down('sm')]: { '& > [data-wide]': { display: 'none' } },
}));
const Avatar = styled('span')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  width: 32,
  height: 32,
  borderRadius: '50%',
  backgroundColor: theme.palette.avatar.main,
  color: theme.palette.avatar.contrastText,
  fontSize: 13,
  fontWeight: 600,
}));
const Name = styled('span')(({ theme }) => ({
  display: 'grid',
  maxWidth: 180,
  fontSize: 13,
  lineHeight: '18px',
  fontWeight: 500,
  '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& small': { fontSize: 13, fontWeight: 400, color: theme.palette.text.secondary },
}));
const Section = styled('div')(({ theme }) => ({
  padding: 6,
  '& + &': { borderTop: `1px solid ${theme.palette.divider}` },
}));
const Who = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '40px minmax(0, 1fr)',
  gap: '0 12px',
  alignItems: 'center',
  padding: 8,
  '& > [aria-hidden]': { gridRow: 'span 2', width: 40, height: 40 },
  '& b': { fontWeight: 600 },
  '& small': { overflow: 'hidden', textOverflow: 'ellipsis', fontSize: 13, color: theme.palette.text.secondary },
}));
const Setting = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  minHeight: 40,
  padding: '0 10px',
  color: theme.palette.text.secondary,
}));
const Entry = styled(ButtonBase)(({ theme }) => ({
  justifyContent: 'flex-start',
  textAlign: 'left',
  gap: 12,
  width: '100%',
  minHeight: 40,
  padding: '0 10px',
  borderRadius: 6,
  font: 'inherit',
  color: theme.palette.text.primary,
  '&:hover': { backgroundColor: theme.palette.soft.neutral },
  '& > svg': { color: theme.palette.text.secondary },
})) as typeof ButtonBase;

/** The help articles about the screen, and the support. */
function HelpSection({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const articles = useHelpArticles(useLocation().pathname, isOpen);
  return (
    <Section>
      {articles.map(({ path, title }) => (
        <Entry key={path} component="a" href={path} target="_blank" rel="noreferrer" onClick={onClose}>
          <Icon name="help" />
          {title}
        </Entry>
      ))}
      <May permission="merchant_ticket_viewAny">
        <MenuLink to="/tickets" icon="mail" label="nav.support" onClick={onClose} />
      </May>
    </Section>
  );
}

/** The signed-in user and role; settings, sign-out (spec §2) and the theme are always available. */
export function AccountMenu({ user }: { user: SpaUser }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const logout = useLogout();
  return (
    <>
      <Trigger
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Avatar aria-hidden>{initials(user.full_name)}</Avatar>
        <VisuallyHidden>{t('shell.accountOf', { name: user.full_name })}</VisuallyHidden>
        <Name data-wide aria-hidden>
          <span>{user.full_name}</span>
          <small>{user.merchant.company_name ?? user.email}</small>
        </Name>
        <span data-wide>
          <Icon name="chevronDown" size={16} />
        </span>
      </Trigger>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('shell.account'), sx: { width: 304, mt: 1 } } }}
      >
        <Section>
          <Who>
            <Avatar aria-hidden>{initials(user.full_name)}</Avatar>
            <b>{user.full_name}</b>
            <small>{user.email}</small>
          </Who>
          <Setting>
            <span>{user.merchant.company_name}</span>
            <ToneChip tone="neutral" icon="users">
              {translateOr(`role.${user.role}`, user.role)}
            </ToneChip>
          </Setting>
        </Section>
        <Section>
          <MenuLink to="/account?tab=setting" icon="settings" label="shell.settings" onClick={close} />
          <May permission="merchant_user_viewAny">
            <MenuLink to="/account?tab=team-access" icon="users" label="shell.team" onClick={close} />
          </May>
          <May permission="merchant_merchant_verification">
            <MenuLink to="/account?tab=verify" icon="shield" label="shell.verification" onClick={close} />
          </May>
        </Section>
        <May permission="merchant_partner_viewAny">
          <Section>
            <MenuLink to="/partner-program" icon="coin" label="partner.title" onClick={close} />
          </Section>
        </May>
        <HelpSection isOpen={anchor !== null} onClose={close} />
        <Section>
          <ThemeSetting />
        </Section>
        <Section>
          <Entry onClick={() => void logout()}>
            <Icon name="signOut" />
            {t('shell.signOut')}
          </Entry>
        </Section>
      </Popover>
    </>
  );
}

interface MenuLinkProps {
  to: string;
  icon: IconName;
  label: MessageKey;
  onClick: () => void;
}

function MenuLink({ to, icon, label, onClick }: MenuLinkProps): ReactNode {
  return (
    <Entry component={Link} to={to} onClick={onClick}>
      <Icon name={icon} />
      {t(label)}
    </Entry>
  );
}

function ThemeSetting() {
  const id = useId();
  const [choice, choose] = useThemeChoice();
  return (
    <Setting>
      <span id={id}>{t('shell.theme')}</span>
      <ToggleButtonGroup
        exclusive
        value={choice}
        onChange={(_, next: ThemeChoice | null) => next && choose(next)}
        aria-labelledby={id}
      >
        <ToggleButton value="system">{t('shell.theme.system')}</ToggleButton>
        <ToggleButton value="light">{t('shell.theme.light')}</ToggleButton>
        <ToggleButton value="dark">{t('shell.theme.dark')}</ToggleButton>
      </ToggleButtonGroup>
    </Setting>
  );
}

/** `MK` of `Mara Klein`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
