import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { TeamMember } from '../../contract/team.ts';
import { ROLE_NAMES, type TeamAct } from '../../domain/accounts/team.ts';
import { Card, CardFoot } from '../components/card.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Rows } from '../components/rows.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import { useProvider } from '../data/use-provider.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { column } from '../list/columns.tsx';
import { Icon } from '../look/icon.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { MemberMenu } from './member-menu.tsx';

const Who = styled('div')(({ theme }) => ({
  display: 'grid',
  paddingBlock: 6,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  '& b': { fontWeight: 500 },
  '& span': { color: theme.palette.text.secondary, fontSize: 13, lineHeight: '20px' },
}));
const Chips = styled('span')({ display: 'inline-flex', flexWrap: 'wrap', gap: 6 });

/** Everybody who can sign in to the account, with what may be done about each. */
export function MembersCard({ onInvite }: { onInvite?: (() => void) | undefined }) {
  const provider = useProvider();
  const { data, error, refetch } = useQuery({ queryKey: ['members'], queryFn: () => provider.members() });
  const invite = onInvite && (
    <Button variant="contained" startIcon={<Icon name="users" />} onClick={onInvite}>
      {t('team.invite')}
    </Button>
  );
  return (
    <Card title={t('team.members')} aside={invite} ruled>
      {data && <Members members={data} />}
      {data?.length === 1 && (
        <CardFoot>
          <Typography sx={{ color: 'text.secondary' }}>
            <b>{t('team.members.alone.title')}.</b> {t('team.members.alone.text')}
          </Typography>
        </CardFoot>
      )}
      {!data && error && <ListError title={t('team.members.failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListLoading label={t('team.members.loading')} rows={3} />}
    </Card>
  );
}

interface Chosen {
  readonly member: TeamMember;
  readonly act: TeamAct;
  readonly button: HTMLElement | null;
}

function Members({ members }: { members: readonly TeamMember[] }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const menu = (member: TeamMember) => (
    <MemberMenu member={member} onChoose={(act, button) => setChosen({ member, act, button })} />
  );
  const close = () => {
    setChosen(null);
    // The row may be gone by then.
    chosen?.button?.focus();
  };
  return (
    <>
      <Rows
        caption={t('team.members')}
        columns={columns(menu)}
        rows={members}
        rowKey={({ id }) => id}
        card={(member) => ({
          key: member.id,
          primary: <Name member={member} />,
          value: menu(member),
          status: <Access member={member} />,
          secondary: ROLE_NAMES[member.role],
          meta: member.last_login_at ? t('team.lastLogin', { time: lastLogin(member) }) : lastLogin(member),
        })}
      />
      {chosen && <MemberDialog member={chosen.member} act={chosen.act} onClose={close} />}
    </>
  );
}

function columns(menu: (member: TeamMember) => ReactNode): readonly TableColumn<TeamMember>[] {
  return [
    column('name', 'team.column.name', (member) => <Name member={member} />),
    column('role', 'team.column.role', ({ role }) => ROLE_NAMES[role]),
    column('access', 'team.column.access', (member) => <Access member={member} />),
    column('lastLogin', 'team.column.lastLogin', lastLogin, { quiet: true }),
    column('actions', 'team.column.actions', menu, { labelHidden: true, align: 'right' }),
  ];
}

function Name({ member: { full_name, email, you } }: { member: TeamMember }) {
  return (
    <Who>
      <b>
        {full_name}
        {you && ` (${t('team.you')})`}
      </b>
      <span>{email}</span>
    </Who>
  );
}

function Access({ member }: { member: TeamMember }) {
  return (
    <Chips>
      {member.blocked ? (
        <ToneChip tone="error" icon="lock">
          {t('team.blocked')}
        </ToneChip>
      ) : (
        <ToneChip tone="success" icon="checkCircle">
          {t('team.active')}
        </ToneChip>
      )}
      <ToneChip tone="neutral" icon={member['2fa_enabled'] ? 'shield' : 'slash'}>
        {t(member['2fa_enabled'] ? 'team.twoFa' : 'team.noTwoFa')}
      </ToneChip>
    </Chips>
  );
}

function lastLogin({ last_login_at }: TeamMember): string {
  return last_login_at === null ? t('team.neverSignedIn') : formatMoment(last_login_at);
}
