import { diffArrays, diffChars } from 'diff'
import * as Y from 'yjs'
import { coeditedTexts, MAX_COEDITED_TEXT_LENGTH } from '#contract/coediting.ts'

/** The title and Markdown of a page. */
export type PageText = { readonly title: string; readonly markdown: string }

const names = Object.values(coeditedTexts)

/** A Yjs document with the texts of a page. */
export function newDocument(text: PageText): Y.Doc {
  const doc = new Y.Doc()
  change(doc, text)
  return doc
}

/** The document that some updates add up to. */
export function documentOf(updates: Iterable<Uint8Array>): Y.Doc {
  const doc = new Y.Doc()
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update)
  })
  return doc
}

/** What a document contains; a title has one line. */
export const textOf = (doc: Y.Doc): PageText => ({
  title: doc
    .getText(coeditedTexts.title)
    .toString()
    .replace(/\s*[\r\n]\s*/g, ' '),
  markdown: doc.getText(coeditedTexts.markdown).toString(),
})

export const isSameText = (a: PageText, b: PageText): boolean =>
  a.title === b.title && a.markdown === b.markdown

/** Changes only what differs from a text, as one more author would. Returns the update, null without a difference. */
export function changeTo(doc: Y.Doc, text: PageText): Uint8Array | null {
  if (isSameText(textOf(doc), text)) return null
  const before = Y.encodeStateVector(doc)
  change(doc, text)
  return Y.encodeStateAsUpdate(doc, before)
}

function change(doc: Y.Doc, text: PageText): void {
  doc.transact(() => {
    for (const name of names) applyDifference(doc.getText(name), text[name])
  })
}

/** Differing lines beyond these are replaced as a whole: comparing them letter by letter would take too long. */
const MAX_COMPARED_LETTERS = 4000

function applyDifference(shared: Y.Text, next: string): void {
  let at = 0
  const replace = (removed: string, added: string): void => {
    if (removed.length > 0) shared.delete(at, removed.length)
    if (added.length > 0) shared.insert(at, added)
    at += added.length
  }
  for (const { kept, removed, added } of differenceOf(shared.toString(), next)) {
    at += kept
    if (removed.length + added.length > MAX_COMPARED_LETTERS) replace(removed, added)
    else {
      for (const part of diffChars(removed, added)) {
        if (part.added) replace('', part.value)
        else if (part.removed) replace(part.value, '')
        else at += part.value.length
      }
    }
  }
}

type Difference = { readonly kept: number; readonly removed: string; readonly added: string }

/** The runs of lines in which two texts differ, each after so many letters that both have. */
function differenceOf(before: string, after: string): Difference[] {
  const differences: Difference[] = []
  let [kept, removed, added] = [0, '', '']
  const end = (): void => {
    if (removed !== '' || added !== '') differences.push({ kept, removed, added })
    ;[kept, removed, added] = [0, '', '']
  }
  for (const part of diffArrays(linesOf(before), linesOf(after))) {
    const text = part.value.join('')
    if (part.added) added += text
    else if (part.removed) removed += text
    else {
      end()
      kept = text.length
    }
  }
  end()
  return differences
}

/** Lines with their ends. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? []

/** Why an update of a client is refused. */
export type UpdateFault = 'invalid' | 'too-long'

/** The ids under which the author of an update wrote, each with the number of its first change. */
export function writersOf(update: Uint8Array): ReadonlyMap<number, number> | null {
  try {
    return Y.parseUpdateMeta(update).from
  } catch {
    return null
  }
}

/**
 * Applies an update of a client. After a fault the document must be read again: it may contain a part of the update.
 * Updates whose predecessors are missing, and those of anything but the two texts, are faults.
 */
export function applyChecked(doc: Y.Doc, update: Uint8Array): UpdateFault | null {
  try {
    Y.applyUpdate(doc, update)
  } catch {
    return 'invalid'
  }
  const { pendingStructs, pendingDs } = doc.store
  const isWhole = pendingStructs === null && pendingDs === null
  if (!isWhole || [...doc.share.keys()].some((name) => !names.some((one) => one === name))) return 'invalid'
  const length = names.reduce((sum, name) => sum + doc.getText(name).length, 0)
  return length > MAX_COEDITED_TEXT_LENGTH ? 'too-long' : null
}
