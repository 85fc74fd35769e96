import type { DocumentNode } from '#contract/documents.ts'
import type { BlockTag, BlockTagName } from '../nodes.ts'
import { codeBlock } from './code.ts'
import { block, type Data, dataOf, fragment, voidBlock } from './make.ts'
import type { Reader } from './reader.ts'
import { referenceOf, specReference } from './references.ts'

/** Boxes of blocks: the node they are, and the attributes that are members of their data. */
const boxes: Partial<Record<BlockTagName, { type: string; said: readonly string[]; only?: BlockTagName }>> = {
  hint: { type: 'hint', said: ['style', 'icon'] },
  tabs: { type: 'tabs', said: [], only: 'tab' },
  tab: { type: 'tabs-item', said: ['title', 'icon'] },
  stepper: { type: 'stepper', said: [], only: 'step' },
  step: { type: 'stepper-step', said: ['icon'] },
  columns: { type: 'columns', said: [], only: 'column' },
  column: { type: 'column', said: ['width', 'verticalAlignment'] },
}
/** Tags that must stand in their box. */
const parts = new Set<BlockTagName>(['tab', 'step', 'column'])

/** A tag as its block; null when no node can say what it says. */
export function tagBlock(node: BlockTag, { blocks, keyed }: Reader): DocumentNode | null {
  const { name, attributes, children } = node
  if (parts.has(name)) return null
  if (boxes[name] !== undefined) return boxOf(node, blocks)
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
      return keyed(only, codeBlock(only, data))
    }
    case 'content-ref':
      return refOf(node, 'content-ref', 'url', caption())
    case 'file':
      return refOf(node, 'file', attributes.src === undefined ? 'url' : 'src', caption())
    case 'include':
      return refOf(node, 'reusable-content', 'url', [])
    case 'embed': {
      const { url, ...rest } = attributes
      return url ? voidBlock('embed', { url, ...others(rest) }, caption()) : null
    }
    case 'openapi': {
      return voidBlock('openapi-operation', operationData(attributes), caption())
    }
    default:
      return null
  }
}

/** A specification by its slug, else by its address; what is neither stays as it is written. */
function operationData({ src, spec, path, method, ...rest }: Record<string, string>): Data {
  const named = specReference(spec)
  const ref = named ?? (src === undefined ? undefined : referenceOf(src))
  const more = {
    ...rest,
    ...(spec !== undefined && named === undefined ? { spec } : {}),
    ...(src !== undefined && named !== undefined ? { src } : {}),
  }
  return { ref, path, method, ...others(more) }
}

function boxOf({ name, attributes, children }: BlockTag, blocks: Reader['blocks']): DocumentNode | null {
  const { type, said, only } = boxes[name] ?? { type: name, said: [] }
  const isWhole = children.every(
    (child) => only === undefined || (child.type === 'blockTag' && child.name === only),
  )
  if (!isWhole) return null
  const [data, rest] = parted(attributes, said)
  if (type === 'hint') data.style ??= 'info'
  const nodes =
    only === undefined
      ? blocks(children)
      : children.flatMap((child) => (child.type === 'blockTag' ? (boxOf(child, blocks) ?? []) : []))
  return block(type, { ...data, ...others(rest) }, nodes)
}

function refOf(
  { attributes }: BlockTag,
  type: string,
  name: string,
  caption: DocumentNode[],
): DocumentNode | null {
  const { [name]: url, ...rest } = attributes
  return url ? voidBlock(type, { ref: referenceOf(url), ...others(rest) }, caption) : null
}

/** The attributes that are not members of their own. */
const others = (rest: Record<string, string>): Data =>
  Object.keys(rest).length === 0 ? {} : { attributes: rest }

/** Attribute names are read in lower case; members are spelled as they are written down. */
function parted(
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
  const [data, rest] = parted(attributes, ['title', 'overflow', ...flags])
  for (const flag of flags) {
    const value = data[flag]
    if (value === undefined) continue
    if (value !== 'true' && value !== 'false' && value !== '') return null
    data[flag] = value !== 'false'
  }
  if (data.overflow !== undefined && data.overflow !== 'wrap' && data.overflow !== 'scroll') return null
  return { ...data, ...others(rest) }
}
