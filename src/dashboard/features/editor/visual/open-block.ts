import { type Command, NodeSelection } from 'prosemirror-state'
import type { NodeContext } from './node-fields.ts'

const OPEN_EVENT = 'openblock'

/** Enter opens the source of the selected block, if its view shows something else. */
export const openSelected: Command = ({ selection }, _, view) => {
  if (!(selection instanceof NodeSelection) || view === undefined) return false
  const dom = view.nodeDOM(selection.from)
  return dom instanceof Element && !dom.dispatchEvent(new CustomEvent(OPEN_EVENT, { cancelable: true }))
}

/** Opens a block with Enter while it is selected. */
export function onOpen(dom: HTMLElement, open: () => void): void {
  dom.addEventListener(OPEN_EVENT, (event) => {
    event.preventDefault()
    open()
  })
}

/** Returns the focus from the fields of a block to the block. */
export function selectBlock({ view, getPos }: NodeContext): void {
  const at = getPos()
  if (at !== undefined)
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)).scrollIntoView())
  view.focus()
}
