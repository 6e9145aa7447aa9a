import { expect, it } from 'vitest';
import { euros } from './euros.ts';

it('shows euro to the cent, rounded half away from zero, and never minus nothing', () => {
  expect(['0.04495766', '1.005', '2000356.49', '4', '-0.994', '-0.001', '12.999'].map(euros)).toEqual([
    '€0.04',
    '€1.01',
    '€2,000,356.49',
    '€4.00',
    '−€0.99',
    '€0.00',
    '€13.00',
  ]);
});
