import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'

/** A public site with a space, and whether conditions may hide the space. */
export type PublicSite = {
  readonly organizationId: string
  readonly siteId: string
  /** The current revision of the space. */
  readonly revision: string
  /** Whether conditions hide nothing on the site. */
  readonly showsEverything: boolean
  /** Whether the space or its section has a condition. */
  readonly hasCondition: boolean
}

/** Sites that are compared to find out whether anyone may read a file. */
const MAX_SITES = 20

/**
 * The public sites of an active space, through which anyone may read its files; those that show everything come first.
 * Sites with adaptive content show different content to each visitor and serve their files themselves.
 */
export async function publicSitesOf(db: Db, spaceId: string): Promise<readonly PublicSite[]> {
  const { rows } = await sql<PublicSite>`
    select site.organization_id as "organizationId", site.id as "siteId", space.revision_id as revision,
      site.conditional_content = 'everyone' as "showsEverything",
      coalesce(shown.condition, section.condition) is not null as "hasCondition"
    from space
    join site_space shown on shown.organization_id = space.organization_id and shown.space_id = space.id
    join site on site.organization_id = shown.organization_id and site.id = shown.site_id
    left join site_section section
      on section.organization_id = shown.organization_id and section.id = shown.section_id
    where space.id = ${spaceId} and space.deleted_at is null and site.published
      and site.visibility in ('public', 'unlisted') and not site.adaptive_content
    order by 4 desc, 5 limit ${MAX_SITES}`.execute(db)
  return rows
}
