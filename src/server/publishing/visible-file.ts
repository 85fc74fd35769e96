import { type Html, printUntrusted } from '#published/html.ts'
import type { FileRow } from '../content/files.ts'
import { appliesConditions } from '../domain/sites/adaptive-content.ts'
import { pagesUsing } from '../domain/space-content/queries.ts'
import { fieldLinksIn } from '../domain/space-links/field-links.ts'
import { articleOf } from './article.ts'
import { isInSiteChrome } from './chrome-files.ts'
import { filesIn } from './files.ts'
import { isFileHidden } from './hidden-file.ts'
import { fileHref } from './targets.ts'
import { viewOf } from './view.ts'
import type { Visit } from './visit.ts'

/**
 * A file of a space on the site. With adaptive content, only files that are visible to the visitor on a page or in the
 * header, footer or announcement; otherwise all but those that conditions hide.
 */
export async function visibleFile(
  visit: Visit,
  spaceId: string,
  fileId: string,
): Promise<FileRow | undefined> {
  const { shape } = visit.state
  if (!shape.structure.siteSpaces.some((one) => one.spaceId === spaceId)) return undefined
  const file = (await filesIn(visit, spaceId, [fileId])).get(fileId)
  const { site } = shape.structure
  if (file === undefined || !appliesConditions(site)) return file
  if (!site.adaptiveContent) return (await isFileHidden(visit, { spaceId, fileId })) ? undefined : file
  return isInSiteChrome(visit, fileId) || (await isOnPage(visit, spaceId, file)) ? file : undefined
}

async function isOnPage(visit: Visit, spaceId: string, file: FileRow): Promise<boolean> {
  const { organizationId, shape } = visit.state
  const [path = ''] = fileHref(visit, spaceId, file).split('?', 1)
  for (const siteSpace of shape.structure.siteSpaces.filter((one) => one.spaceId === spaceId)) {
    const view = await viewOf(visit, siteSpace)
    const fieldLinks = fieldLinksIn(view.content.tree, spaceId).filter(
      ({ kind, target_id }) => kind === 'file' && target_id === file.id,
    )
    const linkingPages = fieldLinks.map(({ page_id }) => page_id)
    if (linkingPages.some((id) => view.page(id) !== undefined)) return true
    // Uses of files are stored for the space only, so every file of a previewed change request is visible.
    if (visit.state.preview?.spaceId === spaceId) return true
    const uses = await pagesUsing(visit.db, { organizationId, spaceId }, [file.id], new Map())
    for (const id of uses.get(file.id) ?? []) {
      const node = view.page(id)
      if (node && refersTo((await articleOf(visit, view, node.entry)).article.html, path)) return true
    }
  }
  return false
}

/** Whether a printed text links to a path or embeds it. */
function refersTo(html: Html, path: string): boolean {
  const link = printUntrusted({ type: 'element', tagName: 'a', properties: { href: path }, children: [] })
  // The attribute's value as it is printed, without its end: a query may follow.
  return html.includes(link.slice(link.indexOf('="'), link.lastIndexOf('"')))
}
