import { h } from 'hastscript'
import { articleFrom } from './article.ts'
import type {
  NotFoundModel,
  OutlineEntry,
  PageModel,
  ReaderSite,
  SearchResult,
  SearchResults,
  TreeNode,
} from './model.ts'

/** A site with every feature, for tests. */
export const sampleSite: ReaderSite = {
  title: 'Harbour documentation',
  brand: { name: 'Harbour', label: 'Documentation' },
  locale: 'en',
  dir: 'ltr',
  basePath: '/sites/harbour',
  homeHref: '/sites/harbour/',
  searchUrl: '/sites/harbour/~search',
  customization: {},
  assets: {
    css: '/_reader/reader-a1.css',
    js: '/_reader/reader-b2.js',
    siteCss: '/sites/harbour/~site-c3.css',
    icon: '/sites/harbour/~icon-d4.svg',
    fonts: {
      text: '/_reader/inter-e5.woff2',
      code: '/_reader/plex-f6.woff2',
      arabic: '/_reader/vazirmatn-a7.woff2',
    },
  },
  sections: [
    { kind: 'section', id: 'docs', title: 'Documentation', href: '/sites/harbour/' },
    {
      kind: 'group',
      id: 'tools',
      title: 'Tools',
      children: [
        {
          kind: 'section',
          id: 'cli',
          title: 'Command line',
          href: '/sites/harbour/cli/',
          description: 'From a shell',
        },
        {
          kind: 'group',
          id: 'old',
          title: 'Older tools',
          children: [{ kind: 'section', id: 'ftp', title: 'FTP', href: '/sites/harbour/ftp/' }],
        },
      ],
    },
  ],
  sectionId: 'docs',
  headerLinks: [
    { title: 'Blog', href: '/blog' },
    { title: 'Download', href: '/download', style: 'button-secondary' },
  ],
  announcement: {
    message: 'Version 3 is here.',
    link: { title: 'Read what changes', href: '/three' },
    style: 'success',
  },
  footer: {
    about: 'Ships come in, ships go out.',
    groups: [{ title: 'Project', links: [{ title: 'Releases', href: '/releases' }] }],
    copyright: '© 2026 The Harbour Authors.',
    links: [{ title: 'Privacy policy', href: '/privacy' }],
    trademark: true,
  },
}

export const samplePages: TreeNode[] = [
  { id: 'intro', kind: 'page', title: 'Introduction', href: '/sites/harbour/', emoji: '⚓', children: [] },
  {
    id: 'configure',
    kind: 'group',
    title: 'Configure',
    children: [
      {
        id: 'quay',
        kind: 'page',
        title: 'Quays',
        href: '/sites/harbour/quays',
        children: [
          { id: 'crane', kind: 'page', title: 'Cranes', href: '/sites/harbour/quays/cranes', children: [] },
          { id: 'depth', kind: 'page', title: 'Depth', href: '/sites/harbour/quays/depth', children: [] },
        ],
      },
      {
        id: 'tide',
        kind: 'page',
        title: 'Tides',
        href: '/sites/harbour/tides',
        children: [
          { id: 'moon', kind: 'page', title: 'The moon', href: '/sites/harbour/tides/moon', children: [] },
        ],
      },
    ],
  },
  { id: 'forum', kind: 'link', title: 'Forum', href: 'https://forum.example.org/', children: [] },
]

const sampleOutline: OutlineEntry[] = [
  { level: 2, text: 'Set up', anchor: 'set-up' },
  { level: 3, text: '@type', anchor: 'type' },
]

export const samplePage: PageModel = {
  site: sampleSite,
  switchers: [
    {
      kind: 'variant',
      options: [
        {
          id: 'v3',
          title: 'v3',
          href: '/sites/harbour/quays/cranes',
          current: true,
          description: 'Maintained',
        },
        { id: 'v2', title: 'v2', href: '/sites/harbour/v2/quays/cranes', current: false },
      ],
    },
  ],
  tree: { pages: samplePages, rowsUrl: '/sites/harbour/~tree' },
  breadcrumbs: [{ title: 'Configure' }, { title: 'Quays', href: '/sites/harbour/quays' }],
  canonical: 'https://docs.example.org/quays/cranes',
  page: {
    id: 'crane',
    title: 'Cranes',
    description: 'How cranes are set up and moved.',
    article: articleFrom(
      h(null, [
        h('h2#set-up', ['Set up', h('a.anchor', { href: '#set-up', ariaLabel: 'Link to “Set up”' }, '#')]),
        h('p', 'A crane stands on rails.'),
        h('h3#type', [h('code', '@type')]),
        h('p', 'It is either a gantry or a tower.'),
      ]),
      sampleOutline,
    ),
    outline: sampleOutline,
    updatedAt: '2026-10-14T09:30:00.000Z',
    markdownHref: '/sites/harbour/quays/cranes.md',
    editHref: 'https://github.com/harbour/docs/edit/main/cranes.md',
    feedbackHref: '/sites/harbour/~feedback',
    prev: { title: 'Quays', href: '/sites/harbour/quays' },
    next: { title: 'Depth', href: '/sites/harbour/quays/depth' },
    noIndex: false,
  },
}

export const sampleNotFound: NotFoundModel = {
  site: sampleSite,
  path: '/quays/crane-2',
  suggestions: [{ title: 'Cranes', href: '/sites/harbour/quays/cranes', where: 'Quays' }],
  query: 'quays crane 2',
}

const sampleResult: SearchResult = {
  title: 'Cranes',
  href: '/sites/harbour/quays/cranes',
  breadcrumbs: ['Configure', 'Quays'],
  sections: [
    {
      title: 'Set up',
      href: '/sites/harbour/quays/cranes#set-up',
      excerpt: 'A crane stands on rails. Cranes move.',
    },
  ],
}

export const sampleSearchResults: SearchResults = {
  pages: [sampleResult],
  others: [{ ...sampleResult, href: '/sites/harbour/v1/cranes', sections: [] }],
  corrected: 'crane',
}

export const noSearchResults: SearchResults = { pages: [], others: [] }

/** A tree of `count` pages with `width` pages below each. */
export function largeTree(count: number, width: number): { pages: TreeNode[]; rowsUrl: string } {
  const nodes: (TreeNode & { children: TreeNode[] })[] = []
  const pages: TreeNode[] = []
  for (let n = 0; n < count; n += 1) {
    const node = { id: `p${n}`, kind: 'page' as const, title: `Page ${n}`, href: `/s/p${n}`, children: [] }
    const parent = nodes[Math.floor(n / width) - 1]
    if (parent) parent.children.push(node)
    else pages.push(node)
    nodes.push(node)
  }
  return { pages, rowsUrl: '/s/~tree' }
}
