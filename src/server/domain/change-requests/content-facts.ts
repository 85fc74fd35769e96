import type { MergeRule } from '#contract/merge-rules.ts'
import { objectsOf } from '../../content/objects.ts'
import { readRoot } from '../../content/page-tree.ts'
import { type Content, contentOf } from '../../content/read.ts'
import type { PageNode, Snapshot } from '../../content/snapshot.ts'
import { diffTrees, isChanged } from '../../content/tree-diff.ts'
import type { WriteContext } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { BrokenLinks, ChangedPage, RequestState } from '../merge-rules/evaluate.ts'
import { addressesOf, countLinksFromElsewhere, spacesLinkedFrom } from '../space-links/across-queries.ts'
import { type BrokenLink, linksBrokenBy } from '../space-links/link-queries.ts'
import { overlayOf } from '../space-links/overlay.ts'
import type { ChangeRequestRow } from './queries.ts'

/** Links listed per request; more are only counted. */
const MAX_BROKEN_LINKS = 20

type Facts = Pick<RequestState, 'changedPages' | 'brokenLinks'>

/** What rules need to know of the content of a request; it is only read for rules that need it. */
export async function contentFacts(
  ctx: Pick<WriteContext, 'access' | 'urls'>,
  db: Db | Tx,
  request: ChangeRequestRow,
  rules: readonly MergeRule[],
): Promise<Facts> {
  const needs = (name: MergeRule['rule']) => rules.some(({ rule }) => rule === name)
  const facts: Facts = { changedPages: [], brokenLinks: { count: 0, fromOtherSpaces: 0, items: [] } }
  const [needsPages, needsLinks] = [needs('require_path_owners'), needs('require_no_broken_links')]
  if (!needsPages && !needsLinks) return facts
  const at = { organizationId: ctx.access.organizationId, spaceId: request.spaceId }
  const versions = {
    head: await contentOf(db, at),
    base: await contentOf(db, at, request.revisionAncestor ?? request.revisionInitial),
    content: await contentOf(db, at, request.revision),
  }
  return {
    changedPages: needsPages ? await changedPagesOf(db, versions) : facts.changedPages,
    brokenLinks: needsLinks ? await brokenLinksOf(db, versions, ctx.urls.base) : facts.brokenLinks,
  }
}

type Versions = { readonly head: Content; readonly base: Content; readonly content: Content }

/** The changed pages with their paths, and the pages whose paths change because a page above them does. */
async function changedPagesOf(db: Db | Tx, { head, base, content }: Versions): Promise<ChangedPage[]> {
  const objects = objectsOf(db, base.at.organizationId)
  const { pages } = await diffTrees(
    objects,
    await readRoot(objects, base.revision.root),
    await readRoot(objects, content.revision.root),
  )
  const changed = new Set<string>()
  for (const [id, sides] of pages) {
    if (!isChanged(sides)) continue
    changed.add(id)
    const [before, after] = [base.tree.page(id), content.tree.page(id)]
    if (before && after && before.path !== after.path) {
      for (const { entry } of [...nodesBelow(before), ...nodesBelow(after)]) changed.add(entry.id)
    }
  }
  const trees = [base.tree, content.tree, head.tree]
  return [...changed].map((id) => ({
    id,
    title: (content.tree.page(id) ?? base.tree.page(id))?.entry.title ?? '',
    paths: [...new Set(trees.flatMap((tree) => pathIn(tree, id)))],
  }))
}

function* nodesBelow({ pages }: PageNode): Generator<PageNode> {
  for (const node of pages) {
    yield node
    yield* nodesBelow(node)
  }
}

/** A link in the page tree has no path of its own and belongs to the path above it. */
function pathIn(tree: Snapshot, id: string): string[] {
  const node = tree.page(id)
  if (node === undefined) return []
  if (node.path !== null) return [node.path]
  return node.parent === null ? [''] : pathIn(tree, node.parent)
}

async function brokenLinksOf(db: Db | Tx, versions: Versions, base: string): Promise<BrokenLinks> {
  const { head, content } = versions
  const overlay = await overlayOf(db, versions)
  // A rule has no reader: it means the same for everyone.
  const { organizationId, spaceId } = content.at
  const spaces = await spacesLinkedFrom(db, {
    organizationId,
    spaceIds: [spaceId],
    base,
    links: overlay.links,
  })
  const elsewhere = { base, spaces, limit: MAX_BROKEN_LINKS }
  const { count, items } = await linksBrokenBy(db, content.at, overlay, elsewhere)
  const removed = overlay.removed.filter((id) => head.tree.page(id) !== undefined)
  const addresses = await addressesOf(db, content.at, removed)
  const fromOtherSpaces = await countLinksFromElsewhere(db, content.at, { addresses, base })
  const files = items.some(({ kind }) => kind === 'file') ? await versions.base.files() : []
  const fileNames = new Map(files.map(({ id, name }) => [id, name]))
  const titleOf = (id: string) => (content.tree.page(id) ?? head.tree.page(id))?.entry.title
  return {
    count: count + fromOtherSpaces,
    fromOtherSpaces,
    items: items.map((link) => ({
      page: { id: link.pageId, title: titleOf(link.pageId) ?? '' },
      target: targetName(link, (id) => titleOf(id) ?? versions.base.tree.page(id)?.entry.title, fileNames),
      missing: link.missing,
    })),
  }
}

/** What a link goes to: the title of a page, the name of a file, or the address as it was written. */
function targetName(
  { kind, targetId, anchor, url }: BrokenLink,
  titleOf: (id: string) => string | undefined,
  fileNames: ReadonlyMap<string, string>,
): string {
  const target = targetId ?? ''
  const name = kind === 'file' ? fileNames.get(target) : titleOf(target)
  return `${name ?? url ?? target}${anchor ? `#${anchor}` : ''}`
}
