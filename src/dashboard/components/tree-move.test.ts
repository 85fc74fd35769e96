import { describe, expect, it } from 'vitest'
import {
  isOutside,
  moveOf,
  nearestSlot,
  nextPosition,
  slotUnder,
  startDrag,
  type TreeRow,
} from './tree-drop.ts'
import { dragFromOutside, keyboardStartBelow, refusalReason } from './tree-move.ts'

const takes = (kind: string) => kind === 'new'
const rows: readonly TreeRow[] = [
  { id: 'group', kind: 'group', depth: 0, parentId: null, title: 'Group', accepts: takes },
  { id: 'a', kind: 'leaf', depth: 1, parentId: 'group', title: 'A' },
  { id: 'b', kind: 'leaf', depth: 0, parentId: null, title: 'B' },
]
const given = { rows, isOpen: () => true, rootAccepts: takes }
const arriving = { ids: ['x', 'y'], title: 'X', kinds: new Set(['new']) }

describe('what comes into a tree from outside', () => {
  it('lands only where its kind is allowed, always as one move of all rows', () => {
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

describe('why something cannot be dropped', () => {
  const spaces = (kind: string) => kind === 'site-space'
  const sections = (kind: string) => kind === 'site-section'
  const structure: readonly TreeRow[] = [
    { id: 'g', kind: 'site-section-group', depth: 0, parentId: null, title: 'Products', accepts: sections },
    { id: 's', kind: 'site-section', depth: 1, parentId: 'g', title: 'API', accepts: spaces },
    { id: 'v', kind: 'site-space', depth: 2, parentId: 's', title: 'v3' },
    { id: 't', kind: 'site-section', depth: 1, parentId: 'g', title: 'Guides', accepts: spaces },
  ]
  const view = { rows: structure, isOpen: () => true, rootAccepts: (kind: string) => kind !== 'site-space' }
  const reason = (id: string, over: string, part: number) => {
    const drag = startDrag(id, view)
    return drag && refusalReason(drag, slotUnder(drag, { over, part, depth: 2 }), over)
  }

  it('names what is dragged and where it cannot go', () => {
    expect(reason('g', 's', 0.5)).toBe('a group can’t go inside itself')
    expect(reason('t', 'v', 0.4)).toBe('a section can’t go into “API”')
    expect(reason('v', 'g', 0.1)).toBe('a space can’t go into “Products”')
    expect(reason('v', 't', 0.5)).toBeNull()
    expect(reason('v', 'v', 0.5)).toBeNull()
  })

  it('lands below an open row at its lower edge if it cannot land in it', () => {
    const drag = startDrag('t', view)
    const slot = drag && slotUnder(drag, { over: 's', part: 0.9, depth: 1 })
    expect(slot).toMatchObject({ parentId: 'g', position: { after: 's' } })
  })
})
