import {
  Bold,
  Code,
  Italic,
  Link,
  List,
  type LucideIcon,
  Palette,
  Pencil,
  Plus,
  Strikethrough,
  Undo2,
} from 'lucide-react'
import { toggleMark } from 'prosemirror-commands'
import { undo } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { wrapInList } from 'prosemirror-schema-list'
import type { Command, Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
import { IconButton } from '../../../components/ui/button.tsx'
import { ColorField } from './color-field.tsx'
import { InlineField, selectedInline } from './inline-field.tsx'
import { LinkField } from './link-field.tsx'
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

/** What the bar shows in place of its tools: the link, the colors, or the selected icon or button. */
export type FormatField = 'link' | 'color' | 'inline'

type Props = {
  view: EditorView
  selection: Selection
  field: FormatField | null
  onField: (field: FormatField | null) => void
  pageContext: LinkContext
}

/** Formats the selection: above it, or on phones at the bottom of the screen. */
export function FormatBar(props: Props) {
  const { view, selection, field, onField } = props
  const bar = useRef<HTMLDivElement>(null)
  const isTextSelected = !selection.empty && selection.$from.parent.inlineContent && !isCode(selection)
  const inline = selectedInline(selection)
  const isStale = field === 'inline' && inline === null
  useEffect(() => {
    if (isStale) onField(null)
  }, [isStale, onField])
  const isField = field !== null && !isStale
  const isOpen = isTextSelected || isField
  // Measuring costs a layout of the page, which typing should not wait for.
  useLayoutEffect(() => {
    if (bar.current && isOpen) placeAbove(bar.current, view)
  })
  return (
    <div
      className={styles.formatBar}
      data-open={isOpen || undefined}
      role="toolbar"
      aria-label="Format selection"
      ref={bar}
    >
      {isField ? <Field {...props} field={field} inline={inline} /> : <Tools {...props} inline={inline} />}
    </div>
  )
}

type FieldProps = Props & { field: FormatField; inline: Node | null }

function Field({ view, selection, pageContext, field, onField, inline }: FieldProps) {
  const onClose = () => onField(null)
  if (field === 'color') return <ColorField view={view} selection={selection} onClose={onClose} />
  if (field === 'inline' && inline)
    return <InlineField view={view} node={inline} pageContext={pageContext} onClose={onClose} />
  return <LinkField view={view} pageContext={pageContext} onClose={onClose} />
}

function Tools({ view, onField, inline }: Props & { inline: Node | null }) {
  const run = (command: Command) => {
    command(view.state, view.dispatch, view)
    view.focus()
  }
  return (
    <>
      <span className={styles.phone}>
        <Tool icon={Plus} label="Insert a block" onRun={() => run(insertSlash)} />
      </span>
      {inline && (
        <Tool
          icon={Pencil}
          label={inline.attrs.kind === 'button' ? 'Edit button' : 'Choose another icon'}
          onRun={() => onField('inline')}
        />
      )}
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
        onRun={() => onField('link')}
      />
      <Tool
        icon={Palette}
        label="Color"
        keys="mod+shift+h"
        isOn={hasMark(view, marks.color)}
        onRun={() => onField('color')}
      />
      <span className={styles.phone}>
        <Tool icon={List} label="List" onRun={() => run(wrapInList(nodes.bulletList))} />
        <Tool icon={Undo2} label="Undo" onRun={() => run(undo)} />
      </span>
    </>
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
