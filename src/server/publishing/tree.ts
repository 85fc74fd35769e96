import type { ContentReference } from '#contract/pages.ts'
import type { Tree, TreeNode } from '#published/model.ts'
import type { PageNode } from '../content/snapshot.ts'
import { fontIcon } from '../font-icons.ts'
import { customizationFor } from './customization.ts'
import { emojiCharacter } from './emoji.ts'
import { dependsOnOtherSpace, hrefOfReference } from './targets.ts'
import type { SpaceView } from './view.ts'
import type { Visit } from './visit.ts'

/** `heads` identifies the content of other spaces that the tree depends on; null if there are none. */
type CachedTree = { readonly heads: string | null; readonly tree: Tree }

const trees = new WeakMap<SpaceView, CachedTree>()

/** The page tree in the navigation; the same object until it changes. */
export async function treeOf(visit: Visit, view: SpaceView): Promise<Tree> {
  const { headsStamp } = visit.state
  const cached = trees.get(view)
  if (cached && (cached.heads === null || cached.heads === headsStamp)) return cached.tree
  const links = [...linksIn(view.content.tree.pages, view)]
  const hrefs = new Map<string, string>()
  for (const { id, target } of links) {
    const href = await hrefOfReference(visit, view, target)
    if (href !== undefined) hrefs.set(id, href)
  }
  const isOwn = links.every(({ target }) => !dependsOnOtherSpace(target, view.siteSpace.spaceId))
  const iconStyle = customizationFor(visit.state.shape.customizations, view.siteSpace.id).styling.icons
  const pages = nodesOf(view.content.tree.pages, { view, links: hrefs, iconStyle })
  const tree = { pages, rowsUrl: `${view.root}~tree` }
  trees.set(view, { heads: isOwn ? null : headsStamp, tree })
  return tree
}

/** Whether the tree of a view depends on other spaces. */
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

type TreeContext = {
  readonly view: SpaceView
  readonly links: ReadonlyMap<string, string>
  readonly iconStyle: string
}

function nodesOf(nodes: readonly PageNode[], context: TreeContext): TreeNode[] {
  const { view, links } = context
  return nodes.flatMap((node): TreeNode[] => {
    const { entry } = node
    if (entry.hidden || view.isHidden(node)) return []
    const shown = {
      id: entry.id,
      title: entry.linkTitle ?? entry.title,
      ...(entry.emoji === undefined ? iconOf(entry, context) : { emoji: emojiCharacter(entry.emoji) }),
      children: nodesOf(node.pages, context),
    }
    if (entry.type === 'group') return [{ ...shown, kind: 'group' }]
    const href = entry.type === 'link' ? links.get(entry.id) : view.hrefOf(node)
    return href === undefined ? [] : [{ ...shown, kind: entry.type === 'link' ? 'link' : 'page', href }]
  })
}

function iconOf({ icon: name }: PageNode['entry'], { iconStyle }: TreeContext): Pick<TreeNode, 'icon'> {
  const icon = name === undefined ? null : fontIcon(name, iconStyle)
  return icon ? { icon } : {}
}
