import type { PageConfirmation } from '#contract/page-freshness.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Context } from '../../context.ts'
import { peopleById, presentConfirmation } from '../page-freshness/present.ts'
import { confirmationsAfter } from './confirmation-queries.ts'

type ConfirmedPage = PageConfirmation & { page: { id: string; title: string } }
type Confirmations = { count: number; items: ConfirmedPage[] }

/** The pages of a space that people confirmed after some of its revisions, by the revision; none for the others. */
export async function confirmationsBy(
  ctx: Context,
  at: SpaceRef,
  revisions: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, Confirmations>> {
  const ids = revisions.map(({ id }) => id)
  const rows = await confirmationsAfter(ctx.db, at, ids)
  const people = rows.map(({ confirmedBy }) => confirmedBy)
  const person = await peopleById(ctx, ctx.db, people)
  const byRevision = Map.groupBy(rows, ({ revisionId }) => revisionId)
  return new Map(
    [...byRevision].map(([revision, some]) => [
      revision,
      {
        count: some[0]?.count ?? 0,
        items: some.map((row) => ({
          ...presentConfirmation(row, person),
          page: { id: row.pageId, title: row.pageTitle },
        })),
      },
    ]),
  )
}
