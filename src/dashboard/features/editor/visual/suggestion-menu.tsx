import { clsx } from 'clsx'
import type { EditorView } from 'prosemirror-view'
import { type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { VisualPage } from '#markup/visual/page.ts'
import type { PageIndex } from '../../../components/page-text/page-index.ts'
import { emojiList } from '../../../components/ui/emoji-picker.tsx'
import { type BlockOption, searchBlocks } from '../blocks.ts'
import { searchPages } from '../page-completions.ts'
import { insertNodes } from './commands.ts'
import { schema } from './schema.ts'
import type { Suggestion } from './suggestions.ts'
import styles from './visual.module.css'
import { nodesOf } from './visual-document.ts'

export type SuggestionMenuHandle = { readonly onKey: (key: string) => boolean }

type Props = {
  view: EditorView
  suggestion: Suggestion
  pages: PageIndex
  page: () => VisualPage | undefined
  onPickFiles: () => void
  onPickOperation: () => void
  ref: Ref<SuggestionMenuHandle>
}

type Option = { readonly label: string; readonly detail: string; readonly pick: () => void }

const MAX_EMOJIS = 24

/** The menu at the cursor: blocks behind `/`, pages behind `[[`, emoji behind `:`. */
export function SuggestionMenu(props: Props) {
  const { view, suggestion, ref } = props
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const options = optionsFor(props)
  const index = Math.min(chosen, options.length - 1)
  useImperativeHandle(ref, () => ({
    onKey: (key) => {
      if (options.length === 0) return false
      if (key === 'ArrowDown') setChosen((index + 1) % options.length)
      else if (key === 'ArrowUp') setChosen((index - 1 + options.length) % options.length)
      else if (key === 'Enter' || key === 'Tab') options[index]?.pick()
      else return false
      return true
    },
  }))
  // Before the option is scrolled to: a menu that has no place yet would move the page.
  useLayoutEffect(() => {
    if (list.current) placeAt(list.current, view, suggestion.from)
  })
  useLayoutEffect(() => {
    view.dom.setAttribute('aria-controls', id)
    return () => view.dom.removeAttribute('aria-controls')
  }, [id, view])
  useLayoutEffect(() => {
    view.dom.setAttribute('aria-activedescendant', `${id}-${index}`)
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' })
    return () => view.dom.removeAttribute('aria-activedescendant')
  }, [id, index, view])
  if (options.length === 0) return null
  return (
    <div
      className={clsx('menu', styles.suggestions)}
      role="listbox"
      aria-label="Suggestions"
      id={id}
      ref={list}
    >
      {options.map(({ label, detail, pick }, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the menu through the text
        <div
          key={`${label} ${detail}`}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === index}
          className={clsx('menu-item', at === index && 'is-hover')}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => setChosen(at)}
          onClick={pick}
        >
          <span className="truncate">{label}</span>
          <span className="meta faint truncate">{detail}</span>
        </div>
      ))}
    </div>
  )
}

/** Below the text, or above it if it doesn’t fit there. */
function placeAt(list: HTMLElement, view: EditorView, at: number): void {
  const parent = list.offsetParent?.getBoundingClientRect()
  if (parent === undefined) return
  const { left, top, bottom } = view.coordsAtPos(Math.min(at, view.state.doc.content.size))
  const scroll = list.offsetParent?.scrollTop ?? 0
  const isBelow = bottom + list.offsetHeight + 8 < window.innerHeight || top - list.offsetHeight < parent.top
  list.style.top = `${(isBelow ? bottom + 4 : top - list.offsetHeight - 4) - parent.top + scroll}px`
  list.style.left = `${Math.max(8, Math.min(left - parent.left, parent.width - list.offsetWidth - 8))}px`
}

function optionsFor(props: Props): Option[] {
  const { view, suggestion, pages } = props
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
  return searchPages(pages, query).map(({ title, path, address }) => ({
    label: title,
    detail: path,
    pick: () => {
      const link = schema.marks.link.create({ data: { ref: { kind: 'url', url: address } } })
      view.dispatch(view.state.tr.replaceWith(from, to, schema.text(title, [link])).removeStoredMark(link))
    },
  }))
}

function pickBlock(
  { view, suggestion, page, onPickFiles, onPickOperation }: Props,
  block: BlockOption,
): void {
  const { from, to } = suggestion
  const current = page()
  if (block.isInline) {
    const text = block.template.replace(/‹[^›]*›/g, '')
    view.dispatch(view.state.tr.insertText(text, from, to))
    return
  }
  if (block.opens === 'files' || block.opens === 'operations') {
    view.dispatch(view.state.tr.delete(from, to))
    if (block.opens === 'files') onPickFiles()
    else onPickOperation()
    return
  }
  if (current === undefined) return
  const isTask = block.template.startsWith('- [ ]')
  const markdown = isTask ? '- [ ] x' : block.template.replace(/‹([^›]*)›/g, '$1')
  const nodes = nodesOf(markdown, current)
  insertNodes(view, isTask ? nodes.map(emptied) : nodes, { from, to })
}

/** The list without the text that made it a list of tasks. */
const emptied = (list: ReturnType<typeof nodesOf>[number]) =>
  schema.node('bulletList', list.attrs, [
    schema.node('listItem', { checked: false }, [schema.node('paragraph')]),
  ])
