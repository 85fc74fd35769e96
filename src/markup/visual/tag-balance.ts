import { parseTagName, tagRules } from '../tags.ts'
import type { PageBlock } from './page.ts'

const part = /\{%\s*([a-z][a-z-]*)|<(\/?details)\b/gi
const balanced = new WeakMap<PageBlock, boolean>()

/** Whether a text has a part that can begin or end a block around other blocks. */
export const hasParts = (source: string): boolean => /\{%|<\/?details\b/i.test(source)

/** Whether all parts of a block are paired in it, so that none can be paired with those of another block. */
export function isBalanced(block: PageBlock): boolean {
  const known = balanced.get(block)
  if (known !== undefined) return known
  const result = !hasParts(block.source) || isPaired(block.source)
  balanced.set(block, result)
  return result
}

function isPaired(source: string): boolean {
  const open = new Map<string, number>()
  for (const [, tag = '', html] of source.matchAll(part)) {
    const word = parseTagName(tag)
    const name = html === undefined ? word?.name : 'details'
    if (name === undefined) continue
    const isClosing = html === undefined ? word?.closing === true : html.startsWith('/')
    const count = (open.get(name) ?? 0) + (isClosing ? -1 : 1)
    if (count < 0) return false
    open.set(name, count)
  }
  return [...open].every(([name, count]) => count === 0 || !needsEnd(name))
}

function needsEnd(name: string): boolean {
  const rule = Object.entries(tagRules).find(([tag]) => tag === name)?.[1]
  return rule === undefined || (rule.end === 'needed' && rule.within === undefined)
}
