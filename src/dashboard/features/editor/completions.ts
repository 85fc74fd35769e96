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
import { type PageIndex, pageAncestors } from '../../components/page-text/page-index.ts'
import { emojiList } from '../../components/ui/emoji-picker.tsx'
import { labels } from '../../lib/labels.ts'
import { type BlockOption, blockGroups, searchBlocks, toSnippet } from './blocks.ts'
import { withBlankLines } from './format.ts'

/** What the menus need from the editor. */
export type CompletionSources = {
  readonly pages: () => PageIndex
  readonly onPickFiles: () => void
  readonly onPickOperation: () => void
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
      override: [blocks, (context) => completePages(context, sources), completeEmojis, completeLanguages],
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
  return { from: slash.from, filter: false, options: matches.map((one) => blockOption(one, sources, isAll)) }
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
  if (offer.opens === 'files' || offer.opens === 'operations') {
    view.dispatch({ changes: { from, to }, annotations: pickedCompletion.of(completion) })
    if (offer.opens === 'files') sources.onPickFiles()
    else sources.onPickOperation()
    return
  }
  // Text before the slash stays in its line, without the space in front of the slash.
  const begin = offer.isInline ? from : from - (/[^\S\n]+$/.exec(text.slice(0, from))?.[0].length ?? 0)
  const template = offer.isInline ? offer.template : withBlankLines({ text, from: begin, to }, offer.template)
  snippet(toSnippet(template))(view, completion, begin, to)
  if (offer.opens === 'menu') startCompletion(view)
}

/** Behind `[[`, in the URL of a Markdown link, and in the URL of a card. */
const PAGE_LINK_PATTERNS = [/\[\[([^\]\n]*)$/, /\]\((\/?[^)\s:]*)$/, /\{% content-ref url="([^"\n]*)$/]

function completePages(
  { state, pos }: CompletionContext,
  { pages }: CompletionSources,
): CompletionResult | null {
  const line = state.doc.lineAt(pos)
  const before = line.text.slice(0, pos - line.from)
  const isBare = PAGE_LINK_PATTERNS[0]?.test(before) === true
  const query = PAGE_LINK_PATTERNS.map((pattern) => pattern.exec(before)?.[1]).find(
    (one) => one !== undefined,
  )
  if (query === undefined || isInCode(state, pos)) return null
  const matches = searchPages(pages(), query)
  if (matches.length === 0) return null
  return {
    from: pos - query.length - (isBare ? 2 : 0),
    filter: false,
    options: matches.map((page) => pageOption(page, isBare)),
  }
}

const pageOption = (page: LinkedPage, isBare: boolean): BlockCompletion => ({
  label: page.title,
  detail: page.path,
  apply: (view, completion, from, to) => {
    const following = view.state.sliceDoc(to, to + 2)
    const end = isBare && following === ']]' ? to + 2 : to
    const insert = isBare ? markdownLink(page) : page.address
    view.dispatch({
      ...insertCompletionText(view.state, insert, from, end),
      annotations: pickedCompletion.of(completion),
    })
  },
})

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

/** Whether the position is inside a code block, inline code or a comment. */
export const isInCode = (state: EditorState, at: number): boolean =>
  isWithin(state, at, ['FencedCode', 'InlineCode', 'CommentBlock'])

/** Whether the position is inside a code block. */
export const isInListing = (state: EditorState, at: number): boolean => isWithin(state, at, ['FencedCode'])

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>

function isWithin(state: EditorState, at: number, names: readonly string[]): boolean {
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, -1); node; node = node.parent) {
    if (names.includes(node.name)) return true
  }
  return false
}

function renderShortcut(completion: BlockCompletion): Node | null {
  if (!completion.typed) return null
  const mark = document.createElement('kbd')
  mark.className = 'cm-typed'
  mark.textContent = completion.typed
  mark.ariaHidden = 'true'
  return mark
}

/** A page in the link menu. */
type LinkedPage = {
  readonly title: string
  /** Titles of the ancestors; empty at the root. */
  readonly path: string
  /** The link target in Markdown; the server stores the link by page id. */
  readonly address: string
}

const MAX_PAGES = 40

/** Pages that match the text, best match first. */
export function searchPages(index: PageIndex, text: string): LinkedPage[] {
  const query = text.trim().toLowerCase()
  const ranked = index.order.flatMap(({ page }) => {
    if (page.type !== 'document') return []
    const rank = rankOf(query, page.title.toLowerCase(), `/${page.path.toLowerCase()}.md`)
    return rank === undefined ? [] : [{ page, rank }]
  })
  const best = ranked.sort((a, b) => a.rank - b.rank).slice(0, MAX_PAGES)
  return best.map(({ page }) => ({
    title: page.title || labels.untitled,
    path: pageAncestors(index, page.id)
      .map(({ title }) => title || labels.untitled)
      .join(' / '),
    address: `/${page.path}.md`,
  }))
}

function rankOf(query: string, title: string, path: string): number | undefined {
  if (title.startsWith(query)) return 0
  if (` ${title}`.includes(` ${query}`)) return 1
  if (title.includes(query)) return 2
  return path.includes(query) ? 3 : undefined
}

/** A Markdown link; brackets in the title are escaped. */
export const markdownLink = ({ title, address }: Pick<LinkedPage, 'title' | 'address'>): string =>
  `[${title.replace(/[[\]\\]/g, '\\$&')}](${address})`
