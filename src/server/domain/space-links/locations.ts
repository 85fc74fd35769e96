import type { Location } from '#contract/content-links.ts'
import { viewerOf } from '../../auth/viewer.ts'
import type { FileEntry, ReusableEntry } from '../../content/entries.ts'
import type { FileRow } from '../../content/files.ts'
import { type Content, contentOf } from '../../content/read.ts'
import type { Context } from '../../context.ts'
import { presentOrganization } from '../organizations/present.ts'
import { organizationForUser } from '../organizations/queries.ts'
import { presentFile, presentPage, presentRevision } from '../revision-content/present.ts'
import { filesByIds } from '../revision-content/queries.ts'
import { presentReusable } from '../revision-content/reusable-contents.ts'
import { presentSpace } from '../spaces/present.ts'
import { visibleSpace } from '../spaces/queries.ts'
import type { LinkRow } from './link-queries.ts'

/** Presents locations within one space, which share the organization, space and revision. */
export type Locations = {
  /** A page without its children; undefined when it does not exist. */
  readonly page: (id: string, anchor?: string | null) => Location | undefined
  readonly reusable: (entry: ReusableEntry) => Location
  /** Loads the targets of links and returns a function that presents them; undefined for missing ones. */
  readonly targetsOf: (links: readonly LinkRow[]) => Promise<(link: LinkRow) => Location | undefined>
}

/** A version of content other than the head, and the context for its locations. */
export type Version = { readonly content: Content; readonly context: LocationContext['versionContext'] }

/** Locations in the head of a space or another version of its content. */
export async function locationsIn(ctx: Context, spaceId: string, version?: Version): Promise<Locations> {
  const { organizationId, organizationRole } = ctx.access
  const at = { organizationId, spaceId }
  const [organization, space, content] = await Promise.all([
    organizationForUser(ctx.db, ctx.caller.userId, organizationId),
    visibleSpace(ctx.db, viewerOf(ctx), spaceId),
    version?.content ?? contentOf(ctx.db, at),
  ])
  const position = {
    organization: presentOrganization(organization, ctx.urls),
    space: presentSpace(space, ctx.urls, organizationRole),
    versionContext: version?.context ?? {
      type: 'revision' as const,
      revision: presentRevision(content.revision, ctx.urls, spaceId),
    },
  }
  const page = (id: string, anchor?: string | null): Location | undefined =>
    pageIn(ctx, content, position, id, anchor)
  const targetsOf = async (links: readonly LinkRow[]) => {
    const ids = links.flatMap(({ kind, targetId }) => (kind === 'file' ? (targetId ?? []) : []))
    const files = await filesIn(ctx, content, ids, version === undefined)
    return (link: LinkRow): Location | undefined => {
      if (link.status === 'broken' && !link.noAnchor) return undefined
      if (link.kind === 'url') return { kind: 'url', url: link.url ?? '' }
      if (link.kind !== 'file') return page(link.targetId ?? link.pages[0] ?? '', link.anchor)
      const file = files.get(link.targetId ?? '')
      return file && { kind: 'file', ...position, file: presentFile(file, ctx.urls, spaceId) }
    }
  }
  const reusable = (entry: ReusableEntry): Location => ({
    kind: 'reusable-content',
    ...position,
    reusableContent: presentReusable(entry),
  })
  return { page, reusable, targetsOf }
}

/** Files by id. Those of the head are in the database, those of other versions in a list. */
async function filesIn(ctx: Context, content: Content, ids: readonly string[], isHead: boolean) {
  if (ids.length === 0) return new Map<string, FileRow | FileEntry>()
  const files = isHead ? await filesByIds(ctx.db, content.at, ids) : await content.files()
  return new Map<string, FileRow | FileEntry>(files.map((file) => [file.id, file]))
}

type LocationContext = Pick<Extract<Location, { kind: 'page' }>, 'organization' | 'space' | 'versionContext'>

function pageIn(
  ctx: Context,
  content: Content,
  position: LocationContext,
  id: string,
  anchor?: string | null,
) {
  const node = content.tree.page(id)
  if (node === undefined) return undefined
  const location: Location = {
    kind: 'page',
    ...position,
    page: presentPage(node, [], ctx.urls, content.at.spaceId),
    ...(anchor ? { internalLocation: { type: 'anchor' as const, anchor } } : {}),
  }
  return location
}
