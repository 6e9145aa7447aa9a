import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { SpaUser } from '../../contract/session.ts';
import { Card } from '../components/card.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import { TwoFaSetup } from '../components/two-fa-dialog.tsx';
import { useReadAgain } from '../components/use-read-again.ts';
import { t } from '../i18n/translate.ts';
import { CHANGED_BY_ACCOUNT } from './account-calls.ts';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { TwoFaOffDialog } from './two-fa-off-dialog.tsx';

const Rows = styled('ul')(({ theme }) => ({
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '4px 16px',
    alignItems: 'center',
    padding: '12px 16px 14px',
    borderTop: `1px solid ${theme.palette.divider}`,
  },
  '& > li:first-of-type': { borderTop: 0, paddingTop: 4 },
  '& h3': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, font: 'inherit', fontWeight: 500 },
  '& p': { color: theme.palette.text.secondary, overflowWrap: 'anywhere' },
  [theme.breakpoints.up('sm')]: { '& > li': { paddingInline: 20 } },
}));

type Change = 'email' | 'password' | 'twoFa';

/** The mail address, the password and the second factor of the signed-in user. */
export function SigningCard({ user }: { user: SpaUser }) {
  const [change, setChange] = useState<Change | null>(null);
  // Which dialog it is stays while it is open, as turning 2FA on ends with its codes.
  const [isOn, setOn] = useState(false);
  const open = (next: Change) => {
    setOn(user['2fa_enabled']);
    setChange(next);
  };
  const readAgain = useReadAgain();
  const close = () => {
    setChange(null);
    // Sessions and activity have changed with it.
    void readAgain(...CHANGED_BY_ACCOUNT);
  };
  const twoFaButton = useFocusAt('#two-fa');
  const enabled = user['2fa_enabled'];
  return (
    <Card title={t('signing.title')}>
      <Rows>
        <SettingRow
          name={t('account.email')}
          text={user.email}
          button={t('signing.change')}
          buttonName={t('signing.changeEmail')}
          onOpen={() => open('email')}
        />
        <SettingRow
          name={t('signing.password')}
          text={t('signing.passwordText')}
          button={t('signing.change')}
          buttonName={t('signing.changePassword')}
          onOpen={() => open('password')}
        />
        <SettingRow
          name={t('signing.twoFa')}
          chip={
            enabled ? (
              <ToneChip tone="success" icon="shield">
                {t('signing.twoFa.on')}
              </ToneChip>
            ) : (
              <ToneChip tone="warning" icon="warning">
                {t('signing.twoFa.off')}
              </ToneChip>
            )
          }
          text={t(enabled ? 'signing.twoFa.onText' : 'signing.twoFa.offText')}
          button={t(enabled ? 'signing.twoFa.turnOff' : 'signing.twoFa.turnOn')}
          buttonName={t(enabled ? 'signing.twoFa.turnOffLong' : 'signing.twoFa.turnOnLong')}
          isMain={!enabled}
          buttonRef={twoFaButton}
          onOpen={() => open('twoFa')}
        />
      </Rows>
      {change === 'email' && <ChangeEmailDialog email={user.email} onClose={close} />}
      {change === 'password' && <ChangePasswordDialog user={user} onClose={close} />}
      {change === 'twoFa' &&
        (isOn ? <TwoFaOffDialog onClose={close} /> : <TwoFaSetup email={user.email} onClose={close} />)}
    </Card>
  );
}

/** Takes the focus when a link leads to this place of the page, from elsewhere or from the page itself. */
function useFocusAt(place: string) {
  const ref = useRef<HTMLButtonElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again is followed again
  useEffect(() => {
    // A dialog that is just closing gives the focus back first.
    const timer = hash === place ? setTimeout(() => ref.current?.focus(), 250) : undefined;
    return () => clearTimeout(timer);
  }, [hash, key, place]);
  return ref;
}

interface SettingRowProps {
  name: string;
  chip?: ReactNode;
  text: string;
  button: string;
  /** The same in full, for who hears the button apart from its row. */
  buttonName: string;
  isMain?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
  onOpen: () => void;
}

function SettingRow({ name, chip, text, button, buttonName, isMain = false, buttonRef, onOpen }: SettingRowProps) {
  return (
    <li>
      <div>
        <h3>
          {name}
          {chip}
        </h3>
        <p>{text}</p>
      </div>
      <Button
        ref={buttonRef ?? null}
        variant={isMain ? 'contained' : 'outlined'}
        aria-label={buttonName}
        onClick={onOpen}
      >
        {button}
      </Button>
    </li>
  );
}
