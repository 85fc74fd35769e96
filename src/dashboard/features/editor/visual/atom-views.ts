import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
import { renderPage } from '../../../components/page-text/render-page.ts'
import { createBlockSource } from './block-source.ts'
import { replaceWithSource } from './commands.ts'
import {
  button,
  controls,
  element,
  type NodeContext,
  nodeView,
  setAttributes,
  setValue,
  textField,
  withMember,
} from './node-fields.ts'
import { onOpen } from './open-block.ts'
import { imageAddress, textOf } from './schema.ts'
import { sourceNodeView } from './source-kinds.ts'
import { createTagFields } from './tag-fields.ts'

/** An image with its caption and alternative text. */
export function imageView(node: Node, context: NodeContext, place: LinkContext): NodeView {
  let current = node
  const image = element('img', '')
  image.loading = 'lazy'
  const caption = textField({
    label: 'Caption',
    placeholder: 'Write a caption',
    onChange: (value) => setAttributes(context, { caption: value }),
  })
  const alt = textField({
    label: 'Alternative text',
    placeholder: 'Describe the image for people who can’t see it',
    onChange: (value) => setAttributes(context, withMember(current, 'alt', value, 'image')),
  })
  const dom = element('figure', 'visual-image', [image, controls([caption, alt], 'visual-caption')])
  return nodeView(node, {
    dom,
    show: (next) => {
      current = next
      const address = imageAddress(next.attrs.image, place)
      if (address !== undefined && image.getAttribute('src') !== address) image.src = address
      image.alt = textOf(next.attrs.image, 'alt')
      setValue(caption, String(next.attrs.caption))
      setValue(alt, image.alt)
    },
  })
}

/** A block as readers see it, with fields for its address and its source behind a button. */
export function sourceView(node: Node, context: NodeContext, place: () => LinkContext): NodeView {
  let current = node
  let editing: ReturnType<typeof createBlockSource> | null = null
  const preview = element('div', 'visual-preview')
  const host = element('div', 'visual-source-text')
  const edit = button('Edit source', 'btn btn-s btn-outline', () => (editing === null ? open() : close()))
  const fields = createTagFields((change) =>
    setAttributes(context, { markdown: change(String(current.attrs.markdown)) }),
  )
  const dom = element('div', 'visual-source', [
    preview,
    host,
    controls([fields.dom, edit], 'visual-source-bar'),
  ])
  host.hidden = true
  const open = () => {
    if (editing !== null) return
    host.hidden = false
    preview.hidden = true
    edit.textContent = 'Done'
    editing = createBlockSource(host, String(current.attrs.markdown), close)
    editing.focus()
  }
  const close = () => {
    if (editing === null) return
    const text = editing.text()
    editing.destroy()
    editing = null
    host.hidden = true
    preview.hidden = false
    edit.textContent = 'Edit source'
    replaceWithSource(context, text)
    context.view.focus()
  }
  onOpen(dom, open)
  preview.addEventListener('dblclick', open)
  return sourceNodeView(node, {
    kind: 'other',
    dom,
    isOpen: () => editing !== null,
    show: (next) => {
      current = next
      const markdown = String(next.attrs.markdown)
      fields.show(markdown)
      if (preview.dataset.of === markdown) return
      preview.dataset.of = markdown
      const { html } = renderPage(markdown, { title: '', place: place() })
      preview.innerHTML = html
      if (preview.textContent?.trim() === '' && preview.querySelector('img') === null) {
        preview.replaceChildren(element('pre', 'visual-raw', [document.createTextNode(markdown)]))
      }
    },
    destroy: () => editing?.destroy(),
  })
}
