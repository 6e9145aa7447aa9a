import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { CreateApiTokenBody, IssuedApiToken } from '../../../api/contract/integration.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { ConfirmationDialog, useConfirmation } from '../../components/confirmation.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useForm } from '../../components/use-form.ts';
import { session } from '../../data/session.ts';
import { useStore } from '../../data/use-store.ts';
import { t } from '../../i18n/translate.ts';
import { createToken } from '../integration-calls.ts';
import { Actions, Fields } from '../parts.tsx';
import { TokenCreated } from './token-created.tsx';
import { TokenFields } from './token-fields.tsx';
import { checkToken, type TokenValues, toBody, toValues } from './token-form.ts';

/** `/integration/api/create-new`: a token, and its secret this once. */
export default function CreateTokenPage() {
  const [issued, setIssued] = useState<IssuedApiToken | null>(null);
  const isSandbox = useStore(session)?.active_profile_type === 'sandbox';
  const title = t(issued ? 'token.doneTitle' : 'token.createTitle');
  const mode = t(isSandbox ? 'shell.sandbox' : 'shell.production').toLowerCase();
  return (
    <Page {...(issued ? {} : { sx: { maxWidth: 640 } })}>
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
    </Page>
  );
}

function CreateForm({ onIssued }: { onIssued: (token: IssuedApiToken) => void }) {
  const queries = useQueryClient();
  const confirmation = useConfirmation(async (body: CreateApiTokenBody) => {
    onIssued(await createToken(body));
    void queries.invalidateQueries({ queryKey: ['api-tokens'] });
  });
  const form = useForm<TokenValues>({
    initial: toValues(),
    check: checkToken,
    send: (values) => confirmation.first(toBody(values)),
  });
  return (
    <Card title={t('token.createTitle')} titleHidden>
      <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
        <form ref={form.ref} noValidate onSubmit={form.submit}>
          <Fields>
            <TokenFields form={form} />
            <Actions>
              <Button type="submit" variant="contained" disabled={form.busy}>
                {t('token.create')}
              </Button>
              <Button component={RouterLink} to="/integration/api">
                {t('action.cancel')}
              </Button>
            </Actions>
          </Fields>
        </form>
      </CardBody>
      <ConfirmationDialog of={confirmation} />
    </Card>
  );
}
