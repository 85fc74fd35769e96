import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { type ApiOperation, operationMethods } from '#contract/openapi-operations.ts'
import type { BlockTag } from './nodes.ts'

/** Which operation a block shows: of the specification with that slug, or with that address as its source. */
export interface ApiBlock {
  spec: string
  method: ApiOperation['method']
  path: string
}

/** Longest name of a specification that is looked for; addresses are no longer. */
const longestSpec = 2048

/** Quick, and true at times for a text without such a block. */
export const mayShowApi = (body: string): boolean => /\{%-?\s*openapi/.test(body)

/** What an `openapi` tag shows; null when it does not say enough. */
export function apiBlockOf(attributes: Readonly<Record<string, string>>): ApiBlock | null {
  const spec = (attributes.spec ?? attributes.src ?? '').trim()
  const path = (attributes.path ?? '').trim()
  const word = (attributes.method ?? '').trim().toLowerCase()
  const method = operationMethods.find((one) => one === word)
  return method === undefined || spec === '' || spec.length > longestSpec || path === ''
    ? null
    : { spec, method, path }
}

/** The operations that a parsed text shows, each once. */
export function apiBlocksIn(root: Root): ApiBlock[] {
  const blocks = new Map<string, ApiBlock>()
  visit(root, 'blockTag', ({ name, attributes }: BlockTag) => {
    const block = name === 'openapi' ? apiBlockOf(attributes) : null
    if (block !== null) blocks.set(keyOf(block), block)
  })
  return [...blocks.values()]
}

/** What the address of a page names the place of an operation by. */
export const anchorOfOperation = ({ method, path }: Pick<ApiBlock, 'method' | 'path'>): string =>
  `${method}-${path}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')

export const keyOf = ({ spec, method, path }: ApiBlock): string => `${method} ${path} ${spec}`
