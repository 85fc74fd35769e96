import type { Nodes, Parents } from 'mdast'
import type { Handle, Info, State } from 'mdast-util-to-markdown'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import type { BlockTag, Formula } from '../nodes.ts'
import { tagRules } from '../tags.ts'

const blockTag: Handle = (node: BlockTag, _parent: Parents | undefined, state: State, info: Info) => {
  const open = tagLine(node)
  if (tagRules[node.name].end === 'never') return open
  const inside = state.containerFlow(node, info)
  const close = `{% end${wordOf(node)} %}`
  if (inside === '') return `${open}\n${close}`
  const [before, after] = [
    isTight(node.children.at(0)) ? '\n' : '\n\n',
    isTight(node.children.at(-1)) ? '\n' : '\n\n',
  ]
  return `${open}${before}${inside}${after}${close}`
}

/** What needs no empty line between itself and the tag around it. */
const isTight = (node: Nodes | undefined): boolean =>
  node !== undefined && ['paragraph', 'heading', 'code', 'blockTag'].includes(node.type)

/** An operation of a specification that is known by its slug has a tag of its own. */
const wordOf = ({ name, attributes }: BlockTag): string =>
  name === 'openapi' && attributes.spec !== undefined ? 'openapi-operation' : name

function tagLine(node: BlockTag): string {
  const { name, attributes } = node
  if (name === 'if') return `{% if ${attributes.expression ?? ''} %}`
  const said = Object.entries(attributes).map(([key, value]) => {
    if (key === 'url' && name === 'include') return quoted(value)
    return `${key}=${quoted(value)}`
  })
  return ['{%', wordOf(node), ...said, '%}'].join(' ')
}

const quoted = (value: string): string => (value.includes('"') ? `'${value}'` : `"${value}"`)

const formula: Handle = (node: Formula, parent: Parents | undefined) =>
  parent?.type === 'paragraph' && parent.children.length === 1 ? `$$\n${node.value}\n$$` : `$$${node.value}$$`

/** Writes a tree of Markdown, tags and formulas included, as a text that is read back to the same tree. */
export const mdastWriter = unified()
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, {
    bullet: '*',
    emphasis: '*',
    // A bullet is never made of it, so a rule may be all that an item holds.
    rule: '_',
    fences: true,
    incrementListMarker: true,
    listItemIndent: 'one',
    handlers: { blockTag, formula },
    unsafe: [
      { character: '{', after: '%' },
      { character: '$', after: '\\$' },
    ],
  })
  .freeze()
