import type { QueryClient } from '@tanstack/react-query'
import type { Page } from '#contract/pages.ts'
import { pageIndexOf } from '../../components/page-text/page-index.ts'
import { filesById } from '../../components/page-text/page-links.ts'
import { type PageRendering, renderAhead } from '../../components/page-text/render-page.ts'
import { type ContentRef, contentPaths, contentQuery, pageQuery } from '../../data/content.ts'
import { spaceQuery } from './queries.ts'
import type { Content } from './space-content.ts'

/** Longer texts would keep the list busy in which the pointer only passes by. */
const MAX_CHARACTERS = 40_000

/** How a page is rendered where it is read. */
export const pageRendering = (
  { space, at, index, files, variables }: Pick<Content, 'space' | 'at' | 'index' | 'files' | 'variables'>,
  page: Page,
): PageRendering => ({
  markdown: page.type === 'document' ? (page.markdown ?? '') : '',
  title: index.byId.get(page.id)?.page.title ?? page.title,
  places: true,
  place: {
    organizationId: space.organization,
    spaceId: space.id,
    at,
    pageTo: contentPaths(at).page,
    path: 'path' in page ? page.path : '',
    index,
    files,
    variables: { space: variables, page: (page.type === 'document' && page.variables) || {} },
  },
})

/** Reads a page before its link is pressed, and renders it while nothing else is to be done. */
export async function prepareReading(
  queryClient: QueryClient,
  at: ContentRef,
  pageId: string,
): Promise<void> {
  const [space, { pages, files, variables = {} }, page] = await Promise.all([
    queryClient.ensureQueryData(spaceQuery(at.spaceId)),
    queryClient.ensureQueryData(contentQuery(at)),
    queryClient.ensureQueryData(pageQuery(at, pageId)),
  ])
  const content = { space, at, index: pageIndexOf(pages), files: filesById(files), variables }
  const rendering = pageRendering(content, page)
  // Safari doesn't have it; there the page is rendered when it opens.
  if (rendering.markdown.length <= MAX_CHARACTERS)
    globalThis.requestIdleCallback?.(() => renderAhead(rendering))
}
