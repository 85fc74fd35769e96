import { type ApiBlock, operationBlock, quoted } from '../api-blocks.ts'
import type { BlockTag } from '../nodes.ts'
import { parseMarkdown } from '../parse.ts'

/** A block that shows an operation, a webhook or models of a specification; empty where an attribute is missing. */
export type OperationTag = {
  readonly kind: 'operation' | 'webhook' | 'models'
  readonly spec: string
  readonly method: string
  readonly path: string
  /** Names of models; none means all of them. */
  readonly models: readonly string[]
}

const kinds: Partial<Record<BlockTag['name'], OperationTag['kind']>> = {
  openapi: 'operation',
  'openapi-webhook': 'webhook',
  'openapi-schemas': 'models',
}

/** What a block of source shows of a specification; null if it is any other block. */
export function operationTagIn(source: string): OperationTag | null {
  const tag = onlyTag(source)
  const kind = tag === null ? undefined : kinds[tag.name]
  if (tag === null || kind === undefined) return null
  const value = (...names: string[]) => tag.attributes[nameOf(tag, ...names)]?.trim() ?? ''
  const models = value('schemas').split(',')
  return {
    kind,
    spec: value('spec', 'src'),
    method: value('method').toLowerCase(),
    path: value('path', 'name'),
    models: models.map((name) => name.trim()).filter(Boolean),
  }
}

function onlyTag(source: string): BlockTag | null {
  const [only, ...more] = /^\s*\{%/.test(source) ? parseMarkdown(source).children : []
  return only?.type === 'blockTag' && more.length === 0 ? only : null
}

/** The first of these names that a tag has as an attribute, else the first. */
const nameOf = ({ attributes }: BlockTag, ...names: string[]): string =>
  names.find((name) => attributes[name] !== undefined) ?? names[0] ?? ''

/** The source with another operation. Everything else in it keeps its bytes. */
export function withOperation(source: string, operation: ApiBlock): string {
  const tag = onlyTag(source)
  if (tag === null) return operationBlock(operation)
  const { spec, method, path } = operation
  const values = { [nameOf(tag, 'spec', 'src')]: spec, [nameOf(tag, 'path', 'name')]: path, method }
  const spans = Object.entries(values).sort(([a], [b]) => startOf(tag, b) - startOf(tag, a))
  const written = spans.reduce((text, [name, value]) => withValue(text, tag, name, value), source)
  const read = operationTagIn(written)
  const isRead = read?.spec === spec && read.method === method && read.path === path
  return isRead ? written : operationBlock(operation)
}

const startOf = ({ spans }: BlockTag, name: string): number => spans[name]?.start ?? -1

/** Later attributes are written first, so that the spans of the others stay right; missing ones are added last. */
function withValue(source: string, { spans }: BlockTag, name: string, value: string): string {
  const span = spans[name]
  if (span === undefined) return source.replace(/\s*%\}/, (end) => ` ${name}=${quoted(value)}${end}`)
  const quote = source[span.start - 1] ?? ''
  const isQuoted = quote === '"' || quote === "'"
  if (isQuoted && !value.includes(quote)) return source.slice(0, span.start) + value + source.slice(span.end)
  const [start, end] = isQuoted ? [span.start - 1, span.end + 1] : [span.start, span.end]
  return source.slice(0, start) + quoted(value) + source.slice(end)
}
