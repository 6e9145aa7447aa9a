import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import type { TwoFaBody } from '../../contract/account.ts';
import type { PaymentMethod } from '../../contract/payment-methods.ts';
import { Card, CardBody } from '../components/card.tsx';
import { type Fact, Facts } from '../components/facts.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Column, FormPage, Page, Split } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { TwoFaDialog } from '../components/two-fa-dialog.tsx';
import { useProvider } from '../data/use-provider.ts';
import { formatMoment } from '../i18n/format.ts';
import { type MessageKey, t } from '../i18n/translate.ts';
import { Actions, Fields } from '../integration/parts.tsx';
import { type MadeBy, MadeByMethod } from './made-by-method.tsx';
import { useMethod, useMethodRefresh } from './method-calls.ts';
import type { MethodFormProps } from './method-form-frame.tsx';
import { coolOffWords, MethodStatusChip } from './method-status.tsx';
import { SwitchMethod } from './switch-method.tsx';

/** The differences between methods of payouts and of withdrawals. */
export interface MethodRoom {
  /** Where the methods are listed. */
  readonly path: string;
  readonly pathOf: (id: string) => string;
  /** The pages above it. */
  readonly crumbs: readonly { readonly label: MessageKey; readonly to: string }[];
  readonly words: Record<'one' | 'addLead' | 'useAutomatic' | 'useManual' | 'deleteText', MessageKey>;
  readonly Form: ComponentType<MethodFormProps>;
  /** Facts shown above the method's author and date. */
  readonly facts: (method: PaymentMethod) => readonly Fact[];
  readonly made: MadeBy;
  /** Around everything below the title. */
  readonly Around?: ComponentType<{ children: ReactNode }>;
}

/** One method: new, or changed, paused and deleted. */
export function MethodFrame({ id, room }: { id: string | null; room: MethodRoom }) {
  const { path, pathOf, crumbs, words, Form, facts, made, Around = Plain } = room;
  const navigate = useNavigate();
  const notify = useNotify();
  const refresh = useMethodRefresh();
  const { data, error, isPending, refetch } = useMethod(id);
  const Frame = id === null ? FormPage : Page;
  const title = data?.title ?? t(id === null ? 'methods.add' : words.one);
  const onSaved = async (saved: PaymentMethod) => {
    notify(t('method.saved'), { type: 'success' });
    await refresh(saved);
    await navigate(pathOf(saved.id), { replace: true });
  };
  return (
    <Frame>
      <PageHead
        title={title}
        crumbs={[...crumbs.map(({ label, to }) => ({ label: t(label), to })), { label: title }]}
        beside={data && <MethodStatusChip status={data.status} />}
        sub={data ? coolOffWords(data) : id === null ? t(words.addLead) : undefined}
      />
      <Around>{body()}</Around>
    </Frame>
  );

  function body(): ReactNode {
    if (id === null) return <Form onSaved={onSaved} />;
    if (isPending) return <ListLoading label={t('methods.loading')} rows={4} />;
    if (error && !data) return <ListError title={t('methods.error')} error={error} onRetry={() => void refetch()} />;
    return (
      <Split>
        <Form key={data.version} method={data} onSaved={onSaved} />
        <Column>
          <MethodActions method={data} path={path} words={words} />
          <MethodFacts method={data} facts={facts(data)} />
          <MadeByMethod methodId={data.id} made={made} />
        </Column>
      </Split>
    );
  }
}

function Plain({ children }: { children: ReactNode }) {
  return children;
}

type Deleting = Pick<MethodRoom, 'path' | 'words'> & { method: PaymentMethod };

/** Pausing, resuming and deleting a method; the last one takes a 2FA code (spec §5). */
function MethodActions({ method, path, words }: Deleting) {
  const [isDeleting, setDeleting] = useState(false);
  const { actions, automatic } = method;
  if (!actions.activate && !actions.pause && !actions.delete) return null;
  return (
    <Card title={t('method.use')}>
      <CardBody>
        <Fields>
          <Typography sx={{ color: 'text.secondary' }}>
            {t(automatic ? words.useAutomatic : words.useManual)}
          </Typography>
          <Actions>
            <SwitchMethod method={method} />
            {actions.delete && (
              <Button color="error" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
                {t('method.delete')}
              </Button>
            )}
          </Actions>
        </Fields>
      </CardBody>
      {isDeleting && <DeleteMethod method={method} path={path} words={words} onClose={() => setDeleting(false)} />}
    </Card>
  );
}

function DeleteMethod({ method: { id, title }, path, words, onClose }: Deleting & { onClose: () => void }) {
  const provider = useProvider();
  const notify = useNotify();
  const refresh = useMethodRefresh();
  const navigate = useNavigate();
  const send = async (factor: TwoFaBody) => {
    await provider.deleteMethod(id, factor);
    notify(t('method.deleted'), { type: 'success' });
    await navigate(path);
    await refresh();
  };
  return (
    <TwoFaDialog title={t('method.deleteTitle', { title })} text={t(words.deleteText)} send={send} onClose={onClose} />
  );
}

function MethodFacts({ method, facts }: { method: PaymentMethod; facts: readonly Fact[] }) {
  const { created_by, created_at, updated_at, status_reason } = method;
  return (
    <Card title={t('methods.facts')}>
      <Facts
        facts={[
          { label: t('method.reason'), value: status_reason },
          ...facts,
          { label: t('method.addedBy'), value: created_by },
          { label: t('method.addedAt'), value: formatMoment(created_at) },
          { label: t('method.changedAt'), value: formatMoment(updated_at) },
        ]}
      />
    </Card>
  );
}
