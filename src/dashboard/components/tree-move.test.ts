import { describe, expect, it } from 'vitest'
import { isOutside, moveOf, nearestSlot, nextPosition, slotUnder, type TreeRow } from './tree-drop.ts'
import { dragFromOutside, keyboardStartBelow } from './tree-move.ts'

const takes = (kind: string) => kind === 'new'
const rows: readonly TreeRow[] = [
  { id: 'group', kind: 'group', depth: 0, parentId: null, title: 'Group', accepts: takes },
  { id: 'a', kind: 'leaf', depth: 1, parentId: 'group', title: 'A' },
  { id: 'b', kind: 'leaf', depth: 0, parentId: null, title: 'B' },
]
const given = { rows, isOpen: () => true, rootAccepts: takes }
const arriving = { ids: ['x', 'y'], title: 'X', kinds: new Set(['new']) }

describe('what comes into a tree from outside', () => {
  it('lands where its kind may current, always as a move of all of it', () => {
    const drag = dragFromOutside(arriving, given)
    expect(isOutside(drag)).toBe(true)
    const slot = slotUnder(drag, { over: 'a', part: 0.9, depth: 1 })
    expect(slot && moveOf(drag, slot)).toEqual({
      id: 'x',
      ids: ['x', 'y'],
      parentId: 'group',
      position: { after: 'a' },
    })
    expect(dragFromOutside({ ...arriving, kinds: new Set(['other']) }, given).slotsIn(1)).toEqual([])
  })

  it('begins below the current row when it is taken by keys, and goes on from there', () => {
    const drag = dragFromOutside(arriving, given)
    const current = keyboardStartBelow(drag, 'a')
    expect(current?.slot).toMatchObject({ parentId: 'group', index: 1 })
    expect(current && nextPosition(drag, current, 'down').slot).toMatchObject({ parentId: null, index: 2 })
    expect(
      keyboardStartBelow(dragFromOutside({ ...arriving, kinds: new Set(['other']) }, given), 'a'),
    ).toBeNull()
  })

  it('comes into a tree without rows', () => {
    const drag = dragFromOutside(arriving, { ...given, rows: [] })
    expect(nearestSlot(drag.slotsIn(0), 0)).toMatchObject({ parentId: null, index: 0, position: {} })
  })
})
