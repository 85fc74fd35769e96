import { normalizedText } from '../content/texts.ts'
import type { LineAlignment } from '../db/tables/imports.ts'
import { textOfFile } from './text-of-file.ts'

/** The lines of a file and of the text that was stored for it, line by line. */
export type AlignedLines = {
  /** Lines before the text: front matter and title. */
  readonly head: readonly string[]
  /** The lines of the text as they are in the file. */
  readonly written: readonly string[]
  /** The same lines as they were stored, with links by id. */
  readonly stored: readonly string[]
  /** Line breaks at the end of the file. */
  readonly end: string
}

export const linesOfFile = (bytes: Buffer): string[] => normalizedText(textOfFile(bytes)).split('\n')

/**
 * Relates a stored text to its file: the text is the end of the file, and its lines only differ in their URLs. Null if
 * it was converted, and so has other lines.
 */
export function alignmentOf(bytes: Buffer, text: string): LineAlignment | null {
  const file = withoutEnd(linesOfFile(bytes)).lines
  const stored = text.trim() === '' ? [] : withoutEnd(text.split('\n')).lines
  const head = file.length - stored.length
  if (head < 0) return null
  const changed: Record<number, string> = {}
  let unrelated = 0
  for (const [index, line] of stored.entries()) {
    const written = file[head + index] ?? ''
    if (line === written) continue
    changed[index] = line
    if (!isRelated(line, written)) unrelated += 1
  }
  return unrelated > 2 + stored.length / 20 ? null : { head, changed }
}

export function alignedLines(bytes: Buffer, { head, changed }: LineAlignment): AlignedLines {
  const { lines, end } = withoutEnd(linesOfFile(bytes))
  const written = lines.slice(head)
  return {
    head: lines.slice(0, head),
    written,
    stored: written.map((line, index) => changed[index] ?? line),
    end,
  }
}

/** Texts end with or without a line break, depending on who wrote them last. */
export function withoutEnd(lines: readonly string[]): {
  readonly lines: readonly string[]
  readonly end: string
} {
  let count = lines.length
  while (count > 0 && (lines[count - 1] ?? '').trim() === '') count -= 1
  return {
    lines: lines.slice(0, count),
    end: lines
      .slice(count)
      .map((line) => `\n${line}`)
      .join(''),
  }
}

/** Whether a line could be a stored line with other URLs: all between the URLs is there, in this order. */
function isRelated(stored: string, written: string): boolean {
  const pieces = stored.split(
    /\/(?:pages|files|reusable-contents)\/[\w-]+(?:[?#][^\s"'<>()]*)?|(?<=[("])#[^\s"'<>()]+/,
  )
  if (pieces.length < 2) return false
  let from = 0
  for (const piece of pieces) {
    const at = written.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  return true
}
