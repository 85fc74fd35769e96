import { LRUCache } from 'lru-cache'
import { mayHideContent } from '../content/conditional-content.ts'
import { bodyOf, contentOf, withReusables } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import type { Service } from '../context.ts'
import { pagesUsing } from '../domain/space-content/queries.ts'
import { fieldLinksIn } from '../domain/space-links/field-links.ts'
import type { PublicSite } from '../domain/spaces/public-queries.ts'
import { applyConditions } from '../text-tasks/apply-conditions.ts'
import { isInSiteChrome } from './chrome-files.ts'
import { siteStates } from './state.ts'
import { viewOf } from './view.ts'
import { type BaseVisit, siteUrls } from './visit.ts'

type FileRef = { readonly spaceId: string; readonly fileId: string }

/** Whether conditions may hide anything of a space, by revision. */
const conditionalRevisions = new LRUCache<string, boolean>({ max: 5_000 })

/** Whether one of these sites shows a file. Sites of spaces without conditions show every file of them. */
export async function isFilePublic(
  { db, urls }: Pick<Service, 'db' | 'urls'>,
  sites: readonly PublicSite[],
  at: FileRef,
): Promise<boolean> {
  for (const { organizationId, siteId, revision, showsEverything, hasCondition } of sites) {
    if (showsEverything) return true
    const space = { organizationId, spaceId: at.spaceId }
    const mayHide =
      conditionalRevisions.get(revision) ?? (await mayHideContent(db, await contentOf(db, space, revision)))
    conditionalRevisions.set(revision, mayHide)
    if (!hasCondition && !mayHide) return true
    const state = await siteStates(db)({ organizationId, siteId })
    if (state !== null && !(await isFileHidden({ db, urls: siteUrls(urls), state }, at))) return true
  }
  return false
}

/**
 * Whether conditions hide a file of a space on a site without adaptive content: if it is used on pages, but nowhere that
 * readers see.
 */
export async function isFileHidden(visit: BaseVisit, { spaceId, fileId }: FileRef): Promise<boolean> {
  const { organizationId, shape, preview } = visit.state
  // Uses of files are stored for the space only, so every file of a previewed change request is visible.
  if (isInSiteChrome(visit, fileId) || preview?.spaceId === spaceId) return false
  const shown = shape.structure.siteSpaces.find((one) => one.spaceId === spaceId)
  if (shown === undefined) return true
  const view = await viewOf(visit, shown)
  if (!(await mayHideContent(visit.db, view.content))) return false
  const inFields = fieldLinksIn(view.content.tree, spaceId)
    .filter(({ kind, target_id }) => kind === 'file' && target_id === fileId)
    .map(({ page_id }) => page_id)
  if (inFields.some((id) => view.page(id) !== undefined)) return false
  const uses = await pagesUsing(visit.db, { organizationId, spaceId }, [fileId], new Map())
  const inTexts = [...(uses.get(fileId) ?? [])]
  const showsFile = async ({ entry }: PageNode) => {
    const own = await bodyOf(visit.db, organizationId, entry)
    const whole = await withReusables(visit.db, view.content, own)
    const text = await applyConditions(whole, (condition) => view.shows(condition, entry))
    return text.includes(fileId)
  }
  for (const id of inTexts) {
    const node = view.page(id)
    if (node !== undefined && (await showsFile(node))) return false
  }
  return inFields.length + inTexts.length > 0
}
