import { describe, expect, test } from 'vitest';
import { readChangelog, renderChangelog } from './changelog.ts';

describe('the changelog', () => {
  test('of the repository has the usual form', async () => {
    const changelog = await readChangelog();
    expect(changelog?.versions.map(({ title }) => title)).toContain('Unreleased');
    expect(changelog?.html).toContain('<h3>Added</h3>');
  });

  test('begins with its first version, and links to nothing that a site does not have', () => {
    const text =
      '# Changelog\n\nIntroduction.\n\n## [1.2.0] - 2026-11-20\n\n### Fixed\n\n- [One](docs/one.md) and [two](https://two.test/).\n';
    const { html, versions } = renderChangelog(text);
    expect(versions).toHaveLength(1);
    expect(html).not.toContain('Introduction');
    expect(html).toContain('<li>One and <a href="https://two.test/">two</a>.</li>');
  });

  test.each(['No versions.', '## Soon\n', '## [1.0.0] - 2026-11-20\n\n### Improved\n'])(
    'of another form fails the build: %j',
    (text) => {
      expect(() => renderChangelog(text)).toThrow('CHANGELOG.md');
    },
  );
});
