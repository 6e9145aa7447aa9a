import Typography from '@mui/material/Typography';
import type { Verification } from '../../contract/verification.ts';
import { Card, CardBody, CardFoot } from '../components/card.tsx';
import { missing } from '../components/form-problems.ts';
import { useProvider } from '../data/use-provider.ts';
import { bodyRules } from '../forms/body-rules.ts';
import { Form } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { DocumentList, missingOf } from './document-list.tsx';
import { useTaken } from './use-verification.ts';

interface Draft {
  readonly answer: string;
}

/** Without documents the answer is all there is. */
const rulesOf = (isOptional: boolean) =>
  bodyRules<Draft>(async () => (await import('../../contract/verification.ts')).AnswerBody, {
    toBody: ({ answer }) => (answer === '' ? {} : { answer }),
    check: (draft) => (isOptional ? {} : missing(draft)),
  });

/** The team's request: documents, or a question to answer in words. */
export function AnswerCard({ verification }: { verification: Verification }) {
  const provider = useProvider();
  const take = useTaken();
  const asksForDocuments = verification.wanted.length > 0;
  const missingDocuments = missingOf(verification, 'all');
  const words = t('verify.answer.words');
  return (
    <Card title={t('verify.requested')} ruled>
      {asksForDocuments && <DocumentList verification={verification} of="all" label={t('verify.requested')} />}
      <Form<Draft>
        defaultValues={{ answer: '' }}
        rules={rulesOf(asksForDocuments)}
        send={async ({ answer }) => take(await provider.answerTeam(answer))}
      >
        <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
          <TextInput
            source="answer"
            label={asksForDocuments ? t('create.optional', { label: words }) : words}
            help={t('verify.answer.help')}
            multiline
            minRows={3}
          />
        </CardBody>
        <CardFoot>
          {missingDocuments > 0 && (
            <Typography sx={{ flex: '1 1 200px', color: 'text.secondary' }}>
              {t('verify.incomplete', { smart_count: missingDocuments })}
            </Typography>
          )}
          <SubmitButton label={t('verify.answer')} disabled={missingDocuments > 0} />
        </CardFoot>
      </Form>
    </Card>
  );
}
