import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import { english } from '#markup/labels.ts'
import { LINES, mergeSource } from '#markup/visual/merge-source.ts'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
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
import { type PreviewEvents, showRendered } from './rendered-preview.ts'
import { imageAddress, textOf } from './schema.ts'
import { type SourceKind, sourceNodeView } from './source-kinds.ts'
import { createTagFields } from './tag-fields.ts'

/** An image with its caption and alternative text. */
export function imageView(node: Node, context: NodeContext, place: LinkContext): NodeView {
  let current = node
  const image = element('img', '')
  image.loading = 'lazy'
  const missing = element('span', 'image-missing')
  missing.textContent = english.imageMissing
  missing.hidden = true
  const setMissing = (isMissing: boolean) => {
    image.hidden = isMissing
    missing.hidden = !isMissing
  }
  image.addEventListener('error', () => setMissing(true))
  const caption = textField({
    label: 'Caption',
    placeholder: 'Write a caption',
    onChange: (value) => setAttributes(context, { caption: value }),
  })
  const alt = textField({
    label: 'Alternative text',
    placeholder: 'Describe the image for people who can’t see it',
    className: 'grow',
    onChange: (value) => setAttributes(context, withMember(current, 'alt', value, 'image')),
  })
  const altLabel = element('label', 'visual-controls', [
    element('span', 'visual-label', [document.createTextNode('Alternative text')]),
    alt,
  ])
  const dom = element('figure', 'visual-image', [
    missing,
    image,
    controls([caption, altLabel], 'visual-caption'),
  ])
  return nodeView(node, {
    dom,
    show: (next) => {
      current = next
      const address = imageAddress(next.attrs.image, place)
      if (address === undefined) setMissing(true)
      else if (image.getAttribute('src') !== address) {
        setMissing(false)
        image.src = address
      }
      image.alt = textOf(next.attrs.image, 'alt')
      setValue(caption, String(next.attrs.caption))
      setValue(alt, image.alt)
    },
  })
}

/** A block as readers see it, with fields for its address and its source behind a button. */
export function sourceView(node: Node, context: NodeContext, events: () => PreviewEvents): NodeView {
  let current = ''
  const fields = createTagFields((change) => setAttributes(context, { markdown: change(current) }))
  return editedSourceView(node, context, {
    kind: 'other',
    controls: [fields.dom],
    show: (markdown, preview) => {
      current = markdown
      fields.show(markdown)
      showRendered(markdown, events(), (html) => {
        if (current !== markdown) return
        preview.innerHTML = html
        if (preview.textContent?.trim() === '' && preview.querySelector('img, svg') === null) {
          preview.replaceChildren(element('pre', 'visual-raw', [document.createTextNode(markdown)]))
        }
      })
    },
  })
}

type Shape = {
  readonly kind: SourceKind
  /** Before the button that opens the source. */
  readonly controls: readonly HTMLElement[]
  readonly barClass?: string
  /** Called when the source has changed. */
  readonly show: (markdown: string, preview: HTMLElement) => void
}

/** A block that is shown as a whole, and whose source opens in its place. */
export function editedSourceView(node: Node, context: NodeContext, shape: Shape): NodeView {
  let current: string | undefined
  let editing: ReturnType<typeof createBlockSource> | null = null
  let before = ''
  const preview = element('div', 'visual-preview')
  const host = element('div', 'visual-source-text')
  const edit = button('Edit source', 'btn btn-s btn-outline', () => (editing === null ? open() : close()))
  const bar = controls([...shape.controls, edit], `visual-source-bar ${shape.barClass ?? ''}`)
  const dom = element('div', 'visual-source', [preview, host, bar])
  host.hidden = true
  const open = () => {
    if (editing !== null) return
    host.hidden = false
    preview.hidden = true
    edit.textContent = 'Done'
    before = current ?? ''
    editing = createBlockSource(host, before, close)
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
    // Others can have changed the block in the meantime.
    replaceWithSource(context, mergeSource(current ?? '', before, text, LINES))
    context.view.focus()
  }
  onOpen(dom, open)
  preview.addEventListener('dblclick', open)
  return sourceNodeView(node, {
    kind: shape.kind,
    dom,
    isOpen: () => editing !== null,
    show: (next) => {
      const markdown = String(next.attrs.markdown)
      if (markdown === current) return
      current = markdown
      shape.show(markdown, preview)
    },
    destroy: () => editing?.destroy(),
  })
}
