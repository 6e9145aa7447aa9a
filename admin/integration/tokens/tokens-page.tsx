import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { ApiTokenView } from '../../../contract/integration.ts';
import { TOKEN_PERMISSIONS } from '../../../domain/accounts/permissions.ts';
import { ReceiptArt } from '../../components/art.tsx';
import { Card } from '../../components/card.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListError, ListLoading } from '../../components/list-state.tsx';
import { RowLink } from '../../components/row-link.tsx';
import { Rows } from '../../components/rows.tsx';
import { useMay } from '../../data/use-may.ts';
import { clipMiddle, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { Icon } from '../../look/icon.tsx';
import { IntegrationFrame } from '../integration-frame.tsx';
import { usePages } from '../use-pages.tsx';

/** Many words take several lines rather than the room of the other columns. */
const Words = styled('span')({
  display: 'block',
  padding: '8px 0',
  maxWidth: 320,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
});

/** `/integration/api`: the tokens of the mode that is shown. */
export default function TokensPage() {
  const { data, total, error, isPending, refetch, pager } = usePages<ApiTokenView>('api-tokens');
  const mayCreate = useMay('merchant_apiToken_create');
  const create = (
    <Button
      variant="contained"
      component={RouterLink}
      to="/integration/api/create-new"
      startIcon={<Icon name="plusCircle" />}
    >
      {t('token.new')}
    </Button>
  );
  return (
    <IntegrationFrame tab="api" actions={mayCreate && total > 0 ? create : undefined}>
      <Card title={t('token.title')} titleHidden>
        {body()}
      </Card>
    </IntegrationFrame>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('token.loading')} rows={3} />;
    if (error) return <ListError title={t('token.error')} error={error} onRetry={() => void refetch()} />;
    if (total === 0) return <NoTokens action={mayCreate ? create : undefined} />;
    return (
      <>
        <Rows
          caption={t('token.caption')}
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          path={({ id }) => tokenPath(id)}
          card={toCard}
        />
        {pager}
      </>
    );
  }
}

function NoTokens({ action }: { action: ReactNode }) {
  return (
    <EmptyState
      art={<ReceiptArt />}
      title={t('token.empty.title')}
      text={t('token.empty.text')}
      actions={action}
      steps={[
        { icon: 'shield', title: t('token.step1'), text: t('token.step1Text') },
        { icon: 'lock', title: t('token.step2'), text: t('token.step2Text') },
        { icon: 'integration', title: t('token.step3'), text: t('token.step3Text') },
      ]}
    />
  );
}

const columns: readonly TableColumn<ApiTokenView>[] = [
  column('name', 'token.name', nameLink),
  column('key', 'token.key', ({ api_key }) => <code>{clipMiddle(api_key, 12, 4)}</code>),
  column('may', 'token.permissions', (token) => <Words>{permissionWords(token)}</Words>),
  column('ips', 'token.ips', (token) => <Words>{ipWords(token)}</Words>, { spare: true, quiet: true }),
  column('used', 'token.lastUsed', lastUsed, { quiet: true, align: 'right' }),
];

function nameLink({ id, name }: ApiTokenView) {
  return <RowLink to={tokenPath(id)}>{name}</RowLink>;
}

function permissionWords({ permissions }: ApiTokenView): string {
  if (permissions.length === TOKEN_PERMISSIONS.length) return t('token.permission.all');
  return permissions.map((each) => t(`token.permission.${each}`)).join(', ');
}

function ipWords({ allowed_ips }: ApiTokenView): string {
  return allowed_ips === '' ? t('token.anyone') : allowed_ips;
}

function lastUsed({ last_used_at }: ApiTokenView): string {
  return last_used_at === null ? t('token.never') : formatMoment(last_used_at);
}

function toCard(token: ApiTokenView) {
  return {
    key: token.id,
    primary: nameLink(token),
    value: lastUsed(token),
    meta: `${permissionWords(token)} · ${ipWords(token)}`,
  };
}

function tokenPath(id: string): string {
  return `/integration/api/edit-token/${id}`;
}
