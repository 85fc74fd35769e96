import { memo } from './memo.ts'
import type { Tree, TreeNode } from './model.ts'

/** Where each node stands: the nodes above it, from the top down, without itself. */
export type TreeIndex = {
  readonly size: number
  readonly above: (id: string) => readonly TreeNode[]
  readonly find: (id: string) => TreeNode | undefined
}

/** The index of a tree, made once for each. */
export const indexOf = memo((tree: Tree): TreeIndex => {
  const nodes = new Map<string, TreeNode>()
  const parents = new Map<string, TreeNode>()
  const visit = (siblings: readonly TreeNode[], parent: TreeNode | null) => {
    for (const node of siblings) {
      nodes.set(node.id, node)
      if (parent) parents.set(node.id, parent)
      visit(node.children, node)
    }
  }
  visit(tree.pages, null)
  return { size: nodes.size, above: (id) => ancestors(id, parents), find: (id) => nodes.get(id) }
})

function ancestors(id: string, parents: ReadonlyMap<string, TreeNode>): TreeNode[] {
  const above: TreeNode[] = []
  for (let node = parents.get(id); node; node = parents.get(node.id)) above.unshift(node)
  return above
}
