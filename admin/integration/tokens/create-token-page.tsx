import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { CreateApiTokenBody, IssuedApiToken } from '../../../contract/integration.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { ConfirmationDialog, useConfirmation } from '../../components/confirmation.tsx';
import { FormPage, Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { session } from '../../data/session.ts';
import { useProvider } from '../../data/use-provider.ts';
import { useStore } from '../../data/use-store.ts';
import { Form } from '../../forms/form.tsx';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { t } from '../../i18n/translate.ts';
import { Actions, Fields } from '../parts.tsx';
import { TokenCreated } from './token-created.tsx';
import { TokenFields } from './token-fields.tsx';
import { type TokenValues, toBody, tokenRules, toValues } from './token-form.ts';

/** `/integration/api/create-new`: a token, and its secret this once. */
export default function CreateTokenPage() {
  const [issued, setIssued] = useState<IssuedApiToken | null>(null);
  const isSandbox = useStore(session)?.active_profile_type === 'sandbox';
  const Frame = issued ? Page : FormPage;
  const title = t(issued ? 'token.doneTitle' : 'token.createTitle');
  const mode = t(isSandbox ? 'shell.sandbox' : 'shell.production').toLowerCase();
  return (
    <Frame>
      <PageHead
        title={title}
        crumbs={[
          { label: t('integration.title'), to: '/integration' },
          { label: t('token.title'), to: '/integration/api' },
          { label: issued?.name ?? title },
        ]}
        sub={issued ? undefined : t('token.createLead', { mode })}
      />
      {issued ? <TokenCreated token={issued} /> : <CreateForm onIssued={setIssued} />}
    </Frame>
  );
}

function CreateForm({ onIssued }: { onIssued: (token: IssuedApiToken) => void }) {
  const provider = useProvider();
  const queries = useQueryClient();
  const confirmation = useConfirmation(async (body: CreateApiTokenBody) => {
    onIssued(await provider.createToken(body));
    void queries.invalidateQueries({ queryKey: ['api-tokens'] });
  });
  return (
    <Card title={t('token.createTitle')} titleHidden>
      <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
        <Form<TokenValues>
          defaultValues={toValues()}
          rules={tokenRules}
          send={(values) => confirmation.first(toBody(values))}
        >
          <Fields>
            <TokenFields />
            <Actions>
              <SubmitButton label={t('token.create')} />
              <Button component={RouterLink} to="/integration/api">
                {t('action.cancel')}
              </Button>
            </Actions>
          </Fields>
        </Form>
      </CardBody>
      <ConfirmationDialog of={confirmation} />
    </Card>
  );
}
