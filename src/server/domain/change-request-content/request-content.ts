import { type Content, contentOf } from '../../content/read.ts'
import type { Context } from '../../context.ts'
import { type RequestRow, requestOf } from '../change-requests/queries.ts'

type Path = { readonly spaceId: string; readonly changeRequestId: string }

/** A change request with what it holds. */
export type Opened = { readonly request: RequestRow; readonly content: Content }

/** The change request that a path names by id or number. @throws {DomainError} `not_found` */
export async function openRequest(ctx: Context, { spaceId, changeRequestId }: Path): Promise<Opened> {
  const at = { organizationId: ctx.access.organizationId, spaceId }
  const request = await requestOf(ctx.db, at, changeRequestId)
  return { request, content: await contentOf(ctx.db, at, request.revision) }
}
