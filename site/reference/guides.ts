interface LinkedGuide {
  readonly path: string;
  readonly title: string;
  readonly about: string;
}

/** The guides for beginners; as Markdown on gateways without pages for visitors. */
export function guidesOf(isBare: boolean): readonly LinkedGuide[] {
  return GUIDES.map(({ file, title, about }) => ({
    path: isBare ? `/docs/${file}.md` : `/developers/${file.replaceAll('/', '-')}`,
    title,
    about,
  }));
}

const GUIDES = [
  {
    file: 'quickstart/curl',
    title: 'Take your first payment',
    about: 'From nothing to a shipped order in ten minutes, with the calls themselves.',
  },
  { file: 'webhooks', title: 'Verify webhooks', about: 'How your shop learns about payments, and trusts it.' },
  { file: 'api/sdks', title: 'Install an SDK', about: 'Node, Python, PHP, React and a command line.' },
  { file: 'api/invoices', title: 'Follow an invoice', about: 'Its life, and what to do when too little comes.' },
] as const;
