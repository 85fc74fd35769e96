import type { Location } from '#contract/content-links.ts'
import { fileOf } from '../../content/files.ts'
import { type Content, contentOf } from '../../content/read.ts'
import type { Context } from '../../context.ts'
import { viewerOf } from '../library/place.ts'
import { presentOrganization } from '../organizations/present.ts'
import { organizationSeen } from '../organizations/queries.ts'
import { presentSpace } from '../spaces/present.ts'
import { spaceSeen } from '../spaces/queries.ts'
import { presentFile, presentPage, presentRevision } from './present.ts'
import type { LinkRow } from './queries.ts'

/** Makes locations within one space, which all carry the same organization, space and revision. */
export type Locations = {
  /** A page, without what is below it; absent when it is not there. */
  readonly page: (id: string, anchor?: string | null) => Location | undefined
  /** What a link leads to; absent when that is not there. */
  readonly target: (link: LinkRow) => Promise<Location | undefined>
}

export async function locationsIn(ctx: Context, spaceId: string): Promise<Locations> {
  const { organizationId, organizationRole } = ctx.access
  const at = { organizationId, spaceId }
  const [organization, space, content] = await Promise.all([
    organizationSeen(ctx.db, ctx.caller.userId, organizationId),
    spaceSeen(ctx.db, viewerOf(ctx), spaceId),
    contentOf(ctx.db, at),
  ])
  const place = {
    organization: presentOrganization(organization, ctx.urls),
    space: presentSpace(space, ctx.urls, organizationRole),
    versionContext: {
      type: 'revision' as const,
      revision: presentRevision(content.revision, ctx.urls, spaceId),
    },
  }
  const page = (id: string, anchor?: string | null): Location | undefined =>
    pageIn(ctx, content, place, id, anchor)
  const target = async (link: LinkRow): Promise<Location | undefined> => {
    if (link.status === 'broken') return undefined
    if (link.kind === 'url') return { kind: 'url', url: link.url ?? '' }
    if (link.kind === 'file') {
      const file = await fileOf(ctx.db, at, link.targetId ?? '')
      return { kind: 'file', ...place, file: presentFile(file, ctx.urls, spaceId) }
    }
    return page(link.targetId ?? link.pages[0] ?? '', link.anchor)
  }
  return { page, target }
}

type Place = Pick<Extract<Location, { kind: 'page' }>, 'organization' | 'space' | 'versionContext'>

function pageIn(ctx: Context, content: Content, place: Place, id: string, anchor?: string | null) {
  const node = content.tree.page(id)
  if (node === undefined) return undefined
  const location: Location = {
    kind: 'page',
    ...place,
    page: presentPage(node, [], ctx.urls, content.at.spaceId),
    ...(anchor ? { internalLocation: { type: 'anchor' as const, anchor } } : {}),
  }
  return location
}
