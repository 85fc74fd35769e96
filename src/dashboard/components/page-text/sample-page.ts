import type { DocumentPage, GroupPage, LinkPage, Page } from '#contract/pages.ts'

const layout: DocumentPage['layout'] = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  coverMask: 'none',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
  tags: true,
  actions: true,
  anchors: true,
}

/** A document as the service answers it; for tests. */
export const aPage = (id: string, title: string, path: string, pages: Page[] = []): DocumentPage => ({
  type: 'document',
  id,
  title,
  slug: path.split('/').at(-1) ?? '',
  path,
  layout,
  pages,
  urls: { app: `https://docs.example.org/s/s/p/${id}` },
})

export const aGroup = (id: string, title: string, pages: Page[] = []): GroupPage => ({
  type: 'group',
  id,
  title,
  slug: id,
  path: id,
  pages,
})

export const aLink = (id: string, title: string): LinkPage => ({
  type: 'link',
  id,
  title,
  target: { kind: 'url', url: 'https://example.org' },
  href: 'https://example.org',
})
