import type { Output, ParsedInput } from '#contract/route.ts'
import type { SiteAccessOrigin, sitePermissions } from '#contract/site-permissions.ts'
import { type AccessStep, resolveAccess } from '../../auth/access.ts'
import type { Subject } from '../../auth/member-access.ts'
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

/** Everyone with access to a site, with their effective role and where it comes from. */
export async function aggregate(
  ctx: Context,
  subject: Subject,
  query: Query,
): Promise<Output<typeof sitePermissions.aggregate>> {
  const { rows, next, count } = await accessPage(ctx.db, subject, query)
  const steps = await decisiveSteps(
    ctx,
    subject,
    rows.map(({ userId }) => userId),
  )
  const originOf = await originsOf(ctx, subject, [...steps.values()])
  const items = rows.flatMap(({ role, lastSeenAt, ...user }) => {
    const step = steps.get(user.userId)
    // The member lost the role between the two queries.
    if (step === undefined) return []
    return [
      {
        permission: role,
        user: presentUser(user, ctx.urls),
        origin: originOf(step),
        ...(lastSeenAt === null ? {} : { lastSeenAt: lastSeenAt.toISOString() }),
      },
    ]
  })
  return { ...(next ? { next } : {}), count, items }
}

/** The decisive access step of each member. */
async function decisiveSteps(ctx: Context, { organizationId, id }: Subject, userIds: readonly string[]) {
  const facts = await accessFactsOfMembers(ctx.db, { organizationId, id, title: '' }, userIds)
  return new Map(
    [...facts].flatMap(([userId, memberFacts]) =>
      resolveAccess(memberFacts).steps.flatMap((step) => (step.decisive ? [[userId, step] as const] : [])),
    ),
  )
}

/** Reads and presents the objects of all origins once. */
async function originsOf(
  ctx: Context,
  { organizationId, id }: Subject,
  steps: readonly AccessStep[],
): Promise<(step: AccessStep) => SiteAccessOrigin> {
  const teamIds = [...new Set(steps.flatMap(({ team }) => team?.id ?? []))]
  const [row, own, teamRows] = await Promise.all([
    siteById(ctx.db, organizationId, id),
    organizationForUser(ctx.db, ctx.caller.userId, organizationId),
    teamsByIds(ctx.db, organizationId, ctx.caller.userId, teamIds),
  ])
  const site = presentSite(row, ctx.urls, ctx.access.role)
  const organization = presentOrganization(own, ctx.urls)
  const teams = new Map(teamRows.map((team) => [team.id, presentTeam(team, ctx)]))
  return ({ via, team }) => {
    if (via !== 'grant') return { type: 'organization', organization }
    if (team === undefined) return { type: 'site', site, reason: 'member' }
    const presented = teams.get(team.id)
    return { type: 'site', site, reason: 'team', ...(presented === undefined ? {} : { team: presented }) }
  }
}
