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

/** The operation of a tag that names a specification, in its newer or its older form; null for other tags. */
export const apiBlockOfTag = ({ name, attributes }: BlockTag): ApiBlock | null =>
  name === 'openapi' || name === 'swagger' ? apiBlockOf(attributes) : null

/** The operation with these attributes; null if some are missing. */
export function apiBlockOf(attributes: Readonly<Record<string, string>>): ApiBlock | null {
  const spec = (attributes.spec ?? attributes.src ?? '').trim()
  const path = (attributes.path ?? '').trim()
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

/** The anchor of an operation on its page. */
export const operationAnchor = ({ method, path }: Pick<ApiBlock, 'method' | 'path'>): string =>
  `${method}-${path}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')

export const apiBlockKey = ({ spec, method, path }: ApiBlock): string => `${method} ${path} ${spec}`
