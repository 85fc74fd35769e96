import { EditorView } from '@codemirror/view'
import type { PageIndex } from '../../components/page-text/page-index.ts'
import { isInCode } from './code-position.ts'
import { withBlankLines } from './format.ts'
import { isUrlExpected, linkToPastedPage, pastedPage } from './pasted-page.ts'

export type PasteEvents = {
  /** Files were pasted or dropped at an offset. */
  onFiles: (files: readonly File[], at: number) => void
  /** The number of pasted images that could not be added. */
  onLostImages: (count: number) => void
}

/** Also needs the pages of the space, for their dashboard URLs. */
type SourcePasteEvents = PasteEvents & { pages: () => PageIndex }

/**
 * Handles pasted files, formatted text (as Markdown), spreadsheet cells (as a table), URLs over selected text and
 * dashboard URLs of pages (as links). With Shift, and inside code, plain text is pasted.
 */
export function pasteHandlers(events: () => SourcePasteEvents) {
  let isPlain = false
  const trackShift = ({ shiftKey }: KeyboardEvent) => {
    isPlain = shiftKey
    return false
  }
  return EditorView.domEventHandlers({
    keydown: trackShift,
    keyup: trackShift,
    paste: (event, view) => {
      const isHandled = handlePaste(view, event.clipboardData, isPlain, events())
      if (isHandled) event.preventDefault()
      return isHandled
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

function handlePaste(
  view: EditorView,
  data: DataTransfer | null,
  isPlain: boolean,
  events: SourcePasteEvents,
): boolean {
  if (!data) return false
  const { from, to } = view.state.selection.main
  const text = data.getData('text/plain')
  const html = data.getData('text/html')
  const files = [...data.files]
  // Office programs add an image of the text to the clipboard.
  if (files.length > 0 && text === '') {
    events.onFiles(files, from)
    return true
  }
  if (isPlain || isInCode(view.state, from)) return false
  const selectedText = view.state.sliceDoc(from, to)
  const isTarget = isUrlExpected(view.state.sliceDoc(Math.max(0, from - 10), from))
  const page = isTarget ? null : pastedPage(text, window.location.origin)
  const pageLink = page && linkToPastedPage(page, events.pages(), selectedText)
  const link = pageLink ?? linkForUrl(selectedText, text)
  if (link !== null) return insert(view, link)
  if (hasFormatting(html, data.types)) {
    void insertRich(view, html, text, events)
    return true
  }
  const table = tableFromCells(text)
  return table !== null && insert(view, withBlankLines({ text: view.state.doc.toString(), from, to }, table))
}

async function insertRich(view: EditorView, html: string, text: string, events: PasteEvents): Promise<void> {
  const { fromPasted } = await import('#markup/from-pasted.ts')
  const { markdown, isInline, lostImages } = fromPasted(html)
  const { from, to } = view.state.selection.main
  const content = markdown === '' ? text : markdown
  insert(view, isInline ? content : withBlankLines({ text: view.state.doc.toString(), from, to }, content))
  if (lostImages > 0) events.onLostImages(lostImages)
}

/** Inserts as one undo step. */
function insert(view: EditorView, text: string): true {
  view.dispatch({
    ...view.state.replaceSelection(text),
    userEvent: 'input.paste',
    scrollIntoView: true,
  })
  return true
}

const formatting =
  /<(?:a\s[^>]*href|strong|em|h[1-6]|ul|ol|li|table|img|pre|code|blockquote|hr|del|s|mark|sub|sup|kbd)\b/i
const styled = /<(?:b|i)[\s>]|style="[^"]*(?:font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic)/i
/** Google Docs wraps copied content in a `b` without meaning. */
const GOOGLE_WRAPPER = /<b\s[^>]*font-weight:\s*normal[^>]*>/gi

/** Whether clipboard HTML has formatting worth converting. Code editors only add colors. */
export function hasFormatting(html: string, types: readonly string[]): boolean {
  if (html === '' || types.some((type) => type.startsWith('vscode'))) return false
  const isCodeEditor =
    /font-family:[^"]*(?:monospace|menlo|consolas|courier)[^"]*;[^"]*white-space:\s*pre/i.test(html)
  return !isCodeEditor && (formatting.test(html) || styled.test(html.replace(GOOGLE_WRAPPER, '')))
}

/** A link, if a URL is pasted over selected text that is not a URL. */
export function linkForUrl(selectedText: string, pasted: string): string | null {
  const url = pasted.trim()
  if (
    selectedText.trim() === '' ||
    selectedText.includes('\n') ||
    !isAddress(url) ||
    isAddress(selectedText.trim())
  )
    return null
  return `[${selectedText}](${/[()]/.test(url) ? `<${url}>` : url})`
}

const isAddress = (text: string): boolean => /^(?:https?:\/\/|mailto:)\S+$/i.test(text)

/** Converts tab-separated cells to a table; the first row is the head. */
export function tableFromCells(text: string): string | null {
  const rows = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => line.split('\t'))
  const columns = rows[0]?.length ?? 0
  const isTable = rows.length > 1 && columns > 1 && rows.every((row) => row.length === columns)
  // Indented code also has tabs.
  if (!isTable || rows.every(([first]) => first === '')) return null
  const lines = rows.map((row) => `| ${row.map(cellOf).join(' | ')} |`)
  return lines.toSpliced(1, 0, `| ${row(columns, '---')} |`).join('\n')
}

const row = (columns: number, cell: string): string => Array.from({ length: columns }, () => cell).join(' | ')

const cellOf = (text: string): string => text.trim().replaceAll('\\', '\\\\').replaceAll('|', '\\|')
