import { useWatch } from 'react-hook-form';
import { useShops } from '../data/use-shops.ts';
import { CheckGroupInput } from '../forms/check-group-input.tsx';
import { t } from '../i18n/translate.ts';

/** The shops that somebody may work in; an Admin, as chosen in the field `roleSource`, works in all. */
export function ShopsInput({ source, roleSource }: { source: string; roleSource: string }) {
  const role = useWatch({ name: roleSource }) as unknown;
  const { data: shops = [] } = useShops();
  if (role === 'admin') return null;
  const choices = shops.map(({ id, profiles }) => ({ value: id, label: profiles.production.name }));
  return <CheckGroupInput source={source} legend={t('team.shops')} choices={choices} />;
}
