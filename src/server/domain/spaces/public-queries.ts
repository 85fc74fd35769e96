import type { Db } from '../../db/client.ts'

/**
 * The organization of an active space whose files anyone may read, because a public site shows it; null otherwise.
 * Sites with adaptive content show different content to each visitor and serve their files themselves.
 */
export async function publicSpace(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('space')
    .innerJoin('site_space as shown', (join) =>
      join
        .onRef('shown.organization_id', '=', 'space.organization_id')
        .onRef('shown.space_id', '=', 'space.id'),
    )
    .innerJoin('site', (join) =>
      join.onRef('site.organization_id', '=', 'shown.organization_id').onRef('site.id', '=', 'shown.site_id'),
    )
    .select('space.organization_id as organizationId')
    .where('space.id', '=', id)
    .where('space.deleted_at', 'is', null)
    .where('site.published', '=', true)
    .where('site.visibility', 'in', ['public', 'unlisted'])
    .where('site.adaptive_content', '=', false)
    .limit(1)
    .executeTakeFirst()
  return row?.organizationId ?? null
}
