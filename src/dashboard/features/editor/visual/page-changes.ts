import { Plugin, PluginKey } from 'prosemirror-state'
import { DecorationSet, type EditorView } from 'prosemirror-view'
import { openPage, type VisualPage } from '#markup/visual/page.ts'
import { type ChangedBlocks, changedBlocks } from './changed-blocks.ts'
import { element } from './node-fields.ts'
import { type PreviewEvents, showRendered } from './rendered-preview.ts'
import type { VisualDocument } from './visual-document.ts'

type Shown = { readonly base: VisualPage | null; readonly decorations: DecorationSet; readonly count: number }
type Message = { readonly base: VisualPage | null; readonly changed: ChangedBlocks }

const key = new PluginKey<Shown>('pageChanges')
const nothing: Shown = { base: null, decorations: DecorationSet.empty, count: 0 }
const unchanged: ChangedBlocks = { decorations: [], count: 0 }

/** How long after an edit the changes are compared again. Until then, those that are shown move with the text. */
const MIN_DELAY_MS = 200
/** A small part of the time is spent on comparing. */
const DELAY_PER_DURATION = 8

/** Shows in the text what changed since an earlier version of the page. */
export const pageChanges = (opened: () => VisualDocument, events: () => PreviewEvents): Plugin =>
  new Plugin<Shown>({
    key,
    state: {
      init: () => nothing,
      apply(tr, shown, _before, { doc }) {
        const message: Message | undefined = tr.getMeta(key)
        if (message === undefined)
          return shown.base === null
            ? shown
            : { ...shown, decorations: shown.decorations.map(tr.mapping, doc) }
        const { base, changed } = message
        const decorations = DecorationSet.create(doc, [...changed.decorations])
        return base === null ? nothing : { base, decorations, count: changed.count }
      },
    },
    props: { decorations: (state) => key.getState(state)?.decorations },
    view: () => {
      let timer: ReturnType<typeof setTimeout> | undefined
      let duration = 0
      const compare = (view: EditorView) => {
        timer = undefined
        const base = key.getState(view.state)?.base
        if (!base || view.isDestroyed) return
        if (view.composing) return later(view)
        const start = performance.now()
        const changed = changedBlocks(base, opened(), view.state.doc, (markdown) =>
          removedBlock(base, markdown, events()),
        )
        duration = performance.now() - start
        view.dispatch(view.state.tr.setMeta(key, { base, changed } satisfies Message))
      }
      const later = (view: EditorView) => {
        timer ??= setTimeout(() => compare(view), Math.max(MIN_DELAY_MS, duration * DELAY_PER_DURATION))
      }
      return {
        update(view, before) {
          const base = key.getState(view.state)?.base
          if (!base) return
          if (key.getState(before)?.base !== base) compareSoon(() => compare(view))
          else if (!before.doc.eq(view.state.doc)) later(view)
        },
        destroy: () => clearTimeout(timer),
      }
    },
  })

/** A view must not be changed while it is being updated. */
const compareSoon = (compare: () => void): void => queueMicrotask(compare)

/** Shows what changed since this text; null to show the text alone. */
export function showChangesSince(view: EditorView, markdown: string | null): void {
  const base = markdown === null ? null : openPage(markdown)
  if (base === null && !key.getState(view.state)?.base) return
  view.dispatch(view.state.tr.setMeta(key, { base, changed: unchanged } satisfies Message))
}

/** How many changes are shown; null if none are to be shown. */
export function changeCount(view: EditorView): number | null {
  const shown = key.getState(view.state)
  return shown?.base ? shown.count : null
}

function removedBlock({ definitions }: VisualPage, markdown: string, events: PreviewEvents): HTMLElement {
  const label = element('span', 'sr')
  label.textContent = 'Removed: '
  const content = element('div', '')
  const removed = element('div', 'visual-removed', [label, content])
  removed.contentEditable = 'false'
  showRendered(definitions === '' ? markdown : `${markdown}\n\n${definitions}`, events, (html) => {
    content.innerHTML = html
    for (const one of content.querySelectorAll('a, button, summary, input'))
      one.setAttribute('tabindex', '-1')
  })
  return removed
}
