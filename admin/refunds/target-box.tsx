import { t } from '../i18n/translate.ts';
import { CodeBox } from '../integration/parts.tsx';

export interface Target {
  readonly address: string;
  readonly destination_tag: string | null;
}

/** Where a refund goes, to be compared; a tag is named as one. */
export function TargetBox({ address, destination_tag }: Target) {
  return (
    <CodeBox>{destination_tag === null ? address : t('payout.addressTag', { address, tag: destination_tag })}</CodeBox>
  );
}
