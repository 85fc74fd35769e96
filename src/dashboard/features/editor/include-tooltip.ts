import { type EditorState, type Extension, StateField } from '@codemirror/state'
import { EditorView, showTooltip, type Tooltip } from '@codemirror/view'
import { detachedText, includeOnLine } from '#markup/includes.ts'
import type { IncludedContent } from '../../data/reusable-content.ts'
import { isInCode } from './code-position.ts'

/** What the editor knows about the reusable content that its text includes. */
export type IncludeSources = {
  readonly included: () => IncludedContent
  readonly onOpenReusableContent: (id: string) => void
}

type Include = { readonly id: string; readonly from: number; readonly to: number }
type Value = { readonly include: Include; readonly tooltip: Tooltip } | null

/** Names the reusable content that is included at the cursor, with buttons to open and to detach it. */
export const includeTooltip = (sources: IncludeSources): Extension => [
  StateField.define<Value>({
    create: (state) => valueAt(state, sources),
    update: (value, { docChanged, selection, state }) => {
      if (!docChanged && selection === undefined) return value
      const include = includeAt(state)
      return isSame(value?.include, include) ? value : valueAt(state, sources)
    },
    provide: (field) => showTooltip.from(field, (value) => value?.tooltip ?? null),
  }),
  theme,
]

/** The include tag at the cursor. */
export function includeAt(state: EditorState): Include | null {
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  const include = includeOnLine(line.text)
  if (include === undefined || isInCode(state, head)) return null
  return { id: include.id, from: line.from + include.start, to: line.from + include.end }
}

/** Replaces an include tag with the text that it includes. */
export function detachInclude(view: EditorView, { from, to }: Include, markdown: string): void {
  const insert = detachedText(markdown, view.state.doc.toString(), from)
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input',
  })
  view.focus()
}

const isSame = (a: Include | undefined, b: Include | null): boolean =>
  a?.id === b?.id && a?.from === b?.from && a?.to === b?.to

function valueAt(state: EditorState, sources: IncludeSources): Value {
  const include = includeAt(state)
  if (include === null) return null
  const create: Tooltip['create'] = (view) => {
    const title = document.createElement('b')
    const open = buttonOf('Open', () => sources.onOpenReusableContent(include.id))
    const detach = buttonOf('Detach', () => {
      const markdown = sources.included()[include.id]?.markdown
      if (markdown !== undefined) detachInclude(view, include, markdown)
    })
    const dom = document.createElement('div')
    dom.className = 'cm-include'
    dom.append(title, open, detach)
    const show = () => {
      const content = sources.included()[include.id]
      title.textContent = content === null ? 'Deleted reusable content' : content?.title || 'Reusable content'
      open.hidden = content === null
      detach.hidden = !content
    }
    show()
    return { dom, update: show }
  }
  return { include, tooltip: { pos: include.from, above: true, create } }
}

function buttonOf(label: string, run: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = label
  // The cursor stays where it is, so that the tooltip does too.
  button.addEventListener('mousedown', (event) => event.preventDefault())
  button.addEventListener('click', run)
  return button
}

const theme = EditorView.theme({
  '.cm-tooltip:has(> .cm-include), .cm-tooltip.cm-include': {
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--radius-control)',
    backgroundColor: 'var(--bg)',
    color: 'var(--text)',
  },
  '.cm-include': {
    display: 'flex',
    alignItems: 'center',
    gap: 'var(--space-2)',
    padding: 'var(--space-1) var(--space-2)',
    fontFamily: 'var(--font-sans)',
    fontSize: 'var(--text-12)',
  },
  '.cm-include b': { fontWeight: 'var(--weight-name)' },
  '.cm-include button': {
    minHeight: '1.5rem',
    padding: '0 var(--space-2)',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--radius-control)',
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    cursor: 'pointer',
  },
  '.cm-include button:hover': { backgroundColor: 'var(--bg-float-hover)' },
  '.cm-include button[hidden]': { display: 'none' },
})
