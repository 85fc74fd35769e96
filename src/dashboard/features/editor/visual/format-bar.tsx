import { Bold, Code, Italic, Link, List, type LucideIcon, Plus, Strikethrough, Undo2 } from 'lucide-react'
import { toggleMark } from 'prosemirror-commands'
import { undo } from 'prosemirror-history'
import { wrapInList } from 'prosemirror-schema-list'
import type { Command, Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useLayoutEffect, useRef } from 'react'
import { addressIn, referenceOf } from '#markup/document/references.ts'
import { Button, IconButton } from '../../../components/ui/button.tsx'
import { type MarkName, schema } from './schema.ts'
import styles from './visual.module.css'

const { marks, nodes } = schema

type Tool = { label: string; icon: LucideIcon; keys?: string; mark: MarkName }

const tools: readonly Tool[] = [
  { label: 'Bold', icon: Bold, keys: 'mod+b', mark: 'bold' },
  { label: 'Italic', icon: Italic, keys: 'mod+i', mark: 'italic' },
  { label: 'Strikethrough', icon: Strikethrough, mark: 'strikethrough' },
  { label: 'Code', icon: Code, keys: 'mod+e', mark: 'code' },
]

type Props = {
  view: EditorView
  selection: Selection
  isLinking: boolean
  onLinking: (isLinking: boolean) => void
}

/** Formats the selection: above it, or on phones at the bottom of the screen. */
export function FormatBar({ view, selection, isLinking, onLinking }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const isTextSelected = !selection.empty && selection.$from.parent.inlineContent && !isCode(selection)
  useLayoutEffect(() => {
    if (bar.current) placeAbove(bar.current, view)
  })
  const run = (command: Command) => {
    command(view.state, view.dispatch, view)
    view.focus()
  }
  return (
    <div
      className={styles.formatBar}
      data-open={isTextSelected || isLinking || undefined}
      role="toolbar"
      aria-label="Format selection"
      ref={bar}
    >
      {isLinking ? (
        <LinkField view={view} onClose={() => onLinking(false)} />
      ) : (
        <>
          <span className={styles.phone}>
            <Tool icon={Plus} label="Insert a block" onRun={() => run(insertSlash)} />
          </span>
          {tools.map(({ label, icon, keys, mark }) => (
            <Tool
              key={mark}
              icon={icon}
              label={label}
              keys={keys}
              isOn={hasMark(view, marks[mark])}
              onRun={() => run(toggleMark(marks[mark]))}
            />
          ))}
          <Tool
            icon={Link}
            label="Link"
            keys="mod+k"
            isOn={hasMark(view, marks.link)}
            onRun={() => onLinking(true)}
          />
          <span className={styles.phone}>
            <Tool icon={List} label="List" onRun={() => run(wrapInList(nodes.bulletList))} />
            <Tool icon={Undo2} label="Undo" onRun={() => run(undo)} />
          </span>
        </>
      )}
    </div>
  )
}

type ToolProps = {
  icon: LucideIcon
  label: string
  keys?: string | undefined
  isOn?: boolean
  onRun: () => void
}

const Tool = ({ icon, label, keys, isOn, onRun }: ToolProps) => (
  <IconButton
    small
    className="btn-plain"
    icon={icon}
    label={label}
    keys={keys}
    aria-pressed={isOn}
    onPointerDown={(event) => event.preventDefault()}
    onClick={onRun}
  />
)

const insertSlash: Command = (state, dispatch) => {
  const before = state.selection.$from.parent.textBetween(0, state.selection.$from.parentOffset)
  dispatch?.(state.tr.insertText(/(?:^|\s)$/.test(before) ? '/' : ' /'))
  return true
}

const isCode = ({ $from }: Selection): boolean => $from.parent.type.spec.code === true

function hasMark({ state }: EditorView, type: (typeof marks)[keyof typeof marks]): boolean {
  const { from, to, empty, $from } = state.selection
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
  return state.doc.rangeHasMark(from, to, type)
}

function placeAbove(bar: HTMLElement, view: EditorView): void {
  const parent = bar.offsetParent?.getBoundingClientRect()
  if (parent === undefined || window.matchMedia('(max-width: 899px)').matches) {
    bar.style.removeProperty('top')
    bar.style.removeProperty('left')
    return
  }
  const { from } = view.state.selection
  const { left, top, bottom } = view.coordsAtPos(from)
  const above = top - parent.top - bar.offsetHeight - 6
  bar.style.top = `${above < 0 ? bottom - parent.top + 6 : above}px`
  bar.style.left = `${Math.max(8, Math.min(left - parent.left, parent.width - bar.offsetWidth - 8))}px`
}

/** The address of a link. An empty one removes the link. */
function LinkField({ view, onClose }: { view: EditorView; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const { from, to } = linkRange(view)
  const existing = view.state.doc.rangeHasMark(from, to, marks.link)
  const close = () => {
    onClose()
    view.focus()
  }
  const apply = (url: string) => {
    const tr = view.state.tr.removeMark(from, to, marks.link)
    if (url !== '') {
      const mark = marks.link.create({ data: { ref: referenceOf(url) } })
      if (from === to) tr.insert(from, schema.text(url, [mark]))
      else tr.addMark(from, to, mark)
    }
    view.dispatch(tr)
    close()
  }
  return (
    <form
      className={styles.linkForm}
      onSubmit={(event) => {
        event.preventDefault()
        apply(input.current?.value.trim() ?? '')
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <input
        ref={input}
        className="input"
        aria-label="Link address"
        placeholder="https:// or /page"
        defaultValue={addressOfLink(view, from)}
        // biome-ignore lint/a11y/noAutofocus: the field opens because the person asked for it
        autoFocus
      />
      <Button variant="outline" type="submit">
        Apply
      </Button>
      {existing && <Button onClick={() => apply('')}>Remove link</Button>}
    </form>
  )
}

const addressOfLink = ({ state }: EditorView, from: number): string =>
  addressIn(marks.link.isInSet(state.doc.nodeAt(from)?.marks ?? [])?.attrs.data)

/** The selection, or the link with the cursor. */
function linkRange({ state }: EditorView): { from: number; to: number } {
  const { from, to, empty, $from } = state.selection
  const mark = marks.link.isInSet($from.marks())
  if (!empty || mark === undefined) return { from, to }
  let [start, end] = [from, to]
  state.doc.nodesBetween($from.start(), $from.end(), (node, at) => {
    if (!node.isInline || !mark.isInSet(node.marks)) return
    if (at <= from && at + node.nodeSize >= from) [start, end] = [at, at + node.nodeSize]
  })
  return { from: start, to: end }
}
