import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import { formulaIn, withFormula } from '#markup/visual/formula.ts'
import { replaceWithSource } from './commands.ts'
import { createFormula, createFormulaField } from './formula-field.ts'
import { button, controls, element, type NodeContext, setAttributes } from './node-fields.ts'
import { onOpen, selectBlock } from './open-block.ts'
import { sourceNodeView } from './source-kinds.ts'

/** A block that is only a formula, as readers see it; its TeX opens below it. */
export function formulaView(node: Node, context: NodeContext): NodeView {
  let markdown = String(node.attrs.markdown)
  const write = (text: string) => {
    const next = withFormula(markdown, text)
    if (next === null) return formula.show('')
    markdown = next
    setAttributes(context, { markdown })
  }
  const close = (isReturning: boolean) => {
    if (field.hidden) return
    field.hidden = true
    edit.textContent = EDIT
    if (field.value.trim() === '') replaceWithSource(context, '')
    else if (isReturning) selectBlock(context)
  }
  const open = () => {
    field.hidden = false
    edit.textContent = 'Done'
    field.focus()
  }
  const tex = createFormulaField({ isBlock: true, onChange: write, onDone: () => close(true) })
  const { field, problem } = tex
  const formula = createFormula(true, tex.showProblem)
  const edit = button(EDIT, 'btn btn-s btn-outline', () => (field.hidden ? open() : close(true)))
  const bar = controls([edit], 'visual-source-bar is-corner')
  const dom = element('div', 'visual-source', [formula.dom, field, problem, bar])
  field.hidden = true
  onOpen(dom, open)
  formula.dom.addEventListener('dblclick', open)
  onLeave(dom, () => close(false))
  return sourceNodeView(node, {
    kind: 'formula',
    dom,
    show: (next) => {
      const source = String(next.attrs.markdown)
      const shown = formulaIn(source)?.tex ?? ''
      formula.show(shown)
      // An open field keeps what is typed, unless the formula changed elsewhere.
      if (field.hidden || source !== markdown) tex.show(shown)
      markdown = source
    },
  })
}

const EDIT = 'Edit formula'

/** When the focus leaves an element, but not the window. */
function onLeave(dom: HTMLElement, leave: () => void): void {
  dom.addEventListener('focusout', ({ relatedTarget }) => {
    const isInside = relatedTarget instanceof Element && dom.contains(relatedTarget)
    if (!isInside && document.hasFocus()) leave()
  })
}
