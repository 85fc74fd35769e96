import type { Block } from './blocks.ts'
import type { Span } from './nodes.ts'

/** The first line of a code block in the language `suggestion`, which proposes other Markdown for the commented block. */
const OPENING = /^(?<fence>`{3,}|~{3,})suggestion[ \t]*$/m

export type Suggestion = Span & {
  /** The proposed Markdown; empty to delete the block. */
  readonly text: string
}

/** The first suggestion in the Markdown of a comment, and where it is. */
export function suggestionIn(comment: string): Suggestion | null {
  const opening = OPENING.exec(comment)
  if (opening === null) return null
  const { fence = '' } = opening.groups ?? {}
  const [, ...lines] = comment.slice(opening.index).split('\n')
  const closing = lines.findIndex((line) => line.trimEnd() === fence)
  if (closing === -1) return null
  const text = lines.slice(0, closing).join('\n')
  const length = [opening[0], ...lines.slice(0, closing + 1)].join('\n').length
  return { text, start: opening.index, end: opening.index + length }
}

/** A suggestion as a comment contains it. Its fence is longer than every one in the text. */
export function writeSuggestion(text: string): string {
  const longest = Math.max(2, ...text.matchAll(/`+/g).map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}suggestion\n${text}\n${fence}`
}

const CHECKBOX = /\[[ xX]\][ \t]+$/

/** What continues a block on its further lines: the quote marks and the indentation of the lists around it. */
const continuationOf = (markdown: string, start: number): string =>
  markdown
    .slice(markdown.lastIndexOf('\n', start - 1) + 1, start)
    .replace(CHECKBOX, '')
    .replace(/[^>\t]/g, ' ')

/** The Markdown of a block without what the quotes and lists around it add to its further lines. */
export function sourceOf(markdown: string, { start, end }: Span): string {
  const continuation = continuationOf(markdown, start)
  const [first = '', ...rest] = markdown.slice(start, end).split(/\r?\n/)
  const isPrefixed = (line: string) => line.startsWith(continuation)
  return [first, ...rest.map((line) => (isPrefixed(line) ? line.slice(continuation.length) : line))].join(
    '\n',
  )
}

/** The Markdown after a block was replaced, which stays in the quotes and lists around it. All other characters stay. */
export function replaceBlock(
  markdown: string,
  { start, end }: Pick<Block, 'start' | 'end'>,
  text: string,
): string {
  const before = markdown.slice(0, start)
  const after = markdown.slice(end)
  // A deleted block takes the empty lines before the next one with it.
  if (text.trim() === '') return before + after.replace(/^(?:[ \t]*\n)+/, '')
  const newLine = markdown.includes('\r\n') ? '\r\n' : '\n'
  const continuation = continuationOf(markdown, start)
  const lines = text.split('\n').map((line, nth) => {
    if (nth === 0) return line
    return line === '' ? continuation.trimEnd() : continuation + line
  })
  return before + lines.join(newLine) + after
}
