// Biome formats and lints; these rules need types, analyze expressions or look into comments, which Biome does not do.
import stylistic from '@stylistic/eslint-plugin';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['node_modules/**', '**/dist/**', '**/*.js', '**/*.cjs', '**/*.mjs'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { '@typescript-eslint': tseslint.plugin, '@stylistic': stylistic, regexp },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Biome wraps code at 120 and leaves comments as they are.
      '@stylistic/max-len': ['error', { code: 10_000, comments: 120, ignoreUrls: true }],
      // An expression whose time grows faster than its input lets one request hold up all others.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    // A function is read at one look. Tests are lists of cases.
    files: ['**/*.ts', '**/*.tsx'],
    ignores: ['**/*.{test,fixture}.{ts,tsx}', 'e2e/**'],
    rules: { 'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }] },
  },
  {
    // SQL and messages in template literals are wrapped, too. Exempt are HTML, help texts and programs inside literals,
    // whose line breaks are part of the content.
    files: ['**/*.ts', '**/*.tsx'],
    ignores: [
      'admin/auth/countries.ts',
      'activities/mail/template.ts',
      'bench/back-office.bench.ts',
      'scripts/{custody,money-out,signer-keystore,staff,workflows}.ts',
      'scripts/start/checkout.fixture.ts',
      'scripts/testing/contact-sheet.ts',
      'scripts/{process/managed,test/outcome}.test.ts',
    ],
    rules: {
      '@stylistic/max-len': [
        'error',
        { code: 120, comments: 120, ignoreStrings: true, ignoreRegExpLiterals: true, ignoreUrls: true },
      ],
    },
  },
  { files: ['**/*.test.ts', '**/*.test.tsx', 'e2e/**'], rules: { 'regexp/no-super-linear-move': 'off' } },
);
