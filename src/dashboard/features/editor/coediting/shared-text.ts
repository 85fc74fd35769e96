import * as Y from 'yjs'
import { coeditedTexts } from '#contract/coediting.ts'
import type { Draft } from '../queries.ts'
import { fromBase64, toBase64 } from './bytes.ts'
import { type TextChange, textChanges } from './text-changes.ts'

/** Changes of a text with the length that it had before. */
export type TextEdit = { readonly changes: readonly TextChange[]; readonly length: number }

type Events = {
  /** Something was written here. */
  onWritten: (update: Uint8Array) => void
  /** The Markdown was changed, here or by others. */
  onMarkdown: (changes: readonly TextChange[], isRemote: boolean) => void
}

export type SharedText = ReturnType<typeof openSharedText>

const REMOTE = 'remote'

/** The copy that this window has of a shared text, and what of it the service is known to have stored. */
export function openSharedText(id: string, { onWritten, onMarkdown }: Events) {
  const doc = new Y.Doc()
  const stored = new Y.Doc()
  const text = { title: doc.getText(coeditedTexts.title), markdown: doc.getText(coeditedTexts.markdown) }
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== REMOTE) onWritten(update)
  })
  text.markdown.observe(({ delta }, { origin }) => onMarkdown(changesOf(delta), origin === REMOTE))

  const editOne = (name: keyof Draft, next: string, edit?: TextEdit) => {
    const shared = text[name]
    const before = shared.toString()
    if (before === next) return
    const isKnown = edit !== undefined && edit.length === before.length
    apply(shared, isKnown ? edit.changes : textChanges(before, next))
    // The editor's text had other line ends, for example.
    if (isKnown && shared.toString() !== next) apply(shared, textChanges(shared.toString(), next))
  }

  return {
    id,
    draft: (): Draft => draftOf(doc),
    /** The text without what was written here and is not stored yet. */
    storedDraft: (): Draft => draftOf(stored),
    stateVector: (): Uint8Array => Y.encodeStateVector(doc),
    /** Writes a title or Markdown, as exactly these changes of the Markdown if they are known. */
    edit: ({ title, markdown }: Partial<Draft>, edit?: TextEdit) =>
      doc.transact(() => {
        if (title !== undefined) editOne('title', title)
        if (markdown !== undefined) editOne('markdown', markdown, edit)
      }),
    /** Applies what others wrote. */
    applyRemote: (update: Uint8Array) => {
      Y.applyUpdate(doc, update, REMOTE)
      Y.applyUpdate(stored, update, REMOTE)
    },
    /** Notes that the service has stored an update of this window. */
    confirm: (update: Uint8Array) => Y.applyUpdate(stored, update, REMOTE),
    /** What someone with this state vector lacks. */
    lackedBy: (stateVector: Uint8Array): Uint8Array => Y.encodeStateAsUpdate(doc, stateVector),
    /** What the service may lack. */
    unconfirmed: (): Uint8Array => Y.encodeStateAsUpdate(doc, Y.encodeStateVector(stored)),
    isLackedBy: (stateVector: Uint8Array): boolean => {
      const known = Y.decodeStateVector(stateVector)
      const own = Y.decodeStateVector(Y.encodeStateVector(doc))
      return [...own].some(([client, clock]) => (known.get(client) ?? 0) < clock)
    },
    /** An offset in the Markdown as a position that stays between the same letters. */
    positionAt: (offset: number): string =>
      toBase64(
        Y.encodeRelativePosition(
          Y.createRelativePositionFromTypeIndex(text.markdown, Math.min(offset, text.markdown.length)),
        ),
      ),
    /** The offset of a position; null if that is not in this text (yet). */
    offsetOf: (position: string): number | null => {
      try {
        const relative = Y.decodeRelativePosition(fromBase64(position))
        const absolute = Y.createAbsolutePositionFromRelativePosition(relative, doc)
        return absolute?.type === text.markdown ? absolute.index : null
      } catch {
        return null
      }
    },
    close: () => {
      doc.destroy()
      stored.destroy()
    },
  }
}

const draftOf = (doc: Y.Doc): Draft => ({
  title: doc.getText(coeditedTexts.title).toString(),
  markdown: doc.getText(coeditedTexts.markdown).toString(),
})

/** Applies changes from the end, so that the offsets before them stay. */
function apply(shared: Y.Text, changes: readonly TextChange[]): void {
  for (const { from, to, insert } of changes.toReversed()) {
    if (to > from) shared.delete(from, to - from)
    if (insert !== '') shared.insert(from, insert)
  }
}

type Delta = Y.YTextEvent['delta']

/** A change of a Yjs text as changes of the text before. */
function changesOf(delta: Delta): TextChange[] {
  const changes: TextChange[] = []
  let at = 0
  for (const part of delta) {
    if (part.retain !== undefined) at += part.retain
    if (part.delete !== undefined) {
      changes.push({ from: at, to: at + part.delete, insert: '' })
      at += part.delete
    }
    if (typeof part.insert === 'string') changes.push({ from: at, to: at, insert: part.insert })
  }
  return changes
}
