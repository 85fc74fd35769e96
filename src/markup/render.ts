import type { ElementContent, Root } from 'hast'
import { h } from 'hastscript'
import { uniqueAnchors } from './expandables.ts'
import * as blocks from './render/blocks.ts'
import * as buttons from './render/buttons.ts'
import * as code from './render/code.ts'
import { hiddenElement } from './render/columns.ts'
import {
  type ElementRenderer,
  isElement,
  isFlag,
  propertyText,
  type RenderContext,
  type RenderOptions,
  withoutBlanks,
} from './render/context.ts'
import * as images from './render/images.ts'
import * as references from './render/references.ts'
import { apiSchemas } from './render/schemas.ts'
import * as tables from './render/tables.ts'
import * as text from './render/text.ts'
import * as updates from './render/updates.ts'

/** Renders sanitized HTML with markers of custom blocks to the markup of published pages. */
export function renderBlocks(
  root: Root,
  options: RenderOptions & {
    anchors: ReadonlySet<string>
    renderProse: RenderContext['renderProse']
    /** Counters for numbered names; shared by texts that are on the same page. */
    counts?: Map<string, number>
  },
): Root {
  const { counts = new Map<string, number>() } = options
  const ids = new Set<string>()
  const context: RenderContext = {
    ...options,
    isTopLevel: true,
    heading: '',
    expandableAnchor: uniqueAnchors(options.anchors),
    columns: [],
    nextNumber(kind) {
      const number = (counts.get(kind) ?? 0) + 1
      counts.set(kind, number)
      return number
    },
    uniqueName(name) {
      const number = context.nextNumber(`named ${name}`)
      return number === 1 ? name : `${name} (${number})`
    },
    claimId: (id) => (options.anchors.has(id) ? undefined : context.claimAnchor(id)),
    claimAnchor(id) {
      const own = options.idPrefix + id
      if (!/^[\w.+:-]+$/.test(id) || ids.has(own)) return undefined
      ids.add(own)
      return own
    },
    renderAll: (nodes) => nodes.flatMap((node) => renderNode(node, context)),
    renderNested(nodes) {
      const { isTopLevel } = context
      context.isTopLevel = false
      const result = context.renderAll(nodes)
      context.isTopLevel = isTopLevel
      return result
    },
  }
  const content = root.children.filter((node) => node.type === 'element' || node.type === 'text')
  return { type: 'root', children: context.renderAll(content) }
}

/** Elements without a meaning of their own, such as a wrapper for alignment: only their content is rendered. */
const wrapper: ElementRenderer = (node, context) => {
  const children = context.renderAll(node.children)
  if (withoutBlanks(children).length === 0) return []
  const id = context.claimId(propertyText(node, 'id'))
  const isFull = isFlag(node, 'dataFullWidth')
  const figureClasses = [...(isFlag(node, 'dataWithFrame') ? ['framed'] : []), ...images.alignmentOf(node)]
  const aligned = children.map((child) => withClasses(child, figureClasses))
  if (isGallery(children))
    return [h('div', { className: ['gallery', ...(isFull ? ['is-full'] : [])], id }, aligned)]
  if (isFull) return [h('div', { className: ['is-full'], id }, aligned)]
  return id ? [h(node.tagName, { id }, aligned)] : aligned
}

/** Images in one element are next to each other. */
const isGallery = (nodes: readonly ElementContent[]): boolean => {
  const content = withoutBlanks([...nodes])
  return content.length > 1 && content.every((node) => isElement(node, 'figure'))
}

/** Adds classes to figures and aligned text; other elements have neither a frame nor an alignment. */
function withClasses(node: ElementContent, classes: string[]): ElementContent {
  if (classes.length === 0 || !isElement(node, 'figure', 'p', 'h2', 'h3', 'h4')) return node
  const own = propertyText(node, 'className').split(' ').filter(Boolean)
  const allowed = node.tagName === 'figure' ? classes : classes.filter((name) => name !== 'framed')
  const className = [...new Set([...own, ...allowed])]
  return className.length === 0 ? node : { ...node, properties: { ...node.properties, className } }
}

const span: ElementRenderer = (node, context) => {
  const id = context.claimId(propertyText(node, 'id'))
  return id ? [h('span', { id }, context.renderAll(node.children))] : context.renderAll(node.children)
}

const blockquote: ElementRenderer = (node, context) => [
  h('blockquote', withoutBlanks(context.renderNested(node.children))),
]

const renderers: Record<string, ElementRenderer> = {
  Api: blocks.api,
  ApiSchemas: apiSchemas,
  Code: code.codeBlock,
  Column: blocks.unwrapped,
  Columns: blocks.columns,
  Embed: references.embed,
  File: references.file,
  Formula: code.formula,
  Heading: text.heading,
  Hint: blocks.hint,
  Note: references.note,
  NoteRef: references.noteReference,
  Notes: references.notes,
  Parameter: blocks.parameter,
  Parameters: blocks.parameters,
  Prompt: updates.prompt,
  Ref: references.reference,
  Step: blocks.unwrapped,
  Stepper: blocks.stepper,
  Tab: blocks.strayTab,
  Tabs: blocks.tabs,
  Update: updates.update,
  Updates: updates.updates,
  a: text.link,
  blockquote: blockquote,
  button: buttons.button,
  code: code.inlineCode,
  details: blocks.expandable,
  div: wrapper,
  figure: images.figure,
  h1: text.htmlHeading,
  h2: text.htmlHeading,
  h3: text.htmlHeading,
  h4: text.htmlHeading,
  h5: text.htmlHeading,
  h6: text.htmlHeading,
  i: buttons.italic,
  img: images.image,
  input: text.checkbox,
  mark: text.mark,
  ol: text.list,
  p: text.paragraph,
  option: hiddenElement,
  picture: images.picture,
  pre: code.preformatted,
  section: wrapper,
  select: hiddenElement,
  source: hiddenElement,
  span,
  table: tables.table,
  tr: tables.row,
  ul: text.list,
}

function renderNode(node: ElementContent, context: RenderContext): ElementContent[] {
  if (!isElement(node)) return [node]
  const renderer = Object.hasOwn(renderers, node.tagName) ? renderers[node.tagName] : undefined
  if (!renderer) return [{ ...node, children: context.renderAll(node.children) }]
  const { dataAt } = node.properties
  const elements = renderer(node, context)
  return dataAt === undefined ? elements : elements.map((element) => withSourceOffset(element, dataAt))
}

/** A rendered block has the source offset of its marker. */
function withSourceOffset(
  node: ElementContent,
  dataAt: string | number | boolean | (string | number)[] | null,
) {
  return isElement(node) ? { ...node, properties: { dataAt, ...node.properties } } : node
}
