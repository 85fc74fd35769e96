import type { Parent, Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { mayContainConditions } from './condition-syntax.ts'
import { mdastWriter } from './document/mdast-writer.ts'
import { parseMarkdown } from './parse.ts'

/**
 * A text as one visitor reads it: without the blocks whose condition is not met, and without the tags of the others.
 * The result is written from the parsed tree and not cut out of the source, so that it contains exactly what a rendered
 * page shows. A text without conditions is not changed.
 */
export function applyConditions(body: string, isShown: (expression: string) => boolean): string {
  if (!mayContainConditions(body)) return body
  const root = parseMarkdown(body)
  return unwrapConditions(root, isShown) ? mdastWriter.stringify(root) : body
}

/** Whether the tree contained a condition. */
function unwrapConditions(root: Root, isShown: (expression: string) => boolean): boolean {
  let hasConditions = false
  visit(root, 'blockTag', (node, index, parent: Parent | undefined) => {
    if (node.name !== 'if' || index === undefined || parent === undefined) return undefined
    hasConditions = true
    parent.children.splice(index, 1, ...(isShown(node.attributes.expression ?? '') ? node.children : []))
    // The children of a shown block are visited next, in its place.
    return index
  })
  return hasConditions
}
