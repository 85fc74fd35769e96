import { MAX_MOVED_PAGES } from '#contract/page-moves.ts'
import { parseAhead } from '../../content/parsed-texts.ts'
import { bodiesOf, type Content, contentOf } from '../../content/read.ts'
import type { PageNode } from '../../content/snapshot.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db, Tx } from '../../db/client.ts'
import { DomainError, notFound } from '../../errors.ts'

/**
 * A page and everything below it, parents before their children.
 * @throws {DomainError} `not_found`, or `invalid_state` if they are too many
 */
export function subtreeOf({ tree }: Pick<Content, 'tree'>, pageId: string): readonly PageNode[] {
  const node = tree.page(pageId)
  if (node === undefined) throw notFound('page', pageId)
  const pages = [...withDescendants(node)]
  if (pages.length > MAX_MOVED_PAGES) {
    const limit = MAX_MOVED_PAGES.toLocaleString('en-US')
    throw new DomainError(
      'invalid_state',
      `Move up to ${limit} pages at a time, such as one subpage after another`,
    )
  }
  return pages
}

function* withDescendants(node: PageNode): Generator<PageNode> {
  yield node
  for (const below of node.pages) yield* withDescendants(below)
}

/** Parses the texts that will move before their spaces are locked. */
export async function readAheadOfMove(db: Db, at: SpaceRef, pageId: string): Promise<void> {
  const pages = subtreeOf(await contentOf(db, at), pageId)
  const entries = pages.map(({ entry }) => entry)
  await parseAhead([...(await bodiesOf(db, at.organizationId, entries)).values()])
}

/** @throws {DomainError} `conflict` if other pages would move than those that the caller saw, or from elsewhere */
export async function expectSamePages(
  tx: Tx,
  source: Content,
  pages: readonly PageNode[],
  base: string | undefined,
): Promise<void> {
  const [top] = pages
  if (base === undefined || base === source.revision.id || top === undefined) return
  const node = (await contentOf(tx, source.at, base)).tree.page(top.entry.id)
  const seen = node === undefined ? [] : [...withDescendants(node)]
  const idsOf = (some: readonly PageNode[]) => some.map(({ entry }) => entry.id).join(' ')
  if (node?.parent === top.parent && idsOf(seen) === idsOf(pages)) return
  throw new DomainError(
    'conflict',
    'Someone added, deleted or moved pages here since you last read them. Check the pages, then try again',
    { revision: source.revision.id },
  )
}
