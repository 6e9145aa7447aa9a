import { styled } from '@mui/material/styles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Subscription, Subscriptions, TwoFaBody } from '../../api/contract/account.ts';
import { Card, CardBody } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Toggle } from '../components/toggle.tsx';
import { TwoFaDialog } from '../components/two-fa-dialog.tsx';
import { reloadUser } from '../data/session.ts';
import { toastError, toastSuccess } from '../data/toasts.ts';
import { t } from '../i18n/translate.ts';
import { accountCalls } from './account-calls.ts';

const KEY = ['account', 'subscriptions'] as const;
const Rows = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  '& > div + div': { paddingTop: 12, borderTop: `1px solid ${theme.palette.divider}` },
}));

/** A switch that waits for its code: the main one, or a kind of mail. */
interface Change {
  readonly name: string;
  readonly enabled: boolean;
  readonly save: (factor: TwoFaBody) => Promise<Subscriptions>;
}

/** What one is told by mail. Each change needs a 2FA code (spec §5). */
export function SubscriptionsCard({ isFixed }: { isFixed: boolean }) {
  const queries = useQueryClient();
  const [change, setChange] = useState<Change | null>(null);
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: () => accountCalls.subscriptions() });
  const save = async (factor: TwoFaBody) => {
    if (!change) return;
    queries.setQueryData(KEY, await change.save(factor));
    toastSuccess(t('mails.saved'));
    await Promise.all([reloadUser(), queries.invalidateQueries({ queryKey: ['account', 'activities'] })]);
  };
  return (
    <Card title={t('mails.title')}>
      <CardBody>
        {data && <Switches subscriptions={data} isFixed={isFixed} onChange={setChange} />}
        {!data && error && <ListError title={t('mails.failed')} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <ListLoading label={t('app.loading')} rows={3} />}
      </CardBody>
      {change && (
        <TwoFaDialog
          title={t(change.enabled ? 'mails.on' : 'mails.off', { name: change.name })}
          text={t('mails.code')}
          send={save}
          onClose={() => setChange(null)}
        />
      )}
    </Card>
  );
}

interface SwitchesProps {
  subscriptions: Subscriptions;
  isFixed: boolean;
  onChange: (change: Change) => void;
}

function Switches({ subscriptions, isFixed, onChange }: SwitchesProps) {
  const { mail_enabled, types } = subscriptions;
  const ask = ({ type, enabled }: Subscription) => {
    // Known before any code is typed (spec §8).
    if (enabled && !mail_enabled) return toastError(t('mails.first'));
    const name = t(`mails.${type}`);
    onChange({ name, enabled, save: (factor) => accountCalls.switchSubscription({ type, enabled }, factor) });
  };
  const askAll = () => {
    const enabled = !mail_enabled;
    onChange({ name: t('mails.all'), enabled, save: (factor) => accountCalls.switchMails(enabled, factor) });
  };
  return (
    <Rows>
      <Toggle
        label={t('mails.all')}
        help={t('mails.allHelp')}
        checked={mail_enabled}
        disabled={isFixed}
        onChange={askAll}
      />
      {types.map(({ type, enabled }) => (
        <Toggle
          key={type}
          label={t(`mails.${type}`)}
          help={t(`mails.${type}Help`)}
          checked={enabled && mail_enabled}
          disabled={isFixed}
          onChange={() => ask({ type, enabled: !(enabled && mail_enabled) })}
        />
      ))}
    </Rows>
  );
}
