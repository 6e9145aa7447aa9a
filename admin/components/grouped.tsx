import { styled } from '@mui/material/styles';

const Group = styled('span')({ display: 'inline-block', '&:not(:last-of-type)': { marginRight: '0.6ch' } });

/** An address in groups of four, as on the payer's page: the gaps are margins, so what is copied has none. */
export function Grouped({ text }: { text: string }) {
  const groups = text.match(/.{1,4}/g) ?? [];
  return groups.map((group, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: equal groups are told apart by their place only
    <Group key={at}>{group}</Group>
  ));
}
