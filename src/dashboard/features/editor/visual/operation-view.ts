import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import type { OperationListItem } from '#contract/openapi-operations.ts'
import { apiBlockOf } from '#markup/api-blocks.ts'
import { type OperationTag, operationTagIn, withOperation } from '#markup/visual/operation-tag.ts'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
import type { PickerEvents } from '../use-pickers.tsx'
import { editedSourceView } from './atom-views.ts'
import type { FindOperation } from './find-operation.ts'
import { button, element, type NodeContext, setAttributes } from './node-fields.ts'

type Events = Pick<PickerEvents, 'onPickOperation'> & {
  readonly place: () => LinkContext
  readonly findOperation: FindOperation
}

/** A card that says which operation, webhook or models of an API a block shows. A dialog chooses another operation. */
export function operationView(node: Node, context: NodeContext, events: () => Events): NodeView {
  let markdown = ''
  const choose = button('Choose operation…', 'btn btn-s btn-outline', () =>
    events().onPickOperation((operation) => {
      setAttributes(context, { markdown: withOperation(markdown, operation) })
      context.view.focus()
    }),
  )
  return editedSourceView(node, context, {
    kind: 'operation',
    controls: [choose],
    barClass: 'is-corner',
    show: (source, preview) => {
      markdown = source
      const tag = operationTagIn(source)
      if (tag === null) return
      const { kind, spec, method, path } = tag
      choose.hidden = kind === 'models' || events().place().organizationId === undefined
      showCard(preview, tag)
      const block = kind === 'models' ? null : apiBlockOf({ spec, method, path })
      if (block === null) return
      void events()
        .findOperation(block)
        .then((found) => {
          if (markdown === source) showCard(preview, tag, found)
        })
    },
  })
}

/** `found` is null if the specification has no such operation. */
function showCard(preview: HTMLElement, tag: OperationTag, found?: OperationListItem | null): void {
  const { kind, spec, path, models } = tag
  const isMissing = kind !== 'models' && path === ''
  const names = models.length === 0 ? 'All models' : models.join(', ')
  const line = isMissing
    ? [text('span', 'faint', 'No operation chosen')]
    : kind === 'models'
      ? [text('span', '', names)]
      : [text('span', `method ${tag.method}`, tag.method.toUpperCase()), text('span', '', path)]
  const flags = [
    ...(kind === 'webhook' ? ['Webhook'] : []),
    ...(found?.deprecated ? ['Deprecated'] : []),
    ...(found === null ? ['Not in the specification'] : []),
  ]
  const summary = kind === 'models' ? 'Models' : (found?.summary ?? 'API operation')
  preview.replaceChildren(
    element('div', 'visual-operation', [
      element('p', 'visual-operation-name', [
        text('span', '', summary),
        ...flags.map((flag) => text('span', 'op-flag', flag)),
        text('span', 'visual-operation-spec truncate', spec),
      ]),
      element('p', 'visual-operation-line', line),
    ]),
  )
}

const text = (tag: 'span', className: string, value: string): HTMLElement =>
  element(tag, className, [document.createTextNode(value)])
