import type { Invite } from '#contract/organization-invites.ts'
import { viewerOf } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { presentCollection } from '../collections/present.ts'
import { collectionsByIds } from '../collections/queries.ts'
import { presentSpace } from '../spaces/present.ts'
import { spacesByIds } from '../spaces/queries.ts'
import type { InviteRow } from './queries.ts'
import { isRedundant } from './rules.ts'

/** Presents invites with their space or collection. */
export async function presentInvites(
  ctx: Context,
  db: Db | Tx,
  rows: readonly InviteRow[],
): Promise<Invite[]> {
  const viewer = viewerOf(ctx)
  const { role: ownRole } = viewer.membership
  const idsOf = (kind: 'space' | 'collection') =>
    rows.flatMap(({ subjectKind, subjectId }) => (subjectKind === kind && subjectId ? [subjectId] : []))
  const [spaces, collections] = await Promise.all([
    spacesByIds(db, viewer, idsOf('space')),
    collectionsByIds(db, viewer, idsOf('collection')),
  ])
  return rows.flatMap((row): Invite[] => {
    const common = commonOf(ctx, row)
    if (row.subjectKind === null)
      return [{ ...common, role: row.role, redundant: isRedundant(ownRole, row.role) }]
    const space = spaces.find(({ id }) => id === row.subjectId)
    const collection = collections.find(({ id }) => id === row.subjectId)
    const level = { level: row.role, redundant: isRedundant((space ?? collection)?.role ?? null, row.role) }
    if (space) return [{ ...common, ...level, space: presentSpace(space, ctx.urls, ownRole) }]
    if (collection) return [{ ...common, ...level, collection: presentCollection(collection, ctx.urls) }]
    return []
  })
}

const commonOf = ({ urls, access: { organizationId } }: Context, row: InviteRow) => ({
  object: 'invite' as const,
  id: row.id,
  createdAt: row.createdAt.toISOString(),
  joined: row.joined,
  urls: {
    location: urls.location('orgs', organizationId, 'link-invites', row.id),
    app: urls.app('join', organizationId, row.id),
  },
})
