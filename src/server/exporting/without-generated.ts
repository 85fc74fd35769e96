import { isDeepStrictEqual } from 'node:util'
import type { Content } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import type { Db } from '../db/client.ts'
import { originalsOf } from '../importing/original-file-queries.ts'
import { fieldsOf } from '../importing/original-files.ts'

/**
 * The pages of a space without those that an import created for an API reference: the entry of the reference in the
 * table of contents creates them again. Pages that someone changed, or that have other pages below them, stay.
 */
export async function withoutGenerated(db: Db, { at, tree }: Content): Promise<readonly PageNode[]> {
  const entries = everyNode(tree.pages).map(({ entry }) => entry)
  const states = new Map(entries.map(({ id, body }) => [id, body ?? '']))
  const generated = await originalsOf(db, at, 'generated', states)
  if (generated.size === 0) return tree.pages
  const isUnchanged = ({ entry }: PageNode): boolean => {
    const original = generated.get(entry.id)
    return original?.state === (entry.body ?? '') && isDeepStrictEqual(original.fields, fieldsOf(entry))
  }
  const remaining = (nodes: readonly PageNode[]): PageNode[] =>
    nodes.flatMap((node) => {
      const pages = remaining(node.pages)
      return pages.length === 0 && isUnchanged(node) ? [] : [{ ...node, pages }]
    })
  return remaining(tree.pages)
}

export const everyNode = (nodes: readonly PageNode[]): PageNode[] =>
  nodes.flatMap((node) => [node, ...everyNode(node.pages)])
