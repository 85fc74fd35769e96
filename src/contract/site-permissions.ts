import { z } from 'zod'
import { accessPermissionRoutes } from './access-permissions.ts'
import { organization } from './organizations.ts'
import { resource } from './route.ts'
import { listOf } from './shared/paging.ts'
import { sitePath } from './shared/paths.ts'
import { id, role, timestamp } from './shared/values.ts'
import { site } from './sites.ts'
import { team } from './teams.ts'
import { user } from './users.ts'

/** The source of a user's effective role on a site. */
export const siteAccessOrigin = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('organization'), organization }),
    z.object({
      type: z.literal('site'),
      site,
      reason: z
        .enum(['member', 'team'])
        .describe('member: assigned to the user; team: assigned to one of their teams'),
      team: team.optional(),
    }),
  ])
  .meta({ id: 'SiteAccessOrigin' })
export type SiteAccessOrigin = z.infer<typeof siteAccessOrigin>

const shared = accessPermissionRoutes({
  of: 'Site',
  kind: 'site',
  base: '/orgs/:organizationId/sites/:siteId/permissions',
  params: sitePath,
})

export const sitePermissions = resource('sitePermissions', {
  ...shared,
  aggregate: {
    ...shared.aggregate,
    summary: 'List everyone with access to a site, their effective role and its source.',
    query: shared.aggregate.query.extend({
      team: id.optional().describe('Only members of this team'),
      sort: z
        .enum(['name', 'joinedAt', 'lastSeenAt'])
        .default('name')
        .describe('lastSeenAt lists only members who have signed in'),
      order: z.enum(['asc', 'desc']).optional().describe('asc for names by default, otherwise desc'),
    }),
    response: listOf(
      z.object({
        permission: role,
        user,
        origin: siteAccessOrigin,
        lastSeenAt: timestamp.optional(),
      }),
    ),
  },
})
