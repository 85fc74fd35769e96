import type { Output } from '#contract/route.ts'
import type { urls } from '#contract/urls.ts'
import { resolveAccess } from '../../auth/access.ts'
import { expectSignIn } from '../../auth/expect-sign-in.ts'
import { accessFacts } from '../../auth/grants.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { contentOf } from '../../content/read.ts'
import type { Context } from '../../context.ts'
import { presentChangeRequest } from '../../domain/change-requests/present.ts'
import { changeRequestOf } from '../../domain/change-requests/queries.ts'
import { presentCollection } from '../../domain/collections/present.ts'
import { visibleCollection } from '../../domain/collections/queries.ts'
import { pageOf } from '../../domain/revision-content/reading.ts'
import { presentSpace } from '../../domain/spaces/present.ts'
import { visibleSpace } from '../../domain/spaces/queries.ts'
import { DomainError } from '../../errors.ts'
import { type DashboardReference, referenceIn } from './dashboard-urls.ts'

/**
 * The content of a dashboard URL, if the caller may view it.
 *
 * @throws {DomainError} `not_found` for any other URL, and for content that is not visible to see.
 */
export async function dashboardContentAt(ctx: Context, url: string): Promise<Output<typeof urls.content>> {
  const reference = referenceIn(ctx.urls, new URL(url))
  const accessContext = reference && (await contextWithAccess(ctx, reference))
  if (!reference || !accessContext) throw new DomainError('not_found', `There is nothing at ${url}`)
  if (reference.kind === 'collection') {
    return {
      collection: presentCollection(
        await visibleCollection(ctx.db, viewerOf(accessContext), reference.id),
        ctx.urls,
      ),
    }
  }
  const { organizationId, organizationRole } = accessContext.access
  const at = { organizationId, spaceId: reference.id }
  const space = presentSpace(
    await visibleSpace(ctx.db, viewerOf(accessContext), reference.id),
    ctx.urls,
    organizationRole,
  )
  const row =
    reference.changeRequest === undefined
      ? undefined
      : await changeRequestOf(ctx.db, at, reference.changeRequest)
  const page =
    reference.page === undefined
      ? undefined
      : await pageOf(accessContext, await contentOf(ctx.db, at, row?.revision), reference.page, undefined)
  return {
    space,
    ...(row === undefined ? {} : { changeRequest: await presentChangeRequest(accessContext, row) }),
    ...(page === undefined ? {} : { page }),
  }
}

/** The context with the caller's role on the content; null without a role. */
async function contextWithAccess(ctx: Context, { kind, id }: DashboardReference): Promise<Context | null> {
  const facts = await accessFacts(ctx.db, { kind, id }, ctx.caller.userId)
  if (facts === null || facts.deletedAt !== null) return null
  const { role } = resolveAccess(facts)
  if (role === null || facts.member === null) return null
  await expectSignIn(ctx.db, ctx.caller, facts.policy)
  const { organizationId } = facts
  return { ...ctx, access: { organizationId, role, organizationRole: facts.member.role } }
}
