import type { Output, ParsedInput } from '#contract/route.ts'
import type { SiteAccessOrigin, sitePermissions } from '#contract/site-permissions.ts'
import type { Subject } from '#server/auth/member-access.ts'
import { type AccessStep, resolveAccess } from '../../auth/access.ts'
import type { Context } from '../../context.ts'
import { accessPage } from '../access/queries.ts'
import { presentOrganization } from '../organizations/present.ts'
import { organizationForUser } from '../organizations/queries.ts'
import { presentSite } from '../sites/present.ts'
import { siteById } from '../sites/queries.ts'
import { presentTeam } from '../teams/present.ts'
import { teamsByIds } from '../teams/queries.ts'
import { presentUser } from '../users/present.ts'
import { accessFactsOfMembers } from './queries.ts'

type Query = ParsedInput<typeof sitePermissions.aggregate>['query']

/** Everybody with access to a site, the role in force, and what gives it. */
export async function aggregate(
  ctx: Context,
  subject: Subject,
  query: Query,
): Promise<Output<typeof sitePermissions.aggregate>> {
  const { rows, next, count } = await accessPage(ctx.db, subject, query)
  const ways = await decisiveSteps(
    ctx,
    subject,
    rows.map(({ userId }) => userId),
  )
  const originOf = await originsOf(ctx, subject, [...ways.values()])
  const items = rows.flatMap(({ role, lastSeenAt, ...user }) => {
    const way = ways.get(user.userId)
    // Who lost the role between the two questions is left out.
    if (way === undefined) return []
    return [
      {
        permission: role,
        user: presentUser(user, ctx.urls),
        origin: originOf(way),
        ...(lastSeenAt === null ? {} : { lastSeenAt: lastSeenAt.toISOString() }),
      },
    ]
  })
  return { ...(next ? { next } : {}), count, items }
}

/** The step of the trace that is in force, for each of some members. */
async function decisiveSteps(ctx: Context, { organizationId, id }: Subject, userIds: readonly string[]) {
  const facts = await accessFactsOfMembers(ctx.db, { organizationId, id, title: '' }, userIds)
  return new Map(
    [...facts].flatMap(([userId, known]) =>
      resolveAccess(known).steps.flatMap((step) => (step.decisive ? [[userId, step] as const] : [])),
    ),
  )
}

/** What is named by the origins, read and presented once for all of them. */
async function originsOf(
  ctx: Context,
  { organizationId, id }: Subject,
  ways: readonly AccessStep[],
): Promise<(way: AccessStep) => SiteAccessOrigin> {
  const named = [...new Set(ways.flatMap(({ team }) => team?.id ?? []))]
  const [row, own, teamRows] = await Promise.all([
    siteById(ctx.db, organizationId, id),
    organizationForUser(ctx.db, ctx.caller.userId, organizationId),
    teamsByIds(ctx.db, organizationId, ctx.caller.userId, named),
  ])
  const site = presentSite(row, ctx.urls, ctx.access.role)
  const organization = presentOrganization(own, ctx.urls)
  const teams = new Map(teamRows.map((team) => [team.id, presentTeam(team, ctx)]))
  return ({ via, team }) => {
    if (via !== 'grant') return { type: 'organization', organization }
    if (team === undefined) return { type: 'site', site, reason: 'member' }
    const through = teams.get(team.id)
    return { type: 'site', site, reason: 'team', ...(through === undefined ? {} : { team: through }) }
  }
}
