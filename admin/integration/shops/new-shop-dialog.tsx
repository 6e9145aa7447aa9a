import { useMemo } from 'react';
import type { Shop } from '../../../contract/shops.ts';
import { randomKey } from '../../data/random-key.ts';
import { useProvider } from '../../data/use-provider.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';

interface ShopValues {
  readonly name: string;
}

/** All that a shop needs is a name: its settings begin as those of the first. */
export function NewShopDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (shop: Shop) => void }) {
  const provider = useProvider();
  // Pressed twice, or sent again after a lost answer, it is one shop.
  const key = useMemo(randomKey, []);
  return (
    <FormDialog<ShopValues>
      title={t('shops.new')}
      submit={t('shops.create')}
      defaultValues={{ name: '' }}
      rules={shopRules}
      send={async ({ name }) => onCreated(await provider.createShop({ name }, key))}
      onClose={onClose}
    >
      <TextInput source="name" label={t('shops.name')} help={t('shops.newHelp')} autoComplete="off" autoFocus />
    </FormDialog>
  );
}

const shopRules = bodyRules<ShopValues>(async () => (await import('../../../contract/shops.ts')).CreateShopBody, {
  toBody: ({ name }) => ({ name }),
  check: ({ name }) => ({ name: name.trim() === '' ? t('form.required') : undefined }),
});
