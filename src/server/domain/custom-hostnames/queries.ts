import type { Db, Tx } from '../../db/client.ts'
import type { SiteHostnameCheckTable } from '../../db/tables/sites.ts'

export type HostnameRow = {
  readonly hostname: string
  readonly siteId: string
  /** The result of the last check of this hostname. */
  readonly status: SiteHostnameCheckTable['status'] | null
  readonly checkedAt: Date | null
}

/** The site with this hostname, and the last check. */
export const hostnameRow = (db: Db, hostname: string): Promise<HostnameRow | undefined> =>
  db
    .selectFrom('site')
    .leftJoin('site_hostname_check as check', (join) =>
      join
        .onRef('check.organization_id', '=', 'site.organization_id')
        .onRef('check.site_id', '=', 'site.id')
        .onRef('check.hostname', '=', 'site.hostname'),
    )
    .select(['site.id as siteId', 'check.status', 'check.checked_at as checkedAt'])
    .where('site.hostname', '=', hostname)
    .executeTakeFirst()
    .then((row) => row && { hostname, ...row })

export type HostnameCheck = {
  readonly organizationId: string
  readonly siteId: string
  readonly hostname: string
  readonly status: SiteHostnameCheckTable['status']
}

/** Stores the result of a check, unless the site has another hostname by now. */
export const storeCheck = (tx: Tx, { organizationId, siteId, hostname, status }: HostnameCheck, now: Date) =>
  tx
    .insertInto('site_hostname_check')
    .columns(['organization_id', 'site_id', 'hostname', 'status', 'checked_at'])
    .expression((from) =>
      from
        .selectFrom('site')
        .select(({ val }) => [
          'site.organization_id',
          'site.id',
          val(hostname).as('hostname'),
          val(status).as('status'),
          val(now).as('checked_at'),
        ])
        .where('site.organization_id', '=', organizationId)
        .where('site.id', '=', siteId)
        .where('site.hostname', '=', hostname),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'site_id']).doUpdateSet({ hostname, status, checked_at: now }),
    )
    .execute()
