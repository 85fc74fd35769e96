import { sql } from 'kysely'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Db, Tx } from '../../db/client.ts'

/** What readers of a site with a limited audience need to open it. */
export type Entrances = {
  /** Share links that give access now; the same rule as `isValid` of share links. */
  readonly shareLinks: number
  readonly signInURL: string | null
}

export async function entrancesOf(
  db: Db | Tx,
  { organizationId, siteId }: SiteParams,
  now: Date,
): Promise<Entrances> {
  const { rows } = await sql<Entrances>`
    select
      (select count(*) from site_share_link
        where organization_id = ${organizationId} and site_id = ${siteId} and active
          and (expires_at is null or expires_at > ${now})) as "shareLinks",
      (select fallback_url from site_publishing_auth
        where organization_id = ${organizationId} and site_id = ${siteId}) as "signInURL"`.execute(db)
  return rows[0] ?? { shareLinks: 0, signInURL: null }
}
