import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { detachedText } from '#markup/includes.ts'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
import { replaceWithSource } from './commands.ts'
import { button, controls, element, type NodeContext } from './node-fields.ts'
import { type PreviewEvents, showRendered } from './rendered-preview.ts'
import { includedId, sourceNodeView } from './source-kinds.ts'

type Events = PreviewEvents & {
  readonly onOpenReusableContent: (id: string) => void
}

const CHANGE_EVENT = 'includedchange'

/** Shows reusable content again after it was loaded or changed. */
export function notifyIncludedViews(view: EditorView): void {
  view.dom.dispatchEvent(new CustomEvent(CHANGE_EVENT))
}

/** Reusable content as readers see it, with buttons to open and to detach it. */
export function includedView(node: Node, context: NodeContext, events: () => Events): NodeView {
  let current = node
  let shown = ''
  const title = element('span', 'visual-included-title truncate')
  const open = button('Open', 'btn btn-s btn-outline', () => {
    const id = includedId(current)
    if (id !== undefined) events().onOpenReusableContent(id)
  })
  const detach = button('Detach', 'btn btn-s btn-outline', () => {
    const markdown = contentOf(current, events().place())?.markdown
    if (markdown === undefined) return
    replaceWithSource(context, detachedText(markdown, '', 0))
    context.view.focus()
  })
  const preview = element('div', 'visual-preview')
  const head = controls([title, open, detach], 'visual-included-head')
  const dom = element('div', 'visual-source visual-included', [head, preview])
  const showHtml = (html: string) => {
    if (shown === html) return
    shown = html
    preview.innerHTML = html
  }
  const show = () => {
    const place = events().place()
    const content = contentOf(current, place)
    title.textContent = content === null ? 'Deleted reusable content' : content?.title || 'Reusable content'
    open.hidden = content === null
    detach.hidden = !content
    if (content === null) return showHtml('')
    const markdown = String(current.attrs.markdown)
    showRendered(markdown, events(), (html) => {
      if (current.attrs.markdown === markdown) showHtml(html)
    })
  }
  context.view.dom.addEventListener(CHANGE_EVENT, show)
  return sourceNodeView(node, {
    kind: 'included',
    dom,
    show: (next) => {
      current = next
      show()
    },
    destroy: () => context.view.dom.removeEventListener(CHANGE_EVENT, show),
  })
}

/** Null if it was deleted, undefined while it loads. */
const contentOf = (node: Node, { included }: LinkContext) => included?.[includedId(node) ?? '']
