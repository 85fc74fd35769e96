import type { ElementContent } from 'hast'
import { h } from 'hastscript'
import type { RenderContext } from './context.ts'

export interface Panel {
  title: string | ElementContent[]
  content: ElementContent[]
}

/** A tab list and its panels. Without a script all panels are shown below each other with their titles. */
export function tabsOf(panels: readonly Panel[], context: RenderContext, label: string): ElementContent {
  const group = `${context.idPrefix}tabs-${context.nextNumber('tabs')}`
  const buttons = panels.map(({ title }, index) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `${group}-t${index}`,
        ariaControls: `${group}-p${index}`,
        ariaSelected: index === 0 ? 'true' : 'false',
        tabIndex: index === 0 ? undefined : -1,
      },
      title,
    ),
  )
  const panelElements = panels.map(({ title, content }, index) =>
    h(
      'div',
      {
        className: index === 0 ? ['tab', 'is-open'] : ['tab'],
        role: 'tabpanel',
        id: `${group}-p${index}`,
        ariaLabelledBy: `${group}-t${index}`,
      },
      [h('p', { className: ['tab-title'] }, title), ...content],
    ),
  )
  const bar = h('div', { className: ['tabs-list'], role: 'tablist', ariaLabel: label }, buttons)
  return h('div', { className: ['tabs'] }, bar, panelElements)
}
