import type { BlockTagName, Span } from './nodes.ts'

/** What one `{% … %}` says. */
export interface Tag {
  name: BlockTagName
  closing: boolean
  attributes: Record<string, string>
  spans: Record<string, Span>
}

interface TagRule {
  /** `needed`: without an end the tag is dropped; `optional`: it then stands alone; `never`: it always does. */
  end: 'needed' | 'optional' | 'never'
  /** The block this one must stand in; the next sibling or the end of that block closes it. */
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
}

const olderNames: Record<string, BlockTagName> = {
  'code-tabs': 'tabs',
  'code-tabs-item': 'tab',
  'page-ref': 'content-ref',
  'openapi-operation': 'openapi',
}

/** The tag's name as we keep it, whether it opens or closes; null when the word is no tag of ours. */
export function tagNamed(word: string): { name: BlockTagName; closing: boolean } | null {
  const closing = word.startsWith('end') && word.length > 3
  const bare = closing ? word.slice(3) : word
  const name = Object.hasOwn(olderNames, bare) ? olderNames[bare] : bare
  return isTagName(name) ? { name, closing } : null
}

/**
 * Reads one tag.
 * @param raw the text from `{%` to `%}`
 * @param offset where `raw` starts in the whole text, for the spans
 */
export function readTag(raw: string, offset: number): Tag | null {
  const word = /^\{%\s*([a-z][a-z-]*)/.exec(raw)
  const named = word ? tagNamed(word[1] ?? '') : null
  if (!word || !named) return null
  const from = word[0].length
  const inner = raw.slice(from, -2)
  const read = named.name === 'if' ? readExpression(inner) : readAttributes(inner)
  const spans = Object.fromEntries(
    Object.entries(read).map(([key, { at, value }]) => {
      const start = offset + from + at
      return [key, { start, end: start + value.length }]
    }),
  )
  const attributes = Object.fromEntries(Object.entries(read).map(([key, { value }]) => [key, value]))
  return { ...named, attributes, spans }
}

interface Value {
  value: string
  at: number
}

function isTagName(name: string | undefined): name is BlockTagName {
  return name !== undefined && Object.hasOwn(tagRules, name)
}

function readExpression(inner: string): Record<string, Value> {
  const at = inner.length - inner.trimStart().length
  return { expression: { value: inner.trim(), at } }
}

const attribute = /([a-zA-Z][\w-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?|"([^"]*)"|'([^']*)'/dg

/** A value without a name, as in `include "x.md"`, is an address. */
function readAttributes(inner: string): Record<string, Value> {
  const values: [string, Value][] = []
  for (const match of inner.matchAll(attribute)) {
    const group = [2, 3, 4, 5, 6].find((index) => match[index] !== undefined)
    const at = (group !== undefined && match.indices?.[group]?.[0]) || 0
    const value = { value: group === undefined ? '' : (match[group] ?? ''), at }
    values.push([nameOf(match[1]), value])
  }
  return Object.fromEntries(values)
}

function nameOf(word: string | undefined): string {
  if (word === undefined || word === 'page') return 'url'
  return word.toLowerCase()
}
