import { type Content, contentOf } from '../../content/read.ts'
import type { Context } from '../../context.ts'
import { type ChangeRequestRow, changeRequestOf } from '../change-requests/queries.ts'

type Path = { readonly spaceId: string; readonly changeRequestId: string }

/** A change request with its content. */
export type RequestContent = { readonly request: ChangeRequestRow; readonly content: Content }

/** Reads the change request of a path, which names it by id or number. @throws {DomainError} `not_found` */
export async function openRequestContent(
  ctx: Context,
  { spaceId, changeRequestId }: Path,
): Promise<RequestContent> {
  const at = { organizationId: ctx.access.organizationId, spaceId }
  const request = await changeRequestOf(ctx.db, at, changeRequestId)
  return { request, content: await contentOf(ctx.db, at, request.revision) }
}
