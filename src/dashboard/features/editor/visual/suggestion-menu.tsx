import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type Ref, useCallback, useEffect, useId, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { referenceOf } from '#markup/document/references.ts'
import type { VisualPage } from '#markup/visual/page.ts'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
import { emojiList } from '../../../components/ui/emoji-picker.tsx'
import { useMemberSearch } from '../../../data/members.ts'
import { useIsUnchanged } from '../../../hooks/use-debounced.ts'
import { type BlockOption, pickerOf, searchBlocks } from '../blocks.ts'
import type { PickerEvents } from '../use-pickers.tsx'
import { insertNodes } from './commands.ts'
import { openSelected } from './open-block.ts'
import { type Option, OptionList, type OptionListHandle } from './option-list.tsx'
import { schema } from './schema.ts'
import { sourceKind } from './source-kinds.ts'
import { handleWaitingKeys, isSameSuggestion, type OnSuggestionKey, type Suggestion } from './suggestions.ts'
import { useIconSearch } from './use-icon-search.ts'
import { type LinkTarget, useLinkTargets } from './use-link-targets.ts'
import { nodesOf } from './visual-document.ts'

export type SuggestionMenuHandle = { readonly onKey: OnSuggestionKey }

type Props = PickerEvents & {
  view: EditorView
  suggestion: Suggestion
  pageContext: LinkContext
  page: () => VisualPage | undefined
  onPickFiles: () => void
  ref: Ref<SuggestionMenuHandle>
}

const MAX_EMOJIS = 12
const MAX_PEOPLE = 8
/** A search that takes longer counts as one that finds nothing. */
const MAX_WAIT_MS = 1000

/**
 * The menu at the cursor: blocks behind `/`, pages behind `[[`, people behind `@`, emoji and icons behind `:`. Enter and Tab
 * wait until it shows what is typed.
 */
export function SuggestionMenu(props: Props) {
  const { view, suggestion, ref } = props
  const { options, isSearching } = useOptions(props)
  const isLate = useIsUnchanged(suggestion.query, MAX_WAIT_MS)
  const isBehind = isSearching && !isLate
  const keys = useRef<OptionListHandle>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  useImperativeHandle(ref, () => ({
    onKey: (key, current) => {
      const isPick = key === 'Enter' || key === 'Tab'
      if (isPick && (isBehind || !isSameSuggestion(suggestion, current))) return 'behind'
      return keys.current?.onKey(key) ?? false
    },
  }))
  useEffect(() => {
    if (!isBehind) handleWaitingKeys(view)
  })
  useLayoutEffect(() => {
    if (list.current) placeAt(list.current, view, suggestion.from)
  })
  useLayoutEffect(() => {
    view.dom.setAttribute('aria-controls', id)
    return () => {
      view.dom.removeAttribute('aria-controls')
      view.dom.removeAttribute('aria-activedescendant')
    }
  }, [id, view])
  const setChosen = useCallback(
    (chosen: string) => view.dom.setAttribute('aria-activedescendant', chosen),
    [view],
  )
  if (options.length === 0) return null
  return (
    <OptionList id={id} label="Suggestions" options={options} onChosen={setChosen} handle={keys} ref={list} />
  )
}

/** What the text behind the sign finds, and whether what comes first can still change. */
function useOptions(props: Props): { options: readonly Option[]; isSearching: boolean } {
  const { suggestion, pageContext } = props
  const { kind, query } = suggestion
  const links = useLinkTargets(pageContext, kind === 'page' ? query : undefined)
  const icons = useIconSearch(kind === 'emoji' ? query : undefined)
  const people = usePeople(props)
  if (kind === 'page')
    return { options: links.targets.map((one) => linkOption(props, one)), isSearching: links.isSearching }
  if (kind === 'person') return people
  const first = optionsFor(props)
  return {
    options: [...first, ...icons.icons.map((one) => iconOption(props, one))],
    isSearching: first.length === 0 && icons.isSearching,
  }
}

const MIN_HEIGHT_PX = 120

/** Below the text, or above it if there is more room. It is not higher than the room there. */
function placeAt(list: HTMLElement, view: EditorView, at: number): void {
  const parent = list.offsetParent?.getBoundingClientRect()
  if (parent === undefined) return
  const { left, top, bottom } = view.coordsAtPos(Math.min(at, view.state.doc.content.size))
  const scroll = list.offsetParent?.scrollTop ?? 0
  list.style.maxHeight = ''
  const above = top - parent.top - 8
  const below = Math.min(parent.bottom, window.innerHeight) - bottom - 8
  const isBelow = list.offsetHeight <= below || below >= above
  if (list.offsetHeight > Math.max(above, below))
    list.style.maxHeight = `${Math.max(MIN_HEIGHT_PX, above, below)}px`
  list.style.top = `${(isBelow ? bottom + 4 : top - list.offsetHeight - 4) - parent.top + scroll}px`
  list.style.left = `${Math.max(8, Math.min(left - parent.left, parent.width - list.offsetWidth - 8))}px`
}

function optionsFor(props: Props): Option[] {
  const { view, suggestion } = props
  const { kind, query, from, to } = suggestion
  if (kind === 'block')
    return searchBlocks(query).map((block) => ({ ...block, pick: () => pickBlock(props, block) }))
  if (kind === 'emoji')
    return emojiList
      .filter(([, names]) => ` ${names}`.includes(` ${query}`))
      .slice(0, MAX_EMOJIS)
      .map(([emoji, names]) => ({
        label: `${emoji} ${names.split(' ')[0]}`,
        detail: names,
        pick: () => view.dispatch(view.state.tr.insertText(emoji, from, to)),
      }))
  return []
}

const linkOption = (
  { view, suggestion: { from, to } }: Props,
  { title, detail, address, onPick }: LinkTarget,
): Option => ({
  label: title,
  detail,
  pick: () => {
    onPick?.()
    const link = schema.marks.link.create({ data: { ref: referenceOf(address) } })
    view.dispatch(view.state.tr.replaceWith(from, to, schema.text(title, [link])).removeStoredMark(link))
  },
})

const iconOption = (
  { view, suggestion: { from, to } }: Props,
  { name, ...shape }: ReturnType<typeof useIconSearch>['icons'][number],
): Option => ({
  label: name,
  detail: 'Icon',
  icon: shape,
  pick: () => {
    const icon = schema.nodes.inlineNode.create({ kind: 'icon', data: { icon: name } })
    view.dispatch(view.state.tr.replaceWith(from, to, icon).scrollIntoView())
  },
})

/** Members that match the name behind `@`. They are mentioned by a link, as in comments. */
function usePeople({
  view,
  suggestion,
  pageContext: { organizationId = '' },
}: Props): ReturnType<typeof useOptions> {
  const { kind, query, from, to } = suggestion
  const isSearched = kind === 'person' && organizationId !== ''
  const { members, isSearching } = useMemberSearch(organizationId, query, isSearched)
  if (!isSearched) return { options: [], isSearching: false }
  const words = query.trim().toLowerCase()
  const options = members
    .filter(({ user }) => `${user.displayName} ${user.email}`.toLowerCase().includes(words))
    .slice(0, MAX_PEOPLE)
    .map(({ id, user }) => ({
      label: user.displayName,
      detail: user.email ?? '',
      pick: () => {
        const link = schema.marks.link.create({ data: { ref: referenceOf(`/users/${id}`) } })
        const name = schema.text(`@${user.displayName}`, [link])
        view.dispatch(view.state.tr.replaceWith(from, to, [name, schema.text(' ')]).scrollIntoView())
      },
    }))
  return { options, isSearching }
}

function pickBlock({ view, suggestion, page, ...pickers }: Props, block: BlockOption): void {
  const { from, to } = suggestion
  const current = page()
  if (block.isInline) {
    const text = block.template.replace(/‹[^›]*›/g, '')
    view.dispatch(view.state.tr.insertText(text, from, to))
    return
  }
  const openPicker = pickerOf(block, pickers)
  if (openPicker !== undefined) {
    view.dispatch(view.state.tr.delete(from, to))
    openPicker()
    return
  }
  if (current === undefined) return
  const isTask = block.template.startsWith('- [ ]')
  const markdown = isTask ? '- [ ] x' : block.template.replace(/‹([^›]*)›/g, '$1')
  const nodes = nodesOf(markdown, current)
  insertNodes(view, isTask ? nodes.map(emptied) : nodes, { from, to })
  selectExample(view, block.template)
  if (nodes.some((node) => sourceKind(node) === 'formula')) openSelected(view.state, undefined, view)
}

/** Selects the example where the cursor is, such as the title of the first column, so that typing replaces it. */
function selectExample(view: EditorView, template: string): void {
  const { doc, selection, tr } = view.state
  const { $from } = selection
  const example = $from.parent.isTextblock ? $from.parent.textContent : ''
  if (example === '' || !template.includes(`‹${example}›`)) return
  view.dispatch(tr.setSelection(TextSelection.create(doc, $from.start(), $from.end())))
}

/** The list without the text that made it a list of tasks. */
const emptied = (list: ReturnType<typeof nodesOf>[number]) =>
  schema.node('bulletList', list.attrs, [
    schema.node('listItem', { checked: false }, [schema.node('paragraph')]),
  ])
