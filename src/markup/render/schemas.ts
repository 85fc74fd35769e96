import { h } from 'hastscript'
import { schemasBlockOf } from '../api-blocks.ts'
import { slugOf } from '../slug.ts'
import { type ElementRenderer, propertyText, withoutBlanks } from './context.ts'
import { chevron, partDetails, typeLabel } from './schema-parts.ts'

/** The schemas of a specification, each collapsed; if they are unknown, what is in the block. */
export const apiSchemas: ElementRenderer = (node, context) => {
  const block = schemasBlockOf({ spec: propertyText(node, 'spec'), schemas: propertyText(node, 'schemas') })
  const schemas = (block && context.schemas?.(block)) ?? []
  if (schemas.length === 0) return withoutBlanks(context.renderNested(node.children))
  const items = schemas.map(({ name, part }) => {
    const { title: _, ...untitled } = part
    const id = context.claimId(`model-${slugOf(name)}`)
    const kind = typeLabel(untitled, context.labels)
    return h('details', { className: ['op-status'], id }, [
      h('summary', [chevron(), h('code', name), h('span', { className: ['op-description'] }, kind)]),
      h('div', partDetails(untitled, context)),
    ])
  })
  return [h('section', { className: ['op', 'op-schemas'] }, items)]
}
