import type { BlockTagName, Span } from './nodes.ts'

/** A parsed `{% … %}` tag. */
export interface Tag {
  name: BlockTagName
  closing: boolean
  attributes: Record<string, string>
  spans: Record<string, Span>
}

interface TagRule {
  /** `needed`: dropped without an end tag; `optional`: standalone without one; `never`: always standalone. */
  end: 'needed' | 'optional' | 'never'
  /** The required parent block; the next sibling or the end of that block closes this one. */
  within?: BlockTagName
}

export const tagRules: Record<BlockTagName, TagRule> = {
  hint: { end: 'needed' },
  tabs: { end: 'needed' },
  tab: { end: 'needed', within: 'tabs' },
  stepper: { end: 'needed' },
  step: { end: 'needed', within: 'stepper' },
  columns: { end: 'needed' },
  column: { end: 'needed', within: 'columns' },
  'content-ref': { end: 'optional' },
  embed: { end: 'optional' },
  file: { end: 'optional' },
  code: { end: 'needed' },
  openapi: { end: 'optional' },
  swagger: { end: 'needed' },
  'swagger-description': { end: 'needed' },
  'swagger-parameter': { end: 'needed' },
  'swagger-response': { end: 'needed' },
  if: { end: 'needed' },
  include: { end: 'never' },
  updates: { end: 'needed' },
  update: { end: 'needed', within: 'updates' },
  prompt: { end: 'needed' },
  'openapi-schemas': { end: 'optional' },
  'openapi-webhook': { end: 'optional' },
  integration: { end: 'never' },
  'api-method': { end: 'needed' },
  'api-method-summary': { end: 'needed' },
  'api-method-description': { end: 'needed' },
  'api-method-spec': { end: 'needed' },
  'api-method-request': { end: 'needed' },
  'api-method-path-parameters': { end: 'needed' },
  'api-method-query-parameters': { end: 'needed' },
  'api-method-headers': { end: 'needed' },
  'api-method-cookies': { end: 'needed' },
  'api-method-body-parameters': { end: 'needed' },
  'api-method-form-data-parameters': { end: 'needed' },
  'api-method-parameter': { end: 'needed' },
  'api-method-response': { end: 'needed' },
  'api-method-response-example': { end: 'needed' },
  'api-method-response-example-description': { end: 'needed' },
}

const olderNames: Record<string, BlockTagName> = {
  'code-tabs': 'tabs',
  'code-tabs-item': 'tab',
  'page-ref': 'content-ref',
  'openapi-operation': 'openapi',
}

/** A block of another service, such as `@figma/embed`. */
const integrationName = /^@[a-z-]+\/[a-z-]+$/

/** The current name of a tag and whether the tag is closing; null for unknown names. */
export function parseTagName(word: string): { name: BlockTagName; closing: boolean } | null {
  if (integrationName.test(word)) return { name: 'integration', closing: false }
  const closing = word.startsWith('end') && word.length > 3
  const bare = closing ? word.slice(3) : word
  const name = Object.hasOwn(olderNames, bare) ? olderNames[bare] : bare
  return isTagName(name) && name !== 'integration' ? { name, closing } : null
}

/**
 * Parses one tag.
 * @param raw the text from `{%` to `%}`
 * @param offset where `raw` starts in the whole text, for the spans
 */
export function readTag(raw: string, offset: number): Tag | null {
  const match = /^\{%\s*(@[a-z][a-z/-]*|[a-z][a-z-]*)/.exec(raw)
  const tagName = match ? parseTagName(match[1] ?? '') : null
  if (!match || !tagName) return null
  const from = match[0].length
  const inner = raw.slice(from, -2)
  const values = tagName.name === 'if' ? readExpression(inner) : readAttributes(inner)
  const spans = Object.fromEntries(
    Object.entries(values).map(([key, { at, value }]) => {
      const start = offset + from + at
      return [key, { start, end: start + value.length }]
    }),
  )
  const attributes = Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, value]))
  if (tagName.name === 'integration') attributes[INTEGRATION] = match[1] ?? ''
  return { ...tagName, attributes, spans }
}

/** The attribute with the name of a block of another service, which no written attribute can have. */
export const INTEGRATION = '@'

interface AttributeValue {
  value: string
  at: number
}

function isTagName(name: string | undefined): name is BlockTagName {
  return name !== undefined && Object.hasOwn(tagRules, name)
}

function readExpression(inner: string): Record<string, AttributeValue> {
  const at = inner.length - inner.trimStart().length
  return { expression: { value: inner.trim(), at } }
}

const attribute = /([a-zA-Z][\w-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?|"([^"]*)"|'([^']*)'/dg

/** A value without a name is a URL, as in `include "x.md"`. */
function readAttributes(inner: string): Record<string, AttributeValue> {
  const values: [string, AttributeValue][] = []
  for (const match of inner.matchAll(attribute)) {
    const group = [2, 3, 4, 5, 6].find((index) => match[index] !== undefined)
    const at = (group !== undefined && match.indices?.[group]?.[0]) || 0
    const value = { value: group === undefined ? '' : (match[group] ?? ''), at }
    values.push([nameOf(match[1]), value])
  }
  return Object.fromEntries(values)
}

function nameOf(name: string | undefined): string {
  if (name === undefined || name === 'page') return 'url'
  return name.toLowerCase()
}
