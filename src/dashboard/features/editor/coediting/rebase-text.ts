import type { Draft } from '../queries.ts'
import { type TextChange, wordChanges } from './text-changes.ts'

/** The draft on top of another version of its base. Nothing is asked: every word that either side wrote stays. */
export const rebaseDraft = (base: Draft, mine: Draft, theirs: Draft): Draft => ({
  title: rebaseText(base.title, mine.title, theirs.title),
  markdown: rebaseText(base.markdown, mine.markdown, theirs.markdown),
})

/**
 * Applies the changes from `base` to `mine` to `theirs`. What either side removed is gone, and both texts inserted at
 * the same place follow each other, theirs first. A change that both made is made once.
 */
export function rebaseText(base: string, mine: string, theirs: string): string {
  if (mine === base || mine === theirs) return theirs
  if (theirs === base) return mine
  const own = wordChanges(base, mine)
  const other = wordChanges(base, theirs)
  const result = words()
  let at = 0
  let [o, t] = [0, 0]
  let removedUntil = 0
  const keepUntil = (end: number) => {
    const from = Math.max(at, removedUntil)
    if (end > from) result.keep(base.slice(from, end))
    at = Math.max(at, end)
  }
  const insert = (change: TextChange, text: string) => {
    keepUntil(change.from)
    result.insert(text)
    removedUntil = Math.max(removedUntil, change.to)
  }
  for (;;) {
    const [a, b] = [own[o], other[t]]
    if (a === undefined && b === undefined) break
    if (a !== undefined && b !== undefined && a.from === b.from && a.to === b.to) {
      const both = oneOf(a.insert, b.insert)
      insert(b, both ?? b.insert)
      if (both === undefined) insert(a, a.insert)
      o++
      t++
    } else if (b !== undefined && (a === undefined || b.from <= a.from)) {
      insert(b, b.insert)
      t++
    } else if (a !== undefined) {
      insert(a, a.insert)
      o++
    }
  }
  keepUntil(base.length)
  return result.text()
}

/** The longer of two inserted texts if it begins with all words of the other one: a part of it had arrived before. */
function oneOf(a: string, b: string): string | undefined {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short === '') return undefined
  const isPart = long.startsWith(short) && !isInWord(long, short.length)
  return isPart ? long : undefined
}

const WORD = /[\p{L}\p{N}\p{M}_]/u

/** Whether a word goes on at an offset. */
function isInWord(text: string, at: number): boolean {
  return WORD.test(lastCharacter(text.slice(0, at))) && WORD.test(firstCharacter(text.slice(at)))
}
const lastCharacter = (text: string): string => [...text.slice(-2)].at(-1) ?? ''
const firstCharacter = (text: string): string => [...text.slice(0, 2)][0] ?? ''

/** A text in which inserted words do not run into their neighbors when what was between them is gone. */
function words() {
  let text = ''
  let endsWithInserted = false
  const add = (part: string, isInserted: boolean) => {
    if (part === '') return
    const touches = isInserted || endsWithInserted
    const joins = touches && WORD.test(lastCharacter(text)) && WORD.test(firstCharacter(part))
    text += joins ? ` ${part}` : part
    endsWithInserted = isInserted
  }
  return {
    keep: (part: string) => add(part, false),
    insert: (part: string) => add(part, true),
    text: () => text,
  }
}
