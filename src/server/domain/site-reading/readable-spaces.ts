import type { Reader } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { structureForVisitor } from '../sites/adaptive-content.ts'
import { structureOf } from '../sites/structure-queries.ts'
import { activeRevision, pagesWithSpec, wasActiveSince } from './queries.ts'
import { contentForVisitor } from './visitor-content.ts'

/** The spaces that the site shows the visitor of a token. */
export async function readableSpaceIds(db: Db, reader: Reader): Promise<ReadonlySet<string>> {
  const whole = await structureOf(db, reader.organizationId, reader.siteId)
  const { structure } = structureForVisitor({ caller: { reader } }, whole, undefined)
  return new Set(structure.siteSpaces.map(({ spaceId }) => spaceId))
}

/**
 * Whether a token reads a space, and a revision of it: the active one, or one that was active when the token was
 * issued, so that a client can finish rendering what it began.
 */
export async function isReadable(
  db: Db,
  reader: Reader,
  { spaceId, revisionId }: { readonly spaceId: string; readonly revisionId?: string | undefined },
): Promise<boolean> {
  const spaceIds = await readableSpaceIds(db, reader)
  if (!spaceIds.has(spaceId)) return false
  const at = { organizationId: reader.organizationId, spaceId }
  const active = await activeRevision(db, at)
  if (active === undefined) return false
  if (revisionId === undefined || revisionId === active) return true
  return wasActiveSince(db, at, revisionId, reader.issuedAt)
}

/** Whether a page that the visitor sees shows operations of a specification. */
export async function isSpecShown(db: Db, reader: Reader, specSlug: string): Promise<boolean> {
  const spaceIds = await readableSpaceIds(db, reader)
  const pages = await pagesWithSpec(db, reader.organizationId, [...spaceIds], specSlug)
  for (const [spaceId, some] of Map.groupBy(pages, (page) => page.spaceId)) {
    const at = { organizationId: reader.organizationId, spaceId }
    if ((await activeRevision(db, at)) === undefined) continue
    const { tree } = await contentForVisitor(db, reader, at)
    if (some.some(({ pageId }) => tree.page(pageId) !== undefined)) return true
  }
  return false
}
