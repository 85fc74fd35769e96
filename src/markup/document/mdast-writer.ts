import type { Nodes, Parents } from 'mdast'
import type { Handle, Info, State } from 'mdast-util-to-markdown'
import remarkGfm from 'remark-gfm'
import remarkStringify, { type Options } from 'remark-stringify'
import { unified } from 'unified'
import type { BlockTag, Formula } from '../nodes.ts'
import { INTEGRATION, tagRules } from '../tags.ts'

const blockTag: Handle = (node: BlockTag, _parent: Parents | undefined, state: State, info: Info) => {
  const open = tagLine(node)
  if (tagRules[node.name].end === 'never') return open
  const content = state.containerFlow(node, info)
  const close = `{% end${tagWord(node)} %}`
  if (content === '') return `${open}\n${close}`
  const [before, after] = [
    isTight(node.children.at(0)) ? '\n' : '\n\n',
    isTight(node.children.at(-1)) ? '\n' : '\n\n',
  ]
  return `${open}${before}${content}${after}${close}`
}

/** Nodes that need no empty line between them and the tag around them. */
const isTight = (node: Nodes | undefined): boolean =>
  node !== undefined && ['paragraph', 'heading', 'code', 'blockTag'].includes(node.type)

/** An operation of a specification with a slug, and a block of another service, have separate tag names. */
const tagWord = ({ name, attributes }: BlockTag): string =>
  name === 'openapi' && attributes.spec !== undefined
    ? 'openapi-operation'
    : (attributes[INTEGRATION] ?? name)

function tagLine(node: BlockTag): string {
  const { name, attributes } = node
  if (name === 'if') return `{% if ${attributes.expression ?? ''} %}`
  const written = Object.entries(attributes).filter(([key]) => key !== INTEGRATION)
  const attributeList = written.map(([key, value]) => {
    if (key === 'url' && name === 'include') return quote(value)
    return `${key}=${quote(value)}`
  })
  return ['{%', tagWord(node), ...attributeList, '%}'].join(' ')
}

const quote = (value: string): string => (value.includes('"') ? `'${value}'` : `"${value}"`)

const formula: Handle = (node: Formula, parent: Parents | undefined) =>
  parent?.type === 'paragraph' && parent.children.length === 1 ? `$$\n${node.value}\n$$` : `$$${node.value}$$`

/**
 * A writer with other options. Each has options of its own: a plugin that is used again changes the options of every copy
 * of its processor.
 */
export const mdastWriterWith = (options: Options) =>
  unified()
    .use(remarkGfm, { tablePipeAlign: false })
    .use(remarkStringify, {
      bullet: '*',
      emphasis: '*',
      // `_` cannot be a bullet, so that a rule can be the only content of a list item.
      rule: '_',
      fences: true,
      incrementListMarker: true,
      listItemIndent: 'one',
      handlers: { blockTag, formula },
      unsafe: [
        { character: '{', after: '%' },
        { character: '$', after: '\\$' },
      ],
      ...options,
    })
    .freeze()

/** Writes a Markdown tree, including tags and formulas, as text that parses to the same tree. */
export const mdastWriter = mdastWriterWith({})
