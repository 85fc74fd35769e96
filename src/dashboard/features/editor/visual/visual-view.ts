import { baseKeymap } from 'prosemirror-commands'
import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { history } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { EditorState, Plugin, type Transaction } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'
import { EditorView, type NodeViewConstructor } from 'prosemirror-view'
import type { PasteEvents } from '../paste.ts'
import type { PickerEvents } from '../use-pickers.tsx'
import { imageView, sourceView } from './atom-views.ts'
import { openBlockMenu } from './block-handle.tsx'
import { cardShape } from './card-shape.ts'
import { cardsView, cardView } from './card-views.ts'
import { keys } from './commands.ts'
import { conditionView, promptView, updateView } from './condition-views.ts'
import { containerView, expandableView, partView } from './container-views.ts'
import { openDiagram } from './diagram-view.ts'
import { edgeKeys, farBlocks } from './far-blocks.ts'
import type { FindOperation } from './find-operation.ts'
import { formulaView } from './formula-view.ts'
import { textCellView } from './grid-views.ts'
import type { IconEvents } from './icon-view.ts'
import { includedView } from './included-view.ts'
import { inlineView } from './inline-view.ts'
import { markdownShortcuts } from './input-rules.ts'
import type { NodeContext } from './node-fields.ts'
import { operationView } from './operation-view.ts'
import { otherCursors } from './other-cursors.ts'
import { pageChanges } from './page-changes.ts'
import { pasting } from './paste.ts'
import { selectionForShortcuts } from './read-selection.ts'
import { REMOTE } from './remote-text.ts'
import { type SourceKind, sourceKind } from './source-kinds.ts'
import { type OnSuggestionKey, type Suggestion, suggestions } from './suggestions.ts'
import { codeView, hintView, listItemView } from './text-views.ts'
import { threadPlaces } from './thread-places.ts'
import { type CellEvents, valueCellView } from './value-cell-view.ts'
import type { VisualDocument } from './visual-document.ts'

export type VisualEvents = PasteEvents &
  CellEvents &
  IconEvents & {
    readonly onTransactions: (transactions: readonly Transaction[], isRemote: boolean) => void
    /** After each change of text or selection. */
    readonly onUpdate: () => void
    readonly onSuggestion: (suggestion: Suggestion | null) => void
    readonly onSuggestionKey: OnSuggestionKey
    readonly onLink: () => void
    readonly onColor: () => void
    readonly onOpenReusableContent: (id: string) => void
    readonly onPickOperation: PickerEvents['onPickOperation']
    readonly findOperation: FindOperation
  }

/** Pages with more blocks lay out only those near the screen, so that typing stays fast. */
const MAX_RENDERED_BLOCKS = 200

/** The ProseMirror view of a page. */
export function createVisualView(
  host: HTMLElement,
  opened: () => VisualDocument,
  events: () => VisualEvents,
): EditorView {
  const page = () => opened().page
  // With each change, React would walk through all blocks to remember the selection, in case the focus is lost.
  Object.defineProperty(host, 'contentEditable', { get: () => 'inherit', set: () => undefined })
  const view: EditorView = new EditorView(
    { mount: host },
    {
      state: EditorState.create({ doc: opened().doc, plugins: plugins(opened, events) }),
      nodeViews: nodeViews(page, events),
      attributes: ({ doc }) => ({
        'aria-label': 'Page text',
        'aria-multiline': 'true',
        role: 'textbox',
        class: doc.childCount > MAX_RENDERED_BLOCKS ? 'page-body is-long' : 'page-body',
      }),
      dispatchTransaction: (tr) => {
        const { state, transactions } = view.state.applyTransaction(tr)
        view.updateState(state)
        events().onTransactions(transactions, tr.getMeta(REMOTE) === true)
        events().onUpdate()
      },
    },
  )
  return view
}

function plugins(opened: () => VisualDocument, events: () => VisualEvents): Plugin[] {
  return [
    suggestions(() => ({
      onChange: (suggestion) => events().onSuggestion(suggestion),
      onKey: (...pressed) => events().onSuggestionKey(...pressed),
    })),
    selectionForShortcuts,
    markdownShortcuts(),
    openDiagram,
    keymap({
      ...keys,
      'Mod-k': () => {
        events().onLink()
        return true
      },
      'Mod-/': openBlockMenu,
      'Mod-Shift-h': () => {
        events().onColor()
        return true
      },
    }),
    keymap(edgeKeys),
    keymap(baseKeymap),
    history(),
    dropCursor({ color: false, class: 'visual-drop' }),
    gapCursor(),
    tableEditing(),
    pasting(() => opened().page, events),
    joinLists(opened),
    cardShape(),
    otherCursors(),
    threadPlaces(),
    farBlocks(),
    pageChanges(opened, events),
    lastParagraph,
  ]
}

type Context = (node: Node, context: NodeContext) => ReturnType<NodeViewConstructor>

function nodeViews(
  page: NodeContext['page'],
  events: () => VisualEvents,
): Record<string, NodeViewConstructor> {
  const sources: Record<SourceKind, Context> = {
    included: (node, context) => includedView(node, context, events),
    formula: formulaView,
    operation: (node, context) => operationView(node, context, events),
    other: (node, context) => sourceView(node, context, events),
  }
  const views: Record<string, Context> = {
    listItem: listItemView,
    codeBlock: codeView,
    hint: hintView,
    tabs: containerView('tabs'),
    stepper: containerView('stepper'),
    columns: containerView('columns'),
    tab: partView('tab'),
    step: partView('step'),
    column: partView('column'),
    updates: containerView('updates'),
    update: updateView,
    prompt: promptView,
    condition: conditionView,
    expandable: expandableView,
    cards: cardsView,
    card: (node, context) => cardView(node, context, () => events().place()),
    cardCell: textCellView,
    valueCell: (node, context) => valueCellView(node, context, events),
    image: (node, context) => imageView(node, context, events().place()),
    inlineNode: (node, context) => inlineView(node, context, events),
    source: (node, context) => sources[sourceKind(node) ?? 'other'](node, context),
  }
  return Object.fromEntries(
    Object.entries(views).map(([name, create]) => [
      name,
      (node: Node, view: EditorView, getPos: () => number | undefined) =>
        create(node, { view, getPos, page }),
    ]),
  )
}

/** Markdown reads neighboring lists of one kind as one list, so edited ones are joined. */
const joinLists = (opened: () => VisualDocument): Plugin =>
  new Plugin({
    appendTransaction: (transactions, before, { doc, tr }) => {
      const isChanged = transactions.some(({ docChanged }) => docChanged)
      if (!isChanged || neighboringLists(doc) <= neighboringLists(before.doc)) return null
      let at = doc.content.size
      for (let index = doc.childCount - 1; index > 0; index--) {
        const [before, after] = [doc.child(index - 1), doc.child(index)]
        at -= after.nodeSize
        const isList = after.type.name === 'bulletList' || after.type.name === 'orderedList'
        const isEdited = !opened().indexes.has(before) || !opened().indexes.has(after)
        if (isList && before.type === after.type && isEdited) tr.join(at)
      }
      return tr.docChanged ? tr : null
    },
  })

/** Lists that the author keeps apart, with other markers, stay apart. */
const neighboringLists = ({ children }: Node): number =>
  children.filter(({ type }, index) => type.name.endsWith('List') && children[index + 1]?.type === type)
    .length

/** A click below the text continues the page, even after a table or an image. */
const lastParagraph = new Plugin({
  props: {
    handleDOMEvents: {
      mousedown: (view, event) => {
        const last = view.dom.lastElementChild
        const { doc, schema } = view.state
        if (event.target !== view.dom || last === null || event.clientY < last.getBoundingClientRect().bottom)
          return false
        if (doc.lastChild?.type.name === 'paragraph') return false
        view.dispatch(view.state.tr.insert(doc.content.size, schema.node('paragraph')))
        return false
      },
    },
  },
})
