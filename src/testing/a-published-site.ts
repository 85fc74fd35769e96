import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import { type ASite, aSite } from './a-site.ts'
import type { TestApp } from './app.ts'

/** A site that visitors can open, with helpers for tests of its pages. */
export type PublishedSite = ASite & {
  readonly basename: string
  /** Requests a page without following redirects: `read('guides/')`, or '' for the root. */
  readonly read: (
    path: string,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; headers: Record<string, string>; text: string }>
  /** Edits a live space and returns the ids of its pages by title. */
  readonly edit: (
    spaceId: string,
    ...changes: readonly ContentChangeInput[]
  ) => Promise<Record<string, string>>
}

/** A site with one space per title, published if there is at least one. The first space is the default. */
export async function aPublishedSite(app: TestApp, ...titles: readonly string[]): Promise<PublishedSite> {
  const site = await aSite(app, titles)
  const { params, call } = site
  const { basename = '' } = await call(titles.length > 0 ? api.sites.publish : api.sites.get, { params })
  return {
    ...site,
    basename,
    read: (path, headers = {}) => app.send({ method: 'GET', url: `/sites/${basename}/${path}`, headers }),
    async edit(spaceId, ...changes) {
      await call(api.spaceContent.edit, { params: { spaceId }, body: { changes: [...changes] } })
      const { pages } = await call(api.spaceContent.get, { params: { spaceId } })
      return Object.fromEntries(idsIn(pages))
    },
  }
}

type Node = { readonly id: string; readonly title: string; readonly pages?: readonly Node[] }

const idsIn = (pages: readonly Node[]): [string, string][] =>
  pages.flatMap(({ id, title, pages: children = [] }) => [[title, id], ...idsIn(children)])

/** A change that inserts a page. */
export const page = (
  title: string,
  markdown: string,
  fields: Partial<Extract<ContentChangeInput, { operation: 'insert_page' }>> = {},
): ContentChangeInput => ({ operation: 'insert_page', title, document: { markdown }, ...fields })

/** A site without sections that shows one space with three pages. `ids` maps titles to page ids. */
export async function aGuide(app: TestApp) {
  const site = await aPublishedSite(app, 'Guide')
  const { items } = await site.call(api.siteSpaces.list, { params: site.params })
  const spaceId = items[0]?.space?.id ?? ''
  const ids = await site.edit(
    spaceId,
    page('Welcome', 'Begin here.'),
    page('Install', '## By hand\n\nUse a spanner.\n', { description: 'How it gets in.' }),
    page('Use', 'Press it.'),
  )
  return { ...site, spaceId, ids }
}
