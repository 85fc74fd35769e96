import type { Transaction } from 'prosemirror-state'
import { Mapping } from 'prosemirror-transform'
import type { EditorView } from 'prosemirror-view'
import { mergeDrafts, resolveMerge } from '../draft-merge.ts'
import { type OtherCursor, showCursors } from './other-cursors.ts'
import { readSelection } from './read-selection.ts'
import { type OpenDocument, showText } from './show-text.ts'
import { offsetsOf, type PlacedDocument, positionAt } from './text-offsets.ts'
import { textOfDocument, writeDocument } from './visual-document.ts'

type Options = {
  readonly view: EditorView
  readonly opened: OpenDocument
  /** The text that the view shows. */
  readonly text: string
  readonly onText: (text: string) => void
  readonly onSelection: (anchor: number, head: number) => void
  /** Formatting is lost that Markdown cannot express. */
  readonly onPlain: () => void
}

export type TextExchange = ReturnType<typeof exchangeText>

/** So that the selection of a person who moves through the text is not sent with every step. */
const SELECTION_DELAY_MS = 100

/** Exchanges the text of a view with the rest of the program: what is typed there, what others write, and cursors. */
export function exchangeText({ view, opened, text, onText, onSelection, onPlain }: Options) {
  let shown = text
  let duration = 0
  let typing: ReturnType<typeof setTimeout> | undefined
  let selecting: ReturnType<typeof setTimeout> | undefined
  let waiting: string | undefined
  /** Texts that the rest of the program has from here, or before it comes here again. The last ones, in order. */
  const known: string[] = []
  let reported = ''
  let placed: PlacedDocument | undefined
  /** What was typed since the text was reported. */
  let typed = new Mapping()
  let reportedDoc = view.state.doc

  /** The document that `shown` is the text of. */
  const placedDocument = (): PlacedDocument => {
    if (placed?.doc !== reportedDoc)
      placed = { doc: reportedDoc, written: writeDocument(opened.current, reportedDoc) }
    return placed
  }
  const settle = () => {
    clearTimeout(typing)
    typing = undefined
    typed = new Mapping()
    reportedDoc = view.state.doc
    placed = undefined
  }
  const remember = (next: string) => {
    known.push(next)
    if (known.length > MAX_KNOWN) known.shift()
  }
  const report = (next: string) => {
    remember(next)
    onText(next)
  }
  const show = (next: string) => {
    waiting = undefined
    if (next === shown) return
    readSelection(view)
    const mine = typing === undefined ? shown : textOfDocument(opened.current, view.state.doc)
    const all = mine === shown ? next : merged(shown, next, mine)
    if (mine !== all) showText(view, opened, all)
    shown = all
    settle()
    if (all !== next) report(all)
  }
  const flush = () => {
    if (waiting !== undefined) show(waiting)
    if (typing === undefined) return
    const start = performance.now()
    const { doc } = view.state
    const written = writeDocument(opened.current, doc, onPlain)
    duration = performance.now() - start
    settle()
    placed = { doc, written }
    if (written.text === shown) return
    shown = written.text
    report(shown)
  }
  const later = () => {
    if (view.composing) typing = setTimeout(later, delay())
    else flush()
  }
  const delay = () => writeDelay(view.state.doc.childCount, duration)
  const reportSelection = () => {
    selecting = undefined
    if (view.composing) return
    flush()
    const { anchor, head } = offsetsOf(placedDocument(), view.state.selection)
    if (reported === `${anchor} ${head}`) return
    reported = `${anchor} ${head}`
    onSelection(anchor, head)
  }
  const onComposed = () => {
    // The view takes over what was composed a little later.
    setTimeout(() => {
      if (waiting !== undefined && !view.isDestroyed) flush()
    }, COMPOSED_DELAY_MS)
  }
  view.dom.addEventListener('compositionend', onComposed)
  selecting = setTimeout(reportSelection, SELECTION_DELAY_MS)
  const receive = (next: string) => {
    if (view.composing) waiting = next
    else show(next)
  }
  return {
    /** Reports the text as it is now, without waiting for a pause. */
    flush,
    /** Shows a text from elsewhere; after the current word, if that is being composed. */
    receive: (next: string) => {
      remember(next)
      receive(next)
    },
    /** Shows the text that the rest of the program has, unless that is one from here, which arrives late. */
    follow: (next: string) => {
      const index = known.indexOf(next)
      known.splice(0, index < 0 ? known.length : index + 1)
      if (index < 0) receive(next)
    },
    text: () => shown,
    onTransactions: (transactions: readonly Transaction[], isRemote: boolean) => {
      const isChanged = transactions.some(({ docChanged }) => docChanged)
      if (isChanged && !isRemote) {
        for (const { mapping } of transactions) typed.appendMapping(mapping)
        typing ??= setTimeout(later, delay())
      }
      // The place between the letters is the same after a change from elsewhere.
      if (!isRemote && transactions.some(({ docChanged, selectionSet }) => docChanged || selectionSet))
        selecting ??= setTimeout(reportSelection, SELECTION_DELAY_MS)
    },
    showCursors: (cursors: readonly OtherCursor[]) => {
      if (cursors.length === 0) {
        showCursors(view, [])
        return
      }
      readSelection(view)
      const document = placedDocument()
      const place = (offset: number) => typed.map(positionAt(document, offset))
      showCursors(
        view,
        cursors.map((cursor) => ({ ...cursor, anchor: place(cursor.anchor), head: place(cursor.head) })),
      )
    },
    destroy: () => {
      flush()
      clearTimeout(selecting)
      view.dom.removeEventListener('compositionend', onComposed)
    },
  }
}

const COMPOSED_DELAY_MS = 60
const MAX_KNOWN = 20

/** How long typing goes on before the text is written: a small part of the time is spent on writing. */
const writeDelay = (blocks: number, duration: number): number =>
  Math.min(MAX_WRITE_DELAY_MS, Math.max(MIN_WRITE_DELAY_MS, blocks / 15, duration * 8))

const MIN_WRITE_DELAY_MS = 50
const MAX_WRITE_DELAY_MS = 1000

function merged(before: string, theirs: string, mine: string): string {
  const [base, now, draft] = [before, theirs, mine].map((markdown) => ({ title: '', markdown, revision: '' }))
  if (base === undefined || now === undefined || draft === undefined) return mine
  return resolveMerge(mergeDrafts(base, now, draft), {}).markdown
}
