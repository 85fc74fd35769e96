import { describe, expect, it } from 'vitest'
import { carryIn, standBelow } from './tree-arriving.ts'
import { isOutside, moveOf, nearestSlot, slotUnder, stepFrom, type TreeRow } from './tree-drop.ts'

const takes = (kind: string) => kind === 'new'
const rows: readonly TreeRow[] = [
  { id: 'group', kind: 'group', depth: 0, parentId: null, title: 'Group', accepts: takes },
  { id: 'a', kind: 'leaf', depth: 1, parentId: 'group', title: 'A' },
  { id: 'b', kind: 'leaf', depth: 0, parentId: null, title: 'B' },
]
const given = { rows, isOpen: () => true, rootAccepts: takes }
const arriving = { ids: ['x', 'y'], title: 'X', kinds: new Set(['new']) }

describe('what comes into a tree from outside', () => {
  it('lands where its kind may stand, always as a move of all of it', () => {
    const carrying = carryIn(arriving, given)
    expect(isOutside(carrying)).toBe(true)
    const slot = slotUnder(carrying, { over: 'a', part: 0.9, depth: 1 })
    expect(slot && moveOf(carrying, slot)).toEqual({
      id: 'x',
      ids: ['x', 'y'],
      parentId: 'group',
      position: { after: 'a' },
    })
    expect(carryIn({ ...arriving, kinds: new Set(['other']) }, given).slotsIn(1)).toEqual([])
  })

  it('begins below the current row when it is taken by keys, and goes on from there', () => {
    const carrying = carryIn(arriving, given)
    const stand = standBelow(carrying, 'a')
    expect(stand?.slot).toMatchObject({ parentId: 'group', index: 1 })
    expect(stand && stepFrom(carrying, stand, 'down').slot).toMatchObject({ parentId: null, index: 2 })
    expect(standBelow(carryIn({ ...arriving, kinds: new Set(['other']) }, given), 'a')).toBeNull()
  })

  it('comes into a tree without rows', () => {
    const carrying = carryIn(arriving, { ...given, rows: [] })
    expect(nearestSlot(carrying.slotsIn(0), 0)).toMatchObject({ parentId: null, index: 0, position: {} })
  })
})
