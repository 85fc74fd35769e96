import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  closeCompletion,
  completionStatus,
  insertCompletionText,
  pickedCompletion,
  snippet,
  startCompletion,
} from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import { type EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import type { PageIndex } from '../../components/page-text/page-index.ts'
import { emojiList } from '../../components/ui/emoji-list.ts'
import { type BlockOffer, blockGroups, offersFor, snippetOf } from './blocks.ts'
import { spaced } from './format.ts'
import { type LinkedPage, linkTo, pagesFor } from './page-links.ts'

/** What the menus offer from. */
export type Offered = {
  readonly pages: () => PageIndex
  readonly onPickFiles: () => void
  readonly onPickOperation: () => void
}

type Offer = Completion & { readonly typed?: string | undefined }

const mostEmojis = 24

/** The menus that open while one writes: blocks behind `/`, pages behind `[[`, emojis behind `:`, languages of code. */
export function completions(offered: Offered): Extension {
  let dismissed = -1
  const blocks: CompletionSource = (context) => blocksHere(context, offered, dismissed)
  const dismiss = (view: EditorView): boolean => {
    if (completionStatus(view.state) === null) return false
    dismissed = slashBefore(view.state, view.state.selection.main.head)?.from ?? -1
    return closeCompletion(view)
  }
  return [
    Prec.highest(
      keymap.of([
        { key: 'Escape', run: dismiss },
        { key: 'Tab', run: acceptCompletion },
      ]),
    ),
    reachableList,
    EditorView.updateListener.of(({ docChanged, state: { doc } }) => {
      // A slash that was typed anew is asked about anew.
      if (docChanged && dismissed >= 0 && doc.sliceString(dismissed, dismissed + 1) !== '/') dismissed = -1
    }),
    autocompletion({
      override: [blocks, (context) => pagesHere(context, offered), emojisHere, languagesHere],
      icons: false,
      interactionDelay: 0,
      maxRenderedOptions: 60,
      addToOptions: [{ render: typedMark, position: 90 }],
    }),
  ]
}

/** What scrolls can be reached by key; with Tab the menu has been left by then. */
const reachableList = EditorView.updateListener.of(({ view, startState, state }) => {
  if (completionStatus(state) === completionStatus(startState)) return
  view.requestMeasure({
    read: () => view.dom.querySelector<HTMLElement>('.cm-tooltip-autocomplete > ul'),
    write: (list) => {
      if (list) list.tabIndex = 0
    },
  })
})

/** Opens the menu of blocks where the cursor is, as if `/` had been typed. */
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

function blocksHere(
  { state, pos }: CompletionContext,
  offered: Offered,
  dismissed: number,
): CompletionResult | null {
  const slash = slashBefore(state, pos)
  if (!slash || slash.from === dismissed || isInCode(state, pos)) return null
  const found = offersFor(slash.query)
  if (found.length === 0) return null
  const isAll = slash.query.trim() === ''
  return { from: slash.from, filter: false, options: found.map((one) => blockOption(one, offered, isAll)) }
}

/** Headings of groups only help while all is shown. */
const blockOption = (offer: BlockOffer, offered: Offered, isGrouped: boolean): Offer => ({
  label: offer.label,
  detail: offer.detail,
  typed: offer.typed,
  ...(isGrouped ? { section: { name: offer.group, rank: blockGroups.indexOf(offer.group) } } : {}),
  apply: (view, completion, from, to) => applyBlock(view, completion, offer, from, to, offered),
})

function applyBlock(
  view: EditorView,
  completion: Completion,
  offer: BlockOffer,
  from: number,
  to: number,
  offered: Offered,
): void {
  const text = view.state.doc.toString()
  if (offer.opens === 'files' || offer.opens === 'operations') {
    view.dispatch({ changes: { from, to }, annotations: pickedCompletion.of(completion) })
    if (offer.opens === 'files') offered.onPickFiles()
    else offered.onPickOperation()
    return
  }
  // What stands before the slash in its line stays there, without the blank that led to it.
  const begin = offer.isInline ? from : from - (/[^\S\n]+$/.exec(text.slice(0, from))?.[0].length ?? 0)
  const template = offer.isInline ? offer.template : spaced({ text, from: begin, to }, offer.template)
  snippet(snippetOf(template))(view, completion, begin, to)
  if (offer.opens === 'menu') startCompletion(view)
}

/** Behind `[[`, within the address of a link that has a text already, and within that of a card. */
const pageSpots = [/\[\[([^\]\n]*)$/, /\]\((\/?[^)\s:]*)$/, /\{% content-ref url="([^"\n]*)$/]

function pagesHere({ state, pos }: CompletionContext, { pages }: Offered): CompletionResult | null {
  const line = state.doc.lineAt(pos)
  const before = line.text.slice(0, pos - line.from)
  const isBare = pageSpots[0]?.test(before) === true
  const query = pageSpots.map((spot) => spot.exec(before)?.[1]).find((one) => one !== undefined)
  if (query === undefined || isInCode(state, pos)) return null
  const found = pagesFor(pages(), query)
  if (found.length === 0) return null
  return {
    from: pos - query.length - (isBare ? 2 : 0),
    filter: false,
    options: found.map((page) => pageOption(page, isBare)),
  }
}

const pageOption = (page: LinkedPage, isBare: boolean): Offer => ({
  label: page.title,
  detail: page.where,
  apply: (view, completion, from, to) => {
    const behind = view.state.sliceDoc(to, to + 2)
    const end = isBare && behind === ']]' ? to + 2 : to
    const insert = isBare ? linkTo(page) : page.address
    view.dispatch({
      ...insertCompletionText(view.state, insert, from, end),
      annotations: pickedCompletion.of(completion),
    })
  },
})

function emojisHere({ state, pos }: CompletionContext): CompletionResult | null {
  const line = state.doc.lineAt(pos)
  const match = /(?:^|[\s(*_])(:)([a-z]{2,20})$/.exec(line.text.slice(0, pos - line.from))
  if (!match || isInCode(state, pos)) return null
  const wanted = ` ${match[2]}`
  const found = emojiList.filter(([, names]) => ` ${names}`.includes(wanted)).slice(0, mostEmojis)
  if (found.length === 0) return null
  const options = found.map(([emoji, names]) => ({
    label: `${emoji} ${names.split(' ')[0]}`,
    detail: names,
    apply: emoji,
  }))
  return { from: pos - wanted.length, filter: false, options }
}

async function languagesHere({ state, pos }: CompletionContext): Promise<CompletionResult | null> {
  const line = state.doc.lineAt(pos)
  const match = /^\s*(?:`{3,}|~{3,})([a-z0-9+#-]+)$/i.exec(line.text)
  const query = match?.[1]
  if (query === undefined || pos !== line.to) return null
  const { grammars } = await import('#markup/grammars.ts')
  const options = Object.keys(grammars).map((label) => ({ label }))
  return { from: pos - query.length, options, validFor: /^[a-z0-9+#-]*$/i }
}

/** Whether what stands at a place is taken as it is: in a listing, or in code within a line. */
export const isInCode = (state: EditorState, at: number): boolean =>
  isWithin(state, at, ['FencedCode', 'InlineCode', 'CommentBlock'])

/** Whether a place is in a listing. */
export const isInListing = (state: EditorState, at: number): boolean => isWithin(state, at, ['FencedCode'])

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>

function isWithin(state: EditorState, at: number, names: readonly string[]): boolean {
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, -1); node; node = node.parent) {
    if (names.includes(node.name)) return true
  }
  return false
}

function typedMark(completion: Offer): Node | null {
  if (!completion.typed) return null
  const mark = document.createElement('kbd')
  mark.className = 'cm-typed'
  mark.textContent = completion.typed
  mark.ariaHidden = 'true'
  return mark
}
