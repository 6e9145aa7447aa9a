import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Card, CardBody } from '../components/card.tsx';
import { ChoiceField } from '../components/choice-field.tsx';
import { Facts } from '../components/facts.tsx';
import { Split } from '../components/page.tsx';
import { useAct } from '../components/use-act.ts';
import { randomKey } from '../data/random-key.ts';
import { t } from '../i18n/translate.ts';
import { Fields } from '../integration/parts.tsx';
import { DropZone } from './drop-zone.tsx';
import { examplePath, type FeePayer } from './mass-calls.ts';
import { massPath } from './mass-status.tsx';

/** The beginning: who pays the fees, and the file. */
export function UploadStep() {
  const navigate = useNavigate();
  const [feePayer, setFeePayer] = useState<FeePayer>('merchant');
  const [here] = useState(randomKey);
  const upload = useAct(
    (provider, file: File) => {
      // The same file again, because no answer came, is the same upload; a corrected one is another.
      const key = [here, feePayer, file.lastModified, file.size].join('-');
      return provider.uploadMass(file, feePayer, key);
    },
    { onDone: ({ id }) => void navigate(massPath(id)) },
  );
  return (
    <Split>
      <Card title={t('mass.upload.title')}>
        <CardBody>
          <Fields>
            <Typography sx={{ color: 'text.secondary' }}>{t('mass.upload.lead')}</Typography>
            <FeePayerField value={feePayer} onChange={setFeePayer} />
            <DropZone button={t('mass.upload.choose')} keep={upload} />
          </Fields>
        </CardBody>
      </Card>
      <FormatCard />
    </Split>
  );
}

function FeePayerField({ value, onChange }: { value: FeePayer; onChange: (value: FeePayer) => void }) {
  const choices = (['merchant', 'recipient'] as const).map((each) => ({
    value: each,
    label: t(`mass.upload.feePayer.${each}`),
  }));
  return <ChoiceField label={t('mass.upload.feePayer')} value={value} choices={choices} onChange={onChange} />;
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
