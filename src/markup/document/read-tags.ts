import type { RootContent } from 'mdast'
import type { DocumentNode } from '#contract/documents.ts'
import type { BlockTag, BlockTagName } from '../nodes.ts'
import { codeBlock } from './code.ts'
import { block, type Data, dataOf, fragment, voidBlock } from './nodes.ts'
import { referenceOf, specReference } from './references.ts'

/** The recursive functions that readers of single blocks use. */
export type Reader = {
  readonly blocks: (nodes: readonly RootContent[]) => DocumentNode[]
  /** Adds the key of the source node to a block. */
  readonly withKey: (from: RootContent, block: DocumentNode) => DocumentNode
}

/** Tags that contain blocks: their node type, and the attributes that are members of its data. */
const containers: Partial<
  Record<BlockTagName, { type: string; members: readonly string[]; only?: BlockTagName }>
> = {
  hint: { type: 'hint', members: ['style', 'icon'] },
  tabs: { type: 'tabs', members: [], only: 'tab' },
  tab: { type: 'tabs-item', members: ['title', 'icon'] },
  stepper: { type: 'stepper', members: [], only: 'step' },
  step: { type: 'stepper-step', members: ['icon'] },
  columns: { type: 'columns', members: [], only: 'column' },
  column: { type: 'column', members: ['width', 'verticalAlignment'] },
  updates: { type: 'updates', members: ['format'], only: 'update' },
  update: { type: 'update', members: ['date', 'tags', 'title'] },
  prompt: { type: 'prompt', members: ['description', 'icon', 'defaultExpanded'] },
}
/** Tags that must be inside their parent tag. */
const nestedOnly = new Set<BlockTagName>(['tab', 'step', 'column', 'update'])

/** A tag as its block; null if no node type can represent it. */
export function tagBlock(node: BlockTag, { blocks, withKey }: Reader): DocumentNode | null {
  const { name, attributes, children } = node
  if (nestedOnly.has(name)) return null
  if (containers[name] !== undefined) return containerOf(node, blocks)
  const caption = () => {
    const nodes = blocks(children)
    return nodes.length === 0 ? [] : [fragment('caption', nodes)]
  }
  switch (name) {
    case 'if':
      return block('if', { expression: attributes.expression ?? '' }, blocks(children))
    case 'code': {
      const [only, ...more] = children
      const data = codeData(attributes)
      if (only?.type !== 'code' || more.length > 0 || data === null) return null
      return withKey(only, codeBlock(only, data))
    }
    case 'content-ref':
      return refOf(node, 'content-ref', 'url', caption())
    case 'file':
      return refOf(node, 'file', attributes.src === undefined ? 'url' : 'src', caption())
    case 'include':
      return refOf(node, 'reusable-content', 'url', [])
    case 'embed': {
      const { url, ...rest } = attributes
      return url ? voidBlock('embed', { url, ...otherAttributes(rest) }, caption()) : null
    }
    case 'openapi': {
      return voidBlock('openapi-operation', operationData(attributes), caption())
    }
    default:
      return null
  }
}

/** References a specification by its slug, else by its URL; other values remain attributes. */
function operationData({ src, spec, path, method, ...rest }: Record<string, string>): Data {
  const slugReference = specReference(spec)
  const ref = slugReference ?? (src === undefined ? undefined : referenceOf(src))
  const more = {
    ...rest,
    ...(spec !== undefined && slugReference === undefined ? { spec } : {}),
    ...(src !== undefined && slugReference !== undefined ? { src } : {}),
  }
  return { ref, path, method, ...otherAttributes(more) }
}

function containerOf(
  { name, attributes, children }: BlockTag,
  blocks: Reader['blocks'],
): DocumentNode | null {
  const { type, members, only } = containers[name] ?? { type: name, members: [] }
  const isWhole = children.every(
    (child) => only === undefined || (child.type === 'blockTag' && child.name === only),
  )
  if (!isWhole) return null
  const [data, rest] = splitAttributes(attributes, members)
  if (type === 'hint') data.style ??= 'info'
  const nodes =
    only === undefined
      ? blocks(children)
      : children.flatMap((child) => (child.type === 'blockTag' ? (containerOf(child, blocks) ?? []) : []))
  return block(type, { ...data, ...otherAttributes(rest) }, nodes)
}

function refOf(
  { attributes }: BlockTag,
  type: string,
  name: string,
  caption: DocumentNode[],
): DocumentNode | null {
  const { [name]: url, ...rest } = attributes
  return url ? voidBlock(type, { ref: referenceOf(url), ...otherAttributes(rest) }, caption) : null
}

/** Attributes that are not members of the data. */
const otherAttributes = (rest: Record<string, string>): Data =>
  Object.keys(rest).length === 0 ? {} : { attributes: rest }

/** Splits off attributes that are members of the data. Attribute names are lower-case, members are camelCase. */
function splitAttributes(
  attributes: Record<string, string>,
  members: readonly string[],
): [Data, Record<string, string>] {
  const rest = { ...attributes }
  const data: Data = {}
  for (const member of members) {
    data[member] = rest[member.toLowerCase()]
    delete rest[member.toLowerCase()]
  }
  return [dataOf(data), rest]
}

const flags = ['lineNumbers', 'fullWidth', 'expandable'] as const

function codeData(attributes: Record<string, string>): Data | null {
  const [data, rest] = splitAttributes(attributes, ['title', 'overflow', ...flags])
  for (const flag of flags) {
    const value = data[flag]
    if (value === undefined) continue
    if (value !== 'true' && value !== 'false' && value !== '') return null
    data[flag] = value !== 'false'
  }
  if (data.overflow !== undefined && data.overflow !== 'wrap' && data.overflow !== 'scroll') return null
  return { ...data, ...otherAttributes(rest) }
}
