import { type Carrying, isOutside, type Slot } from './tree-drop.ts'

/** What is carried, in words: its title, or how many. */
export const carriedInWords = ({ row, ids }: Pick<Carrying, 'row' | 'ids'>): string =>
  ids.length === 1 ? row.title : `${ids.length} rows`

/** “Reference is now 2 of 3 in Docs”: said after every key and at every new place of the pointer. */
export function placeInWords(carrying: Carrying, { parentId, index }: Slot): string {
  const parent = carrying.others.find((one) => one.id === parentId)
  const { length } = carrying.ids
  const place = `${index + 1} of ${carrying.siblingsIn(parentId) + length}`
  const verb = length === 1 ? 'is' : 'are'
  return `${carriedInWords(carrying)} ${verb} now ${place}${parent ? ` in ${parent.title}` : ''}`
}

export const refusedInWords = (carrying: Carrying): string =>
  isOutside(carrying)
    ? `${carriedInWords(carrying)} in the hand`
    : `${carriedInWords(carrying)} cannot be dropped here`

/** “Reference moved, now 2 of 3 in Docs” */
export const movedInWords = (carrying: Carrying, slot: Slot): string =>
  placeInWords(carrying, slot).replace(
    / (is|are) now /,
    isOutside(carrying) ? ' added, now ' : ' moved, now ',
  )

export const wentBackInWords = (carrying: Carrying): string =>
  isOutside(carrying)
    ? `${carriedInWords(carrying)} ${carrying.ids.length === 1 ? 'is' : 'are'} not added`
    : `${carriedInWords(carrying)} went back to where ${carrying.ids.length === 1 ? 'it was' : 'they were'}`
