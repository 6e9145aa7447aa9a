import { styled } from '@mui/material/styles';

/** Words in a cell of a table that may take several lines: sentences, reasons, names of companies. */
export const Wrapped = styled('span')({ whiteSpace: 'normal', overflowWrap: 'anywhere' });
