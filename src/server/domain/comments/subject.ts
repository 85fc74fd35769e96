import type { SpaceRef } from '../../content/space-ref.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'

/** The subject of comments: a space or one of its change requests. */
export type Subject = SpaceRef & {
  readonly changeRequestId: string | null
  /** Its current revision; the head of the space when absent. */
  readonly revision?: string | undefined
}

/** Reads the subject that the path names. @throws {DomainError} `not_found` */
export type SubjectOf<P> = (ctx: Context, db: Context['db'] | Tx, params: P) => Promise<Subject>

type SpacePath = { readonly spaceId: string }

/** The space of the path; authorization has already checked that it exists. */
export const spaceSubject: SubjectOf<SpacePath> = async (ctx, _, { spaceId }) => ({
  organizationId: ctx.access.organizationId,
  spaceId,
  changeRequestId: null,
})
