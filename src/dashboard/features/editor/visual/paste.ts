import { type Fragment, type Node, Slice } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { cardsSource, hasCells } from '#markup/visual/cards.ts'
import type { VisualPage } from '#markup/visual/page.ts'
import { writeNode } from '#markup/visual/rewrite.ts'
import { hasFormatting, linkForUrl, type PasteEvents, tableFromCells } from '../paste.ts'
import { pasteNodes } from './commands.ts'
import { schema } from './schema.ts'
import { nodesOf } from './visual-document.ts'

/** Everything that is pasted goes through Markdown, and copied text is Markdown, so both sides agree. */
export const pasting = (page: () => VisualPage, events: () => PasteEvents): Plugin => {
  let isPlain = false
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown: (_view, { shiftKey }) => {
          isPlain = shiftKey
          return false
        },
      },
      clipboardTextSerializer: (slice) => markdownOfSlice(slice, page()),
      handlePaste: (view, { clipboardData }) =>
        clipboardData !== null && handlePaste(view, clipboardData, isPlain, page(), events()),
      handleDrop: (view, event, _slice, isMoved) => {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (isMoved || files.length === 0) return false
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        events().onFiles(files, at?.pos ?? view.state.selection.from)
        return true
      },
    },
  })
}

function handlePaste(
  view: EditorView,
  data: DataTransfer,
  isPlain: boolean,
  page: VisualPage,
  events: PasteEvents,
): boolean {
  const { state } = view
  const { from, to, $from } = state.selection
  const text = data.getData('text/plain').replace(/\r\n?/g, '\n')
  const html = data.getData('text/html')
  const files = [...data.files]
  if (files.length > 0 && text === '') {
    events.onFiles(files, from)
    return true
  }
  if (isPlain || $from.parent.type.spec.code === true) return insertPlain(view, text)
  const selected = state.doc.textBetween(from, to, '\n')
  if (linkForUrl(selected, text) !== null) {
    const link = schema.marks.link.create({ data: { ref: { kind: 'url', url: text.trim() } } })
    view.dispatch(state.tr.addMark(from, to, link))
    return true
  }
  const insert = (markdown: string) => pasteNodes(view, nodesOf(markdown, page))
  if (html.includes('data-pm-slice')) insert(text)
  else if (hasFormatting(html, data.types)) void insertRich(html, text, insert, events)
  else {
    const table = tableFromCells(text)
    if (table === null && !looksLikeMarkdown.test(text)) return insertPlain(view, text)
    insert(table ?? text)
  }
  return true
}

const looksLikeMarkdown = /^(?:#{1,6} |\s*[-*+] |\s*\d+[.)] |> |```|\{% |\|.*\|)|\*\*\S|\]\(\S/m

async function insertRich(
  html: string,
  text: string,
  insert: (markdown: string) => void,
  events: PasteEvents,
): Promise<void> {
  const { fromPasted } = await import('#markup/from-pasted.ts')
  const { markdown, lostImages } = fromPasted(html)
  insert(markdown === '' ? text : markdown)
  if (lostImages > 0) events.onLostImages(lostImages)
}

/** Lines become paragraphs, and lines of code stay lines. */
function insertPlain(view: EditorView, text: string): boolean {
  const { state } = view
  const { $from } = state.selection
  const marks = $from.marks()
  if ($from.parent.type.spec.code === true) {
    view.dispatch(state.tr.insertText(text).scrollIntoView())
    return true
  }
  const lines = text.split(/\n+/).filter((line) => line !== '')
  const paragraphs = lines.map((line) => schema.node('paragraph', null, schema.text(line, marks)))
  const [first] = paragraphs
  if (first === undefined) return true
  const slice = Slice.maxOpen(schema.node('doc', null, paragraphs).content)
  view.dispatch(state.tr.replaceSelection(slice).scrollIntoView())
  return true
}

export function markdownOfSlice(slice: Slice, page: VisualPage): string {
  const content = selectedContent(slice)
  if (content.firstChild?.isInline === true || content.firstChild?.type.spec.code === true)
    return content.textBetween(0, content.size, '\n', (leaf) => leaf.type.spec.leafText?.(leaf) ?? '\n')
  return content.content
    .flatMap(blocksIn)
    .map((node) => writeNode(page, node.toJSON()))
    .join('\n\n')
}

/** What is selected without the blocks around it: a word in a card is not a table of cards. */
function selectedContent({ content, openStart, openEnd }: Slice): Fragment {
  const only = content.childCount === 1 ? content.firstChild : null
  const isWhole = only === null || only.isTextblock || openStart < 2 || openEnd < 2
  if (isWhole || (only.childCount > 1 && only.firstChild?.type.isInGroup('block') !== true)) return content
  return selectedContent(new Slice(only.content, openStart - 1, openEnd - 1))
}

/** The blocks in parts of a block, such as a cell. */
const blocksIn = (node: Node): readonly Node[] => {
  if (node.type.isInGroup('block') && !isPartOfCards(node)) return [node]
  return node.isTextblock ? [schema.node('paragraph', null, node.content)] : node.children.flatMap(blocksIn)
}

/** Whether cells are missing in cards because the selection begins or ends within one: their texts would shift. */
function isPartOfCards(node: Node): boolean {
  if (node.type !== schema.nodes.cards) return false
  const count = cardsSource(node).columns.filter(hasCells).length
  return node.children.some(({ childCount }) => childCount !== count)
}
