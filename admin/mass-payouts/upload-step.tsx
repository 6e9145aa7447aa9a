import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { Card, CardBody } from '../components/card.tsx';
import { Facts } from '../components/facts.tsx';
import { Split } from '../components/page.tsx';
import { useAct } from '../components/use-act.ts';
import { randomKey } from '../data/random-key.ts';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { LiveForm } from '../forms/live-form.tsx';
import { t } from '../i18n/translate.ts';
import { Fields } from '../integration/parts.tsx';
import { DropZone } from './drop-zone.tsx';
import { examplePath, type FeePayer } from './mass-calls.ts';
import { massPath } from './mass-status.tsx';

interface Upload {
  readonly fee_payer: FeePayer;
}

/** The beginning: who pays the fees, and the file. */
export function UploadStep() {
  return (
    <Split>
      <Card title={t('mass.upload.title')}>
        <CardBody>
          <Fields>
            <Typography sx={{ color: 'text.secondary' }}>{t('mass.upload.lead')}</Typography>
            <LiveForm<Upload> defaultValues={{ fee_payer: 'merchant' }}>
              <ChoiceInput<FeePayer>
                source="fee_payer"
                label={t('mass.upload.feePayer')}
                choices={(['merchant', 'recipient'] as const).map((value) => ({
                  value,
                  label: t(`mass.upload.feePayer.${value}`),
                }))}
              />
              <FileInput />
            </LiveForm>
          </Fields>
        </CardBody>
      </Card>
      <FormatCard />
    </Split>
  );
}

/** The file is sent as soon as it is chosen. */
function FileInput() {
  const navigate = useNavigate();
  const feePayer = useWatch<Upload, 'fee_payer'>({ name: 'fee_payer' });
  const [here] = useState(randomKey);
  const upload = useAct(
    (provider, file: File) => {
      // The same file again, because no answer came, is the same upload; a corrected one is another.
      const key = [here, feePayer, file.lastModified, file.size].join('-');
      return provider.uploadMass(file, feePayer, key);
    },
    { onDone: ({ id }) => void navigate(massPath(id)) },
  );
  return <DropZone button={t('mass.upload.choose')} keep={upload} />;
}

/** The cells of a line (spec §3), and a file to begin with. */
export function FormatCard() {
  return (
    <Card title={t('mass.format.title')}>
      <Facts
        facts={(['gate', 'address', 'reference', 'amount'] as const).map((column) => ({
          label: column,
          value: t(`mass.format.${column}`),
        }))}
      />
      <CardBody>
        <Link href={examplePath()} download>
          {t('mass.upload.example')}
        </Link>
      </CardBody>
    </Card>
  );
}
