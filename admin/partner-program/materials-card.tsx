import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { PartnerRooms } from '../../contract/partners.ts';
import { Card, CardBody } from '../components/card.tsx';
import { CopyText } from '../components/copy-text.tsx';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { downloadOf, MATERIALS, type Material, snippetOf } from './materials.ts';

const Grid = styled('ul')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))',
  gap: 16,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { display: 'grid', gap: 8, alignContent: 'start', justifyItems: 'start', minWidth: 0 },
});
const Ground = styled('div')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  width: '100%',
  height: 120,
  padding: 12,
  borderRadius: 6,
  border: `1px solid ${theme.palette.divider}`,
  '& img': { width: 'auto', height: 'auto', maxWidth: '100%', maxHeight: 96 },
}));

/** Pictures and words for the pages of a partner. */
export function MaterialsCard({ link }: { link: PartnerRooms['links'][number] | undefined }) {
  const url = link?.url ?? '';
  return (
    <Card title={t('partner.materials')}>
      <CardBody>
        <p style={{ margin: '0 0 12px' }}>{t('partner.materials.lead')}</p>
        <Grid>
          {MATERIALS.map((material) => (
            <li key={material.name}>
              <Ground style={{ backgroundColor: groundOf(material) }}>
                <img src={downloadOf(material)} alt={material.name} />
              </Ground>
              <Button
                component="a"
                size="small"
                href={downloadOf(material)}
                download={`${material.name}.svg`}
                startIcon={<Icon name="arrowDown" />}
              >
                {material.name}.svg
              </Button>
              {material.name.includes('banner') && url !== '' && (
                <CopyText
                  value={snippetOf(material, url)}
                  short={t('partner.materials.html')}
                  label={t('partner.materials.html')}
                />
              )}
            </li>
          ))}
        </Grid>
        {url !== '' && (
          <p style={{ margin: '16px 0 0' }}>
            <CopyText value={t('partner.materials.text', { url })} label={t('partner.materials.words')} />
          </p>
        )}
      </CardBody>
    </Card>
  );
}

/** Whatever the scheme of the page is: the logo for dark pages is white. */
function groundOf({ name }: Material): string {
  return name.endsWith('on-dark') ? '#0b1220' : '#ffffff';
}
