import { type Drag, isOutside, type Slot } from './tree-drop.ts'

/** The title of the dragged row, or how many rows there are. */
export const draggedLabel = ({ row, ids }: Pick<Drag, 'row' | 'ids'>): string =>
  ids.length === 1 ? row.title : `${ids.length} rows`

/** “Reference is now 2 of 3 in Docs”: announced after every key and at every new target of the pointer. */
export function positionMessage(drag: Drag, { parentId, index }: Slot): string {
  const parent = drag.others.find((one) => one.id === parentId)
  const { length } = drag.ids
  const place = `${index + 1} of ${drag.siblingsIn(parentId) + length}`
  const verb = length === 1 ? 'is' : 'are'
  return `${draggedLabel(drag)} ${verb} now ${place}${parent ? ` in ${parent.title}` : ''}`
}

export const refusedMessage = (drag: Drag): string =>
  isOutside(drag) ? `${draggedLabel(drag)} in the session` : `${draggedLabel(drag)} cannot be dropped here`

/** “Reference moved, now 2 of 3 in Docs” */
export const movedMessage = (drag: Drag, slot: Slot): string =>
  positionMessage(drag, slot).replace(/ (is|are) now /, isOutside(drag) ? ' added, now ' : ' moved, now ')

export const revertedMessage = (drag: Drag): string =>
  isOutside(drag)
    ? `${draggedLabel(drag)} ${drag.ids.length === 1 ? 'is' : 'are'} not added`
    : `${draggedLabel(drag)} went back to where ${drag.ids.length === 1 ? 'it was' : 'they were'}`
