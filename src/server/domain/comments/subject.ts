import type { SpaceRef } from '../../content/space-ref.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'

/** What comments hang on: a space, or one of its change requests. */
export type Subject = SpaceRef & {
  readonly changeRequestId: string | null
  /** What it holds now; the head of the space when absent. */
  readonly revision?: string | undefined
}

/** Finds what the path names. @throws {DomainError} `not_found` */
export type SubjectOf<P> = (ctx: Context, db: Context['db'] | Tx, params: P) => Promise<Subject>

type SpacePath = { readonly spaceId: string }

/** The space that the path names; the door has looked whether it is there. */
export const spaceSubject: SubjectOf<SpacePath> = async (ctx, _, { spaceId }) => ({
  organizationId: ctx.access.organizationId,
  spaceId,
  changeRequestId: null,
})
