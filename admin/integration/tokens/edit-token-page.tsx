import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { ApiTokenView, UpdateApiTokenBody } from '../../../api/contract/integration.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { ConfirmationDialog, useConfirmation } from '../../components/confirmation.tsx';
import { ListError, ListLoading } from '../../components/list-state.tsx';
import { Column, Page, Split } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useForm } from '../../components/use-form.ts';
import { ApiError } from '../../data/api-error.ts';
import { toastSuccess } from '../../data/toasts.ts';
import { useMay } from '../../data/use-may.ts';
import { t } from '../../i18n/translate.ts';
import { updateToken, useToken } from '../integration-calls.ts';
import { Actions, Fields } from '../parts.tsx';
import { TokenDanger } from './token-danger.tsx';
import { TokenFacts } from './token-facts.tsx';
import { TokenFields } from './token-fields.tsx';
import { checkToken, type TokenValues, toBody, toValues } from './token-form.ts';

/** `/integration/api/edit-token/:id`: what a token may, and its end. */
export default function EditTokenPage() {
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useToken(id);
  const [beginning, setBeginning] = useState(0);
  return (
    <Page>
      <PageHead
        title={data?.name ?? t('token.editTitle')}
        tabTitle={t('token.editTitle')}
        crumbs={[
          { label: t('integration.title'), to: '/integration' },
          { label: t('token.title'), to: '/integration/api' },
          { label: data?.name ?? t('token.editTitle') },
        ]}
      />
      {isPending && <ListLoading label={t('token.loading')} rows={3} />}
      {error && <ListError title={t('token.error')} error={error} onRetry={() => void refetch()} />}
      {data && (
        <Split>
          <EditForm
            key={beginning}
            token={data}
            onReload={() => void refetch().then(() => setBeginning((count) => count + 1))}
          />
          <Column>
            <TokenFacts token={data} />
            <TokenDanger token={data} />
          </Column>
        </Split>
      )}
    </Page>
  );
}

function EditForm({ token, onReload }: { token: ApiTokenView; onReload: () => void }) {
  const queries = useQueryClient();
  const mayUpdate = useMay('merchant_apiToken_update');
  const [isStale, setStale] = useState(false);
  const [{ version }] = useState(token);
  const confirmation = useConfirmation(async (body: UpdateApiTokenBody) => {
    try {
      await updateToken(token.id, body);
    } catch (error) {
      setStale(error instanceof ApiError && error.code === 'changed_meanwhile');
      throw error;
    }
    toastSuccess(t('token.saved'));
    void queries.invalidateQueries({ queryKey: ['api-tokens'] });
    onReload();
  });
  const form = useForm<TokenValues>({
    initial: toValues(token),
    check: checkToken,
    send: (values) => confirmation.first({ ...toBody(values), version }),
  });
  return (
    <Card title={t('token.editTitle')} titleHidden>
      <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
        <form ref={form.ref} noValidate onSubmit={form.submit}>
          <Fields>
            <TokenFields form={form} />
            {isStale && (
              <Alert severity="warning" action={<Button onClick={onReload}>{t('integration.reload')}</Button>}>
                <strong>{t('integration.stale')}</strong> {t('integration.staleText')}
              </Alert>
            )}
            {mayUpdate && (
              <Actions>
                <Button type="submit" variant="contained" disabled={form.busy}>
                  {t(form.busy ? 'integration.saving' : 'integration.save')}
                </Button>
              </Actions>
            )}
          </Fields>
        </form>
      </CardBody>
      <ConfirmationDialog of={confirmation} />
    </Card>
  );
}
