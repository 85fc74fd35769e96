import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { type ApiOperation, operationMethods } from '#contract/openapi-operations.ts'
import type { BlockTag } from './nodes.ts'

/** The operation that a block shows; `spec` is the slug of the specification or its source URL. */
export interface ApiBlock {
  spec: string
  method: ApiOperation['method']
  path: string
}

/** Longer names cannot be a slug or URL of a specification. */
const MAX_SPEC_LENGTH = 2048

/** A quick check whether a text may show operations; it can return false positives. */
export const mayContainApiBlock = (body: string): boolean => /\{%-?\s*(?:openapi|swagger)\b/.test(body)

/** Whether a tag shows an operation or webhook of a specification that its attributes name. */
export const namesOperation = (name: BlockTag['name']): boolean =>
  name === 'openapi' || name === 'swagger' || name === 'openapi-webhook'

/** The operation or webhook of a tag that names a specification; null for other tags. */
export const apiBlockOfTag = ({ name, attributes }: BlockTag): ApiBlock | null =>
  namesOperation(name) ? apiBlockOf(attributes) : null

/** An attribute value in quotes. One with both kinds is percent-encoded, since tags have no other escapes. */
export function quoted(value: string): string {
  if (!value.includes('"')) return `"${value}"`
  return value.includes("'") ? `"${value.replaceAll('"', '%22')}"` : `'${value}'`
}

/** The Markdown that shows an operation. */
export const operationBlock = ({ spec, method, path }: ApiBlock): string =>
  `{% openapi-operation spec=${quoted(spec)} path=${quoted(path)} method="${method}" %}\n{% endopenapi-operation %}`

/** The operation with these attributes; null if some are missing. */
export function apiBlockOf(attributes: Readonly<Record<string, string>>): ApiBlock | null {
  const spec = (attributes.spec ?? attributes.src ?? '').trim()
  const path = (attributes.path ?? attributes.name ?? '').trim()
  const methodName = (attributes.method ?? '').trim().toLowerCase()
  const method = operationMethods.find((candidate) => candidate === methodName)
  return method === undefined || spec === '' || spec.length > MAX_SPEC_LENGTH || path === ''
    ? null
    : { spec, method, path }
}

/** The operations that a parsed text shows, each once. */
export function apiBlocksIn(root: Root): ApiBlock[] {
  const blocks = new Map<string, ApiBlock>()
  visit(root, 'blockTag', (node: BlockTag) => {
    const block = apiBlockOfTag(node)
    if (block !== null) blocks.set(apiBlockKey(block), block)
  })
  return [...blocks.values()]
}

/** The schemas that a block shows; all of the specification if none are named. */
export interface SchemasBlock {
  spec: string
  names: string[]
}

/** Names of one block. */
const MAX_NAMES = 200

/** The schemas with these attributes; null if the specification is missing. */
export function schemasBlockOf(attributes: Readonly<Record<string, string>>): SchemasBlock | null {
  const spec = (attributes.spec ?? attributes.src ?? '').trim()
  const names = (attributes.schemas ?? '').split(',').map((name) => name.trim())
  if (spec === '' || spec.length > MAX_SPEC_LENGTH) return null
  return { spec, names: names.filter(Boolean).slice(0, MAX_NAMES) }
}

/** The schemas that a parsed text shows, each block once. */
export function schemasBlocksIn(root: Root): SchemasBlock[] {
  const blocks = new Map<string, SchemasBlock>()
  visit(root, 'blockTag', ({ name, attributes }: BlockTag) => {
    const block = name === 'openapi-schemas' ? schemasBlockOf(attributes) : null
    if (block !== null) blocks.set(schemasBlockKey(block), block)
  })
  return [...blocks.values()]
}

export const schemasBlockKey = ({ spec, names }: SchemasBlock): string => `${spec} ${names.join(',')}`

/** The anchor of an operation on its page. */
export const operationAnchor = ({ method, path }: Pick<ApiBlock, 'method' | 'path'>): string =>
  `${method}-${path}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')

export const apiBlockKey = ({ spec, method, path }: ApiBlock): string => `${method} ${path} ${spec}`
