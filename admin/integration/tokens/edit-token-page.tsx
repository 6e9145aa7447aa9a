import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetOne, useNotify } from 'react-admin';
import { useParams } from 'react-router';
import type { ApiTokenView, UpdateApiTokenBody } from '../../../contract/integration.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { ConfirmationDialog, useConfirmation } from '../../components/confirmation.tsx';
import { ListError, ListLoading } from '../../components/list-state.tsx';
import { Column, Page, Split } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useMay } from '../../data/use-may.ts';
import { useProvider } from '../../data/use-provider.ts';
import { Form } from '../../forms/form.tsx';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { t } from '../../i18n/translate.ts';
import { Actions, Fields } from '../parts.tsx';
import { isChangedMeanwhile, StaleNotice } from '../stale-notice.tsx';
import { VersionInput } from '../version-input.tsx';
import { TokenDanger } from './token-danger.tsx';
import { TokenFacts } from './token-facts.tsx';
import { TokenFields } from './token-fields.tsx';
import { type TokenValues, toBody, tokenRules, toValues } from './token-form.ts';

/** `/integration/api/edit-token/:id`: what a token may, and its end. */
export default function EditTokenPage() {
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useGetOne<ApiTokenView>('api-tokens', { id });
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
  const provider = useProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const mayUpdate = useMay('merchant_apiToken_update');
  const [isStale, setStale] = useState(false);
  const [{ version, api_version: before }] = useState(token);
  // A form of before a release may show a version that has ended since: only a choice is sent.
  const chosen = ({ api_version }: TokenValues) => (api_version === before ? {} : { api_version });
  const confirmation = useConfirmation(async (body: UpdateApiTokenBody) => {
    try {
      await provider.updateToken(token.id, body);
    } catch (error) {
      setStale(isChangedMeanwhile(error));
      throw error;
    }
    notify(t('token.saved'), { type: 'success' });
    void queries.invalidateQueries({ queryKey: ['api-tokens', 'getList'] });
    onReload();
  });
  return (
    <Card title={t('token.editTitle')} titleHidden>
      <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
        <Form<TokenValues>
          defaultValues={toValues(token)}
          rules={tokenRules}
          send={(values) => confirmation.first({ ...toBody(values), ...chosen(values), version })}
        >
          <Fields>
            <TokenFields />
            <VersionInput current={token.api_version} help={t('version.ofToken')} />
            {isStale && <StaleNotice onReload={onReload} />}
            {mayUpdate && (
              <Actions>
                <SubmitButton label={t('integration.save')} busy={t('integration.saving')} />
              </Actions>
            )}
          </Fields>
        </Form>
      </CardBody>
      <ConfirmationDialog of={confirmation} />
    </Card>
  );
}
