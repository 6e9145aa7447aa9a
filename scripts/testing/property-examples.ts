import fc from 'fast-check';
import { examples } from '../../domain/examples.fixture.ts';

// Before each test file: how often a property is tried that names no number itself.
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: examples(100) });
