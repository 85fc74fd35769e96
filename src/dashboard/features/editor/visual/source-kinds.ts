import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import { includeOnLine } from '#markup/includes.ts'
import { formulaIn } from '#markup/visual/formula.ts'
import { operationTagIn } from '#markup/visual/operation-tag.ts'
import { nodeView } from './node-fields.ts'

/** Blocks of source that have a view of their own. */
export type SourceKind = 'included' | 'formula' | 'operation' | 'other'

export function sourceKind({ attrs, type }: Node): SourceKind | null {
  if (type.name !== 'source') return null
  const markdown = String(attrs.markdown)
  if (includedIn(markdown) !== undefined) return 'included'
  if (formulaIn(markdown) !== null) return 'formula'
  return operationTagIn(markdown) === null ? 'other' : 'operation'
}

/** The id of the reusable content that a block of source includes, if that is all it does. */
export const includedId = ({ attrs, type }: Node): string | undefined =>
  type.name === 'source' ? includedIn(String(attrs.markdown)) : undefined

function includedIn(source: string): string | undefined {
  const markdown = source.trim()
  const include = includeOnLine(markdown)
  return include?.start === 0 && include.end === markdown.length ? include.id : undefined
}

type Parts = {
  readonly kind: SourceKind
  readonly dom: HTMLElement
  readonly show: (node: Node) => void
  readonly destroy?: () => void
  /** Whether its source is open, so that all keys belong to it. */
  readonly isOpen?: () => boolean
}

/** The view of a block of source. It is replaced when the source becomes one of another kind. */
export function sourceNodeView(node: Node, { kind, dom, isOpen, ...parts }: Parts): NodeView {
  dom.contentEditable = 'false'
  const view = nodeView(node, { dom, ...parts })
  return {
    ...view,
    update: (next, decorations, inner) =>
      sourceKind(next) === kind && view.update?.(next, decorations, inner) === true,
    stopEvent: (event) => isOpen?.() === true || view.stopEvent?.(event) === true,
    ignoreMutation: () => true,
    selectNode: () => dom.classList.add('is-selected'),
    deselectNode: () => dom.classList.remove('is-selected'),
  }
}
