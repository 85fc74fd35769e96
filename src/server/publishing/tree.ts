import type { ContentReference } from '#contract/pages.ts'
import type { Tree, TreeNode } from '#published/model.ts'
import type { PageNode } from '../content/snapshot.ts'
import { characterOf } from './emoji.ts'
import { hrefOfReference, leadsElsewhere } from './targets.ts'
import type { SpaceView } from './view.ts'
import type { Visit } from './visit.ts'

/** The tree of a view; null heads say that nothing but the view decides it. */
type Kept = { readonly heads: string | null; readonly tree: Tree }

const trees = new WeakMap<SpaceView, Kept>()

/** The page tree as navigation shows it, the same object as long as nothing in it changes. */
export async function treeOf(visit: Visit, view: SpaceView): Promise<Tree> {
  const { headsStamp } = visit.state
  const kept = trees.get(view)
  if (kept && (kept.heads === null || kept.heads === headsStamp)) return kept.tree
  const links = [...linksIn(view.content.tree.pages, view)]
  const hrefs = new Map<string, string>()
  for (const { id, target } of links) {
    const href = await hrefOfReference(visit, view, target)
    if (href !== undefined) hrefs.set(id, href)
  }
  const isOwn = links.every(({ target }) => !leadsElsewhere(target, view.siteSpace.spaceId))
  const tree = { pages: nodesOf(view.content.tree.pages, view, hrefs), rowsUrl: `${view.root}~tree` }
  trees.set(view, { heads: isOwn ? null : headsStamp, tree })
  return tree
}

/** Whether the tree of a view is decided by other spaces too. */
export const dependsOnOthers = (view: SpaceView): boolean => (trees.get(view)?.heads ?? null) !== null

function* linksIn(
  nodes: readonly PageNode[],
  view: SpaceView,
): Generator<{ readonly id: string; readonly target: ContentReference }> {
  for (const node of nodes) {
    if (view.isHidden(node)) continue
    const { id, target } = node.entry
    if (target !== undefined) yield { id, target: target as ContentReference }
    yield* linksIn(node.pages, view)
  }
}

function nodesOf(
  nodes: readonly PageNode[],
  view: SpaceView,
  links: ReadonlyMap<string, string>,
): TreeNode[] {
  return nodes.flatMap((node): TreeNode[] => {
    const { entry } = node
    if (entry.hidden || view.isHidden(node)) return []
    const shown = {
      id: entry.id,
      title: entry.linkTitle ?? entry.title,
      ...(entry.emoji === undefined ? {} : { emoji: characterOf(entry.emoji) }),
      children: nodesOf(node.pages, view, links),
    }
    if (entry.type === 'group') return [{ ...shown, kind: 'group' }]
    const href = entry.type === 'link' ? links.get(entry.id) : view.hrefOf(node)
    return href === undefined ? [] : [{ ...shown, kind: entry.type === 'link' ? 'link' : 'page', href }]
  })
}
