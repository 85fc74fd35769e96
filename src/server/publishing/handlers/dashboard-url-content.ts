import type { Output } from '#contract/route.ts'
import type { urls } from '#contract/urls.ts'
import { resolveAccess } from '../../auth/access.ts'
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
import { type Named, namedBy } from './dashboard-urls.ts'

/**
 * What an address of the dashboard names, to somebody who may view it.
 *
 * @throws {DomainError} `not_found` for every other address, and for what is not theirs to see.
 */
export async function contentAt(ctx: Context, url: string): Promise<Output<typeof urls.content>> {
  const named = namedBy(ctx.urls, new URL(url))
  const inPlace = named && (await standingAt(ctx, named))
  if (!named || !inPlace) throw new DomainError('not_found', `There is nothing at ${url}`)
  if (named.kind === 'collection') {
    return {
      collection: presentCollection(await visibleCollection(ctx.db, viewerOf(inPlace), named.id), ctx.urls),
    }
  }
  const { organizationId, organizationRole } = inPlace.access
  const at = { organizationId, spaceId: named.id }
  const space = presentSpace(
    await visibleSpace(ctx.db, viewerOf(inPlace), named.id),
    ctx.urls,
    organizationRole,
  )
  const row =
    named.changeRequest === undefined ? undefined : await changeRequestOf(ctx.db, at, named.changeRequest)
  const page =
    named.page === undefined
      ? undefined
      : await pageOf(inPlace, await contentOf(ctx.db, at, row?.revision), named.page, undefined)
  return {
    space,
    ...(row === undefined ? {} : { changeRequest: await presentChangeRequest(inPlace, row) }),
    ...(page === undefined ? {} : { page }),
  }
}

/** The caller with their role where the address points; null when they have none there. */
async function standingAt(ctx: Context, { kind, id }: Named): Promise<Context | null> {
  const facts = await accessFacts(ctx.db, { kind, id }, ctx.caller.userId)
  if (facts === null || facts.deletedAt !== null) return null
  const { role } = resolveAccess(facts)
  if (role === null || facts.member === null) return null
  const { organizationId } = facts
  return { ...ctx, access: { organizationId, role, organizationRole: facts.member.role } }
}
