import type { Root } from 'hast'
import { visit as walk } from 'unist-util-visit'
import type { FileRow } from '../content/files.ts'
import { pagesUsing } from '../domain/space-content/queries.ts'
import { pointersIn } from '../domain/space-links/field-links.ts'
import { articleOf } from './article.ts'
import { filesIn } from './files.ts'
import { looksFor, referencesOf } from './looks.ts'
import { fileHref } from './targets.ts'
import { viewOf } from './view.ts'
import type { Visit } from './visit.ts'

/**
 * A file of a space that the site shows. Where the site adapts to its readers only one that stands on a page the
 * visitor may see, in a part of it that they see, or in what is around the pages.
 */
export async function fileShown(visit: Visit, spaceId: string, fileId: string): Promise<FileRow | undefined> {
  const { shape } = visit.state
  if (!shape.structure.siteSpaces.some((one) => one.spaceId === spaceId)) return undefined
  const file = (await filesIn(visit, spaceId, [fileId])).get(fileId)
  if (file === undefined || !shape.structure.site.adaptiveContent) return file
  return isInChrome(visit, fileId) || (await isOnPage(visit, spaceId, file)) ? file : undefined
}

function isInChrome({ state: { shape } }: Visit, fileId: string): boolean {
  const all = [shape.looks.site, ...shape.structure.siteSpaces.map(({ id }) => looksFor(shape.looks, id))]
  const shown = all.map((looks) => ({
    ...looks,
    header: { ...looks.header, links: looks.header.links.filter(({ condition }) => shape.shows(condition)) },
  }))
  return shown.flatMap(referencesOf).some((one) => one.kind === 'file' && one.file === fileId)
}

async function isOnPage(visit: Visit, spaceId: string, file: FileRow): Promise<boolean> {
  const { organizationId, shape } = visit.state
  const [path = ''] = fileHref(visit, spaceId, file).split('?', 1)
  for (const siteSpace of shape.structure.siteSpaces.filter((one) => one.spaceId === spaceId)) {
    const view = await viewOf(visit, siteSpace)
    const pointing = pointersIn(view.content.tree, spaceId).filter(
      ({ kind, target_id }) => kind === 'file' && target_id === file.id,
    )
    const byFields = pointing.map(({ page_id }) => page_id)
    if (byFields.some((id) => view.page(id) !== undefined)) return true
    // A change request is read whole: what is kept of uses is of the space.
    if (visit.state.preview?.spaceId === spaceId) return true
    const uses = await pagesUsing(visit.db, { organizationId, spaceId }, [file.id], new Map())
    for (const id of uses.get(file.id) ?? []) {
      const node = view.page(id)
      if (node && names((await articleOf(visit, view, node.entry)).root, path)) return true
    }
  }
  return false
}

/** Whether a drawn text leads to a path anywhere, or shows what is there. */
function names(root: Root, path: string): boolean {
  let isNamed = false
  walk(root, 'element', ({ properties }) => {
    isNamed ||= Object.values(properties).some((value) => String(value).startsWith(path))
  })
  return isNamed
}
