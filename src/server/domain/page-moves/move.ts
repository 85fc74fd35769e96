import type { AddTags, Change } from '../../content/changes.ts'
import { commit } from '../../content/commit.ts'
import { recordFormerPaths } from '../../content/page-rows.ts'
import { type Content, contentOf } from '../../content/read.ts'
import {
  formerPathsOf,
  type NewRelocation,
  recordRelocations,
  relocatedPathsOf,
} from '../../content/relocations.ts'
import { lockHead } from '../../content/revision-rows.ts'
import type { PageNode } from '../../content/snapshot.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { DomainError } from '../../errors.ts'
import { recordSpaceChange } from '../../notifications/space-changes.ts'
import { type MovePlan, planMove } from './plan.ts'
import { type MovedRow, moveRowsOfPages } from './queries.ts'
import { expectSamePages, subtreeOf } from './subtree.ts'

export type MoveInput = {
  readonly from: SpaceRef
  readonly toSpaceId: string
  readonly pageId: string
  readonly into: string | null
  readonly at?: number | undefined
  readonly base?: string | undefined
}

export type MoveResult = {
  readonly page: PageNode
  readonly pageId: string
  readonly pages: number
  /** The heads of both spaces after the move. */
  readonly revisions: { readonly source: string; readonly target: string }
  /** The index of the page among its siblings before the move. */
  readonly index: number
}

/**
 * Moves a page with everything below it to another space, in one transaction: each of the two spaces gets a revision.
 * @throws {DomainError} `not_found` (page, parent), `space_locked`, `conflict`, `invalid_position`, `invalid_state`
 */
export async function movePages(tx: Tx, ctx: Context, input: MoveInput): Promise<MoveResult> {
  const { from, toSpaceId, pageId, into, at, base } = input
  const to: SpaceRef = { organizationId: from.organizationId, spaceId: toSpaceId }
  await lockBoth(tx, from, to)
  const [source, target] = await contentOfBoth(tx, from, toSpaceId)
  const pages = subtreeOf(source, pageId)
  await expectSamePages(tx, source, pages, base)
  const [page] = pages
  if (page === undefined) throw new Error('A page that moves is in its own subtree')
  const plan = await planMove(tx, {
    source,
    target,
    pages,
    into,
    at,
    baseUrl: ctx.urls.base,
    newId: ctx.newId,
  })
  await plan.objects.flush()
  const leaving = await relocationsIn(tx, from, pages, plan)
  const returning = await relocatedPathsOf(tx, to, [...plan.map.pages.values()])
  const commitIn = (space: SpaceRef, changes: readonly Change[]) =>
    commit(tx, { ...space, changes, by: ctx.caller.userId, now: ctx.now(), newId: ctx.newId })
  const tags: readonly AddTags[] = plan.tags.length === 0 ? [] : [{ operation: 'add_tags', tags: plan.tags }]
  const left = await commitIn(from, [plan.inSource, { operation: 'delete_page', page: pageId }])
  const arrived = await commitIn(to, [...tags, plan.inTarget])
  const by = ctx.caller.userId
  await recordRelocations(tx, { from, toSpaceId, pages: leaving, by, now: ctx.now() })
  await recordFormerPaths(tx, to, returning, ctx.now())
  const rows = movedRows(pages, plan)
  await moveRowsOfPages(tx, { from, toSpaceId, pages: rows, revision: arrived.revision })
  await recordSpaceChange(tx, ctx, from)
  await recordSpaceChange(tx, ctx, to)
  return {
    page,
    pageId: plan.map.pages.get(pageId) ?? pageId,
    pages: pages.length,
    revisions: { source: left.revision, target: arrived.revision },
    index: source.tree.below(page.parent).indexOf(pageId),
  }
}

/** Locks both spaces in the order of their ids, so that moves in both directions wait for each other. */
async function lockBoth(tx: Tx, from: SpaceRef, to: SpaceRef): Promise<void> {
  const spaces = [from, to].sort((a, b) => (a.spaceId < b.spaceId ? -1 : 1))
  for (const space of spaces) {
    const { isLocked } = await lockHead(tx, space)
    if (!isLocked) continue
    const which = space === from ? 'This space' : 'The other space'
    throw new DomainError('space_locked', `${which} is locked. Unlock it first`)
  }
}

/** Where the pages go, and the paths that lead there from now on. */
async function relocationsIn(
  tx: Tx,
  from: SpaceRef,
  pages: readonly PageNode[],
  { map }: MovePlan,
): Promise<readonly NewRelocation[]> {
  const former = Map.groupBy(await formerPathsOf(tx, from, [...map.pages.keys()]), ({ page_id }) => page_id)
  return pages.map(({ entry, path }) => ({
    page_id: entry.id,
    to_page_id: map.pages.get(entry.id) ?? entry.id,
    slug: entry.slug,
    paths: [
      ...new Set([...(former.get(entry.id) ?? []).map((one) => one.path), ...(path === null ? [] : [path])]),
    ],
  }))
}

const movedRows = (pages: readonly PageNode[], { inTarget }: MovePlan): readonly MovedRow[] =>
  pages.map(({ entry }, index) => {
    const moved = inTarget.inserted[index]?.entry
    return {
      page_id: entry.id,
      to_page_id: moved?.id ?? entry.id,
      body: entry.body ?? null,
      to_body: moved?.body ?? null,
    }
  })

/** The content of both spaces of a move. */
export const contentOfBoth = async (
  db: Db | Tx,
  from: SpaceRef,
  toSpaceId: string,
): Promise<readonly [Content, Content]> => [
  await contentOf(db, from),
  await contentOf(db, { ...from, spaceId: toSpaceId }),
]
