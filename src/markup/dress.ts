import type { ElementContent, Root } from 'hast'
import { h } from 'hastscript'
import * as blocks from './dress/blocks.ts'
import * as code from './dress/code.ts'
import {
  type Dress,
  type Dresser,
  type DressOptions,
  isElement,
  said,
  withoutBlanks,
} from './dress/dresser.ts'
import * as references from './dress/references.ts'
import * as tables from './dress/tables.ts'
import * as text from './dress/text.ts'

export type { DressOptions, LinkUse, ResolvedImage, ResolvedLink } from './dress/dresser.ts'

/** Gives clean HTML, with the markers of our own blocks in it, the markup that the reader's style sheet knows. */
export function dress(
  root: Root,
  options: DressOptions & {
    anchors: ReadonlySet<string>
    prose: Dresser['prose']
    /** How many there are of a kind, on the page that this stands on. */
    counts?: Map<string, number>
  },
): Root {
  const { counts = new Map<string, number>() } = options
  const ids = new Set<string>()
  const dresser: Dresser = {
    ...options,
    isTopLevel: true,
    heading: '',
    next(kind) {
      const number = (counts.get(kind) ?? 0) + 1
      counts.set(kind, number)
      return number
    },
    named(name) {
      const number = dresser.next(`named ${name}`)
      return number === 1 ? name : `${name} (${number})`
    },
    claim: (id) => (options.anchors.has(id) ? undefined : dresser.claimAnchor(id)),
    claimAnchor(id) {
      const own = options.idPrefix + id
      if (!/^[\w.+:-]+$/.test(id) || ids.has(own)) return undefined
      ids.add(own)
      return own
    },
    all: (nodes) => nodes.flatMap((node) => dressed(node, dresser)),
    inside(nodes) {
      const { isTopLevel } = dresser
      dresser.isTopLevel = false
      const result = dresser.all(nodes)
      dresser.isTopLevel = isTopLevel
      return result
    },
  }
  const content = root.children.filter((node) => node.type === 'element' || node.type === 'text')
  return { type: 'root', children: dresser.all(content) }
}

/** A table of contents, a wrapper for alignment: HTML that says nothing more here than what it holds. */
const wrapper: Dress = (node, dresser) => {
  const children = dresser.all(node.children)
  if (withoutBlanks(children).length === 0) return []
  const id = dresser.claim(said(node, 'id'))
  if (node.properties.dataFullWidth !== undefined) return [h('div', { className: ['is-full'], id }, children)]
  return id ? [h(node.tagName, { id }, children)] : children
}

const span: Dress = (node, dresser) => {
  const id = dresser.claim(said(node, 'id'))
  return id ? [h('span', { id }, dresser.all(node.children))] : dresser.all(node.children)
}

const quoted: Dress = (node, dresser) => [h('blockquote', withoutBlanks(dresser.inside(node.children)))]

const dresses: Record<string, Dress> = {
  Api: blocks.api,
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
  Ref: references.reference,
  Step: blocks.unwrapped,
  Stepper: blocks.stepper,
  Tab: blocks.strayTab,
  Tabs: blocks.tabs,
  a: text.link,
  blockquote: quoted,
  code: code.inlineCode,
  details: blocks.expandable,
  div: wrapper,
  figure: text.figure,
  h1: text.htmlHeading,
  h2: text.htmlHeading,
  h3: text.htmlHeading,
  h4: text.htmlHeading,
  h5: text.htmlHeading,
  h6: text.htmlHeading,
  i: text.italic,
  img: text.image,
  input: text.checkbox,
  mark: text.mark,
  ol: text.list,
  p: text.paragraph,
  picture: wrapper,
  pre: code.preformatted,
  section: wrapper,
  span,
  table: tables.table,
  tr: tables.row,
  ul: text.list,
}

function dressed(node: ElementContent, dresser: Dresser): ElementContent[] {
  if (!isElement(node)) return [node]
  const known = Object.hasOwn(dresses, node.tagName) ? dresses[node.tagName] : undefined
  if (!known) return [{ ...node, children: dresser.all(node.children) }]
  const { dataAt } = node.properties
  const drawn = known(node, dresser)
  return dataAt === undefined ? drawn : drawn.map((one) => placed(one, dataAt))
}

/** What a block is drawn as stands where the block does. */
function placed(node: ElementContent, dataAt: string | number | boolean | (string | number)[] | null) {
  return isElement(node) ? { ...node, properties: { dataAt, ...node.properties } } : node
}
