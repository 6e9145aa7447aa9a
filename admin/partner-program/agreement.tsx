import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import type { PartnerAgreement } from '../../contract/partners.ts';
import { Card, CardBody } from '../components/card.tsx';
import { acceptance } from '../components/form-problems.ts';
import { Loaded } from '../components/loaded.tsx';
import { useMay } from '../data/use-may.ts';
import { useProvider } from '../data/use-provider.ts';
import { CheckInput } from '../forms/check-input.tsx';
import { Form } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { formatFiat } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { ROOMS } from './partner-rooms.tsx';

/** The agreement that the link of an approval leads to, for those who may accept it. */
export function Agreement({ token }: { token: string }) {
  const mayAccept = useMay('merchant_partner_update');
  return (
    <Card title={t('partner.agreement')}>
      {mayAccept ? <Offered token={token} /> : <CardBody>{t('partner.link.role')}</CardBody>}
    </Card>
  );
}

function Offered({ token }: { token: string }) {
  const provider = useProvider();
  const agreement = useQuery({
    queryKey: ['partner-agreement', token],
    queryFn: () => provider.partnerAgreement(token),
    retry: false,
  });
  return (
    <Loaded of={agreement} loading={t('partner.loading')} failed={t('partner.link.over')}>
      {(data) => <Accept agreement={data} token={token} />}
    </Loaded>
  );
}

interface AcceptProps {
  agreement: PartnerAgreement;
  token: string;
}

function Accept({ agreement: { name, terms, version }, token }: AcceptProps) {
  const provider = useProvider();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const send = async () => {
    queries.setQueryData(ROOMS, await provider.acceptPartnerAgreement(token, version));
    notify(t('partner.accepted'), { type: 'success' });
    await navigate('/partner-program', { replace: true });
  };
  return (
    <CardBody>
      <Form<{ confirmed: boolean }> defaultValues={{ confirmed: false }} rules={acceptance} send={send}>
        <div style={{ display: 'grid', gap: 16, justifyItems: 'start' }}>
          <p style={{ margin: 0 }}>
            {t('partner.agreement.lead', { name, share: terms.share_percent, cap: formatFiat(terms.cap, 'EUR') })}
          </p>
          <ul style={{ margin: 0, paddingLeft: 20, display: 'grid', gap: 8 }}>
            {RULES.map((rule) => (
              <li key={rule}>{t(rule)}</li>
            ))}
          </ul>
          <CheckInput source="confirmed" label={t('partner.agreement.confirm')} />
          <SubmitButton label={t('partner.agreement.accept')} />
        </div>
      </Form>
    </CardBody>
  );
}

const RULES = [
  'partner.rule.fees',
  'partner.rule.first',
  'partner.rule.returned',
  'partner.rule.own',
  'partner.rule.settled',
] as const;
