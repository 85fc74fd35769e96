import type { Output } from '#contract/route.ts'
import type { urls } from '#contract/urls.ts'
import { resolveAccess } from '../../auth/access.ts'
import { accessFacts } from '../../auth/grants.ts'
import { contentOf } from '../../content/read.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { presentRequest } from '../change-requests/present.ts'
import { requestOf } from '../change-requests/queries.ts'
import { presentCollection } from '../collections/present.ts'
import { collectionSeen } from '../collections/queries.ts'
import { pageOf } from '../revision-content/reading.ts'
import { presentSpace } from '../spaces/present.ts'
import { spaceSeen } from '../spaces/queries.ts'
import { type Named, namedBy } from './rules.ts'
import { viewerOf } from '../../auth/viewer.ts'

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
      collection: presentCollection(await collectionSeen(ctx.db, viewerOf(inPlace), named.id), ctx.urls),
    }
  }
  const { organizationId, organizationRole } = inPlace.access
  const at = { organizationId, spaceId: named.id }
  const space = presentSpace(await spaceSeen(ctx.db, viewerOf(inPlace), named.id), ctx.urls, organizationRole)
  const row = named.changeRequest === undefined ? undefined : await requestOf(ctx.db, at, named.changeRequest)
  const page =
    named.page === undefined
      ? undefined
      : await pageOf(inPlace, await contentOf(ctx.db, at, row?.revision), named.page, undefined)
  return {
    space,
    ...(row === undefined ? {} : { changeRequest: await presentRequest(inPlace, row) }),
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
