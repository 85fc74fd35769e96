import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  closeCompletion,
  completionStatus,
  pickedCompletion,
  snippet,
  startCompletion,
} from '@codemirror/autocomplete'
import { type EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { emojiList } from '../../components/ui/emoji-picker.tsx'
import { type BlockOption, blockGroups, pickerOf, searchBlocks, toSnippet } from './blocks.ts'
import { isInCode } from './code-position.ts'
import { withBlankLines } from './format.ts'
import { keysForCompletions } from './keys-for-completions.ts'
import { completeOtherPages, completePages, type PageSources } from './page-completions.ts'
import type { PickerEvents } from './use-pickers.tsx'

/** What the menus need from the editor. */
export type CompletionSources = PageSources &
  PickerEvents & {
    readonly onPickFiles: () => void
  }

type BlockCompletion = Completion & { readonly typed?: string | undefined }

const MAX_EMOJIS = 24

/** Completion menus: blocks behind `/`, pages behind `[[`, emoji behind `:`, and languages of code blocks. */
export function completions(sources: CompletionSources): Extension {
  let dismissedAt = -1
  const blocks: CompletionSource = (context) => completeBlocks(context, sources, dismissedAt)
  const dismiss = (view: EditorView): boolean => {
    if (completionStatus(view.state) === null) return false
    dismissedAt = slashBefore(view.state, view.state.selection.main.head)?.from ?? -1
    return closeCompletion(view)
  }
  return [
    keysForCompletions(),
    Prec.highest(
      keymap.of([
        { key: 'Escape', run: dismiss },
        { key: 'Tab', run: acceptCompletion },
      ]),
    ),
    focusableList,
    EditorView.updateListener.of(({ docChanged, state: { doc } }) => {
      // A new slash at this position opens the menu again.
      if (docChanged && dismissedAt >= 0 && doc.sliceString(dismissedAt, dismissedAt + 1) !== '/')
        dismissedAt = -1
    }),
    autocompletion({
      override: [
        blocks,
        (context) => completePages(context, sources),
        (context) => completeOtherPages(context, sources),
        completeEmojis,
        completeLanguages,
      ],
      icons: false,
      interactionDelay: 0,
      maxRenderedOptions: 60,
      addToOptions: [{ render: renderShortcut, position: 90 }],
    }),
  ]
}

/** A scrollable list must be focusable for accessibility; the menu closes on Tab before it gets focus. */
const focusableList = EditorView.updateListener.of(({ view, startState, state }) => {
  if (completionStatus(state) === completionStatus(startState)) return
  view.requestMeasure({
    read: () => view.dom.querySelector<HTMLElement>('.cm-tooltip-autocomplete > ul'),
    write: (list) => {
      if (list) list.tabIndex = 0
    },
  })
})

/** Opens the block menu at the cursor, as if `/` had been typed. */
export function openBlocks(view: EditorView): void {
  const { from, to } = view.state.selection.main
  const before = view.state.sliceDoc(Math.max(0, from - 1), from)
  const insert = /^\s?$/.test(before) ? '/' : ' /'
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input',
  })
  view.focus()
  startCompletion(view)
}

function slashBefore(state: EditorState, at: number): { from: number; query: string } | null {
  const line = state.doc.lineAt(at)
  const match = /(?:^|\s)\/([a-z0-9 ]{0,24})$/i.exec(line.text.slice(0, at - line.from))
  return match ? { from: at - (match[1]?.length ?? 0) - 1, query: match[1] ?? '' } : null
}

function completeBlocks(
  { state, pos }: CompletionContext,
  sources: CompletionSources,
  dismissedAt: number,
): CompletionResult | null {
  const slash = slashBefore(state, pos)
  if (!slash || slash.from === dismissedAt || isInCode(state, pos)) return null
  const matches = searchBlocks(slash.query)
  if (matches.length === 0) return null
  const isAll = slash.query.trim() === ''
  return {
    from: slash.from,
    filter: false,
    options: matches.map((one) => blockOption(one, sources, isAll)),
    // A click right after a letter counts, too.
    update: (_result, _from, _to, context) => completeBlocks(context, sources, dismissedAt),
  }
}

/** Group headings are only useful while all blocks are shown. */
const blockOption = (
  offer: BlockOption,
  sources: CompletionSources,
  isGrouped: boolean,
): BlockCompletion => ({
  label: offer.label,
  detail: offer.detail,
  typed: offer.typed,
  ...(isGrouped ? { section: { name: offer.group, rank: blockGroups.indexOf(offer.group) } } : {}),
  apply: (view, completion, from, to) => applyBlock(view, completion, offer, from, to, sources),
})

function applyBlock(
  view: EditorView,
  completion: Completion,
  offer: BlockOption,
  from: number,
  to: number,
  sources: CompletionSources,
): void {
  const text = view.state.doc.toString()
  const openPicker = pickerOf(offer, sources)
  if (openPicker !== undefined) {
    view.dispatch({ changes: { from, to }, annotations: pickedCompletion.of(completion) })
    openPicker()
    return
  }
  // Text before the slash stays in its line, without the space in front of the slash.
  const begin = offer.isInline ? from : from - (/[^\S\n]+$/.exec(text.slice(0, from))?.[0].length ?? 0)
  const template = offer.isInline ? offer.template : withBlankLines({ text, from: begin, to }, offer.template)
  snippet(toSnippet(template))(view, completion, begin, to)
  if (offer.opens === 'menu') startCompletion(view)
}

function completeEmojis({ state, pos }: CompletionContext): CompletionResult | null {
  const line = state.doc.lineAt(pos)
  const match = /(?:^|[\s(*_])(:)([a-z]{2,20})$/.exec(line.text.slice(0, pos - line.from))
  if (!match || isInCode(state, pos)) return null
  const query = ` ${match[2]}`
  const matches = emojiList.filter(([, names]) => ` ${names}`.includes(query)).slice(0, MAX_EMOJIS)
  if (matches.length === 0) return null
  const options = matches.map(([emoji, names]) => ({
    label: `${emoji} ${names.split(' ')[0]}`,
    detail: names,
    apply: emoji,
  }))
  return { from: pos - query.length, filter: false, options }
}

async function completeLanguages({ state, pos }: CompletionContext): Promise<CompletionResult | null> {
  const line = state.doc.lineAt(pos)
  const match = /^\s*(?:`{3,}|~{3,})([a-z0-9+#-]+)$/i.exec(line.text)
  const query = match?.[1]
  if (query === undefined || pos !== line.to) return null
  const { grammars } = await import('#markup/grammars.ts')
  const options = Object.keys(grammars).map((label) => ({ label }))
  return { from: pos - query.length, options, validFor: /^[a-z0-9+#-]*$/i }
}

function renderShortcut(completion: BlockCompletion): Node | null {
  if (!completion.typed) return null
  const mark = document.createElement('kbd')
  mark.className = 'cm-typed'
  mark.textContent = completion.typed
  mark.ariaHidden = 'true'
  return mark
}
