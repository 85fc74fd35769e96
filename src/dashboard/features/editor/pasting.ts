import { EditorView } from '@codemirror/view'
import { isInCode } from './completions.ts'
import { spaced } from './format.ts'
import { isRich, linkOver, tableOf } from './pasted-text.ts'

export type PasteEvents = {
  /** Files were pasted or dropped at an offset. */
  onFiles: (files: readonly File[], at: number) => void
  /** So many pictures of what was pasted could not be taken along. */
  onLostImages: (count: number) => void
}

/**
 * Takes what is pasted as what it is: files, formatted text as Markdown, cells as a table, an address over chosen
 * words as a link. With Shift held, and within code, only its text is taken.
 */
export function pasting(events: () => PasteEvents) {
  let isPlain = false
  const note = ({ shiftKey }: KeyboardEvent) => {
    isPlain = shiftKey
    return false
  }
  return EditorView.domEventHandlers({
    keydown: note,
    keyup: note,
    paste: (event, view) => {
      const done = take(view, event.clipboardData, isPlain, events())
      if (done) event.preventDefault()
      return done
    },
    drop: (event, view) => {
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return false
      event.preventDefault()
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
      events().onFiles(files, at ?? view.state.selection.main.from)
      return true
    },
  })
}

function take(view: EditorView, data: DataTransfer | null, isPlain: boolean, events: PasteEvents): boolean {
  if (!data) return false
  const { from, to } = view.state.selection.main
  const text = data.getData('text/plain')
  const html = data.getData('text/html')
  const files = [...data.files]
  // Office programs put a picture of the text beside the text.
  if (files.length > 0 && text === '') {
    events.onFiles(files, from)
    return true
  }
  if (isPlain || isInCode(view.state, from)) return false
  const link = linkOver(view.state.sliceDoc(from, to), text)
  if (link !== null) return insert(view, link)
  if (isRich(html, data.types)) {
    void insertRich(view, html, text, events)
    return true
  }
  const table = tableOf(text)
  return table !== null && insert(view, spaced({ text: view.state.doc.toString(), from, to }, table))
}

async function insertRich(view: EditorView, html: string, text: string, events: PasteEvents): Promise<void> {
  const { fromPasted } = await import('#markup/from-pasted.ts')
  const { markdown, isInline, lostImages } = fromPasted(html)
  const { from, to } = view.state.selection.main
  const written = markdown === '' ? text : markdown
  insert(view, isInline ? written : spaced({ text: view.state.doc.toString(), from, to }, written))
  if (lostImages > 0) events.onLostImages(lostImages)
}

/** One step for undo, with the cursor behind it. */
function insert(view: EditorView, text: string): true {
  view.dispatch({
    ...view.state.replaceSelection(text),
    userEvent: 'input.paste',
    scrollIntoView: true,
  })
  return true
}
