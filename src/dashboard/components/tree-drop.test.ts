import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  branchOf,
  type Drag,
  initialPosition,
  moveOf,
  nextPosition,
  type Slot,
  slotUnder,
  startDrag,
  type TreeRow,
  visibleRows,
} from './tree-drop.ts'
import { positionMessage, withMove } from './tree-move.ts'

const holdsAll = () => true
const row = (id: string, depth: number, parentId: string | null, more: Partial<TreeRow> = {}): TreeRow => ({
  id,
  kind: 'page',
  depth,
  parentId,
  title: id,
  ...more,
})

/** Random trees: each row hangs below an earlier row or at the top; flattened in reading order. */
const trees = fc
  .array(fc.record({ hang: fc.nat(), isFolder: fc.boolean() }), { minLength: 1, maxLength: 14 })
  .map((items) => {
    const nodes = items.map(({ isFolder }, at) => ({ id: `n${at}`, isFolder, parent: null as string | null }))
    items.forEach(({ hang }, at) => {
      const folders = nodes.slice(0, at).filter((node) => node.isFolder)
      const node = nodes[at]
      if (node) node.parent = folders[hang % (folders.length + 1)]?.id ?? null
    })
    const flatten = (parent: string | null, depth: number): TreeRow[] =>
      nodes
        .filter((node) => node.parent === parent)
        .flatMap((node) => [
          row(node.id, depth, parent, {
            kind: node.isFolder ? 'folder' : 'page',
            ...(node.isFolder ? { accepts: holdsAll } : {}),
          }),
          ...flatten(node.id, depth + 1),
        ])
    return flatten(null, 0)
  })

const scenes = fc
  .record({ rows: trees, closed: fc.array(fc.nat(13)), pick: fc.nat() })
  .map(({ rows, closed, pick }) => {
    const shut = new Set(closed.map((at) => `n${at}`))
    const isOpen = (id: string) => !shut.has(id)
    const shown = visibleRows(rows, isOpen)
    const id = shown[pick % shown.length]?.id ?? ''
    return { rows, isOpen, id, given: { rows, isOpen, rootAccepts: holdsAll } }
  })

const allSlots = (drag: Drag | null): Slot[] =>
  drag ? [...drag.others.keys(), drag.others.length].flatMap((gap) => [...drag.slotsIn(gap)]) : []

const idsIn = (rows: readonly TreeRow[], parentId: string | null) =>
  rows.filter((one) => one.parentId === parentId).map((one) => one.id)

test('the move described by a slot ends at that slot', () => {
  fc.assert(
    fc.property(scenes, ({ rows, id, given }) => {
      const drag = startDrag(id, given)
      for (const slot of allSlots(drag)) {
        const after = withMove(rows, { id, parentId: slot.parentId, position: slot.position })
        expect(idsIn(after, slot.parentId).indexOf(id)).toBe(slot.index)
        expect(after.find((one) => one.id === id)?.depth).toBe(slot.depth)
      }
    }),
  )
})

test('a move keeps the branch together and all other rows in order', () => {
  fc.assert(
    fc.property(scenes, ({ rows, id, given }) => {
      const moving = branchOf(rows, id)
      for (const slot of allSlots(startDrag(id, given))) {
        const after = withMove(rows, { id, parentId: slot.parentId, position: slot.position })
        const inBranch = (one: TreeRow) => moving.has(one.id)
        const names = (list: readonly TreeRow[]) => list.map((one) => one.id)
        expect(names(after.filter(inBranch))).toEqual(names(rows.filter(inBranch)))
        expect(names(after.filter((one) => !inBranch(one)))).toEqual(
          names(rows.filter((one) => !inBranch(one))),
        )
        const first = after.findIndex(inBranch)
        expect(after.slice(first, first + moving.size).every(inBranch)).toBe(true)
      }
    }),
  )
})

test('nothing lands in itself or in what it holds', () => {
  fc.assert(
    fc.property(scenes, ({ rows, id, given }) => {
      const moving = branchOf(rows, id)
      for (const slot of allSlots(startDrag(id, given))) {
        expect(slot.parentId !== null && moving.has(slot.parentId)).toBe(false)
      }
    }),
  )
})

test('every place in an open branch is there once, and a closed one takes it at its end', () => {
  fc.assert(
    fc.property(scenes, ({ rows, id, given, isOpen }) => {
      const drag = startDrag(id, given)
      if (!drag) return
      const names = (slots: readonly Slot[]) => slots.map((slot) => `${slot.parentId} ${slot.index}`).sort()
      const rest = rows.filter((one) => !branchOf(rows, id).has(one.id))
      const parents = [null, ...drag.others.filter((one) => one.accepts).map((one) => one.id)]
      const preferredDepth = parents.flatMap((parentId) => {
        const count = idsIn(rest, parentId).length
        if (parentId !== null && !isOpen(parentId)) return [`${parentId} ${count}`]
        return Array.from({ length: count + 1 }, (_, index) => `${parentId} ${index}`)
      })
      expect(names(allSlots(drag))).toEqual(preferredDepth.sort())
    }),
  )
})

test('where it lies is one of its slots, and dropping it there moves nothing', () => {
  fc.assert(
    fc.property(scenes, ({ rows, id, given }) => {
      const drag = startDrag(id, given)
      if (!drag) return
      const { homeSlot, slotsIn, homeGap } = drag
      expect(slotsIn(homeGap)).toContainEqual(homeSlot)
      expect(moveOf(drag, homeSlot)).toBeNull()
      expect(withMove(rows, { id, parentId: homeSlot.parentId, position: homeSlot.position })).toEqual(rows)
    }),
  )
})

test('going up and down again by keys comes back to the same place', () => {
  fc.assert(
    fc.property(scenes, ({ id, given }) => {
      const drag = startDrag(id, given)
      if (!drag) return
      const home = initialPosition(drag)
      const up = nextPosition(drag, home, 'up')
      if (up !== home) expect(nextPosition(drag, up, 'down').slot).toEqual(home.slot)
    }),
  )
})

const docs = [
  row('Docs', 0, null, { kind: 'group', accepts: (kind) => kind === 'section' }),
  row('Intro', 1, 'Docs', { kind: 'section' }),
  row('Guides', 1, 'Docs', { kind: 'section' }),
  row('Reference', 1, 'Docs', { kind: 'section' }),
  row('Blog', 0, null, { kind: 'section' }),
]
const openDocs = { rows: docs, isOpen: () => true, rootAccepts: holdsAll }

test('says each place in words', () => {
  const drag = startDrag('Reference', openDocs)
  if (!drag) throw new Error('not carried')
  const home = initialPosition(drag)
  expect(positionMessage(drag, home.slot)).toBe('Reference is now 3 of 3 in Docs')
  const up = nextPosition(drag, home, 'up')
  expect(positionMessage(drag, up.slot)).toBe('Reference is now 2 of 3 in Docs')
  const out = nextPosition(drag, home, 'shallower')
  expect(positionMessage(drag, out.slot)).toBe('Reference is now 2 of 3')
  expect(moveOf(drag, out.slot)).toEqual({ id: 'Reference', parentId: null, position: { after: 'Docs' } })
})

test('goes past rows that do not take it', () => {
  const rows = [
    row('a', 0, null, { accepts: (kind) => kind === 'leaf' }),
    row('leaf', 1, 'a', { kind: 'leaf' }),
    row('b', 0, null),
  ]
  const drag = startDrag('b', { rows, isOpen: () => true, rootAccepts: (kind) => kind === 'page' })
  if (!drag) throw new Error('not carried')
  const up = nextPosition(drag, initialPosition(drag), 'up')
  expect(moveOf(drag, up.slot)).toEqual({ id: 'b', parentId: null, position: { before: 'a' } })
  expect(slotUnder(drag, { over: 'leaf', part: 0.2, depth: 0 })).toBeNull()
})

test.each([
  [
    'the upper part of a row',
    { over: 'Guides', part: 0.1, depth: 1 },
    { parentId: 'Docs', position: { after: 'Intro' } },
  ],
  [
    'the lower part of the first row',
    { over: 'Intro', part: 0.9, depth: 1 },
    { parentId: 'Docs', position: { after: 'Intro' } },
  ],
  [
    'the middle of a branch',
    { over: 'Docs', part: 0.5, depth: 0 },
    { parentId: 'Docs', position: { before: 'Intro' } },
  ],
  [
    'far left at the end of a branch',
    { over: 'Guides', part: 0.9, depth: -3 },
    { parentId: 'Docs', position: { after: 'Guides' } },
  ],
])('a pointer over %s', (_, pointed, preferredDepth) => {
  const drag = startDrag('Blog', openDocs)
  expect(drag && slotUnder(drag, pointed)).toMatchObject(preferredDepth)
})

test('a closed branch takes it at the end', () => {
  const drag = startDrag('Blog', { ...openDocs, isOpen: (id) => id !== 'Docs' })
  expect(drag && slotUnder(drag, { over: 'Docs', part: 0.5, depth: 0 })).toMatchObject({
    parentId: 'Docs',
    isInto: true,
    position: { after: 'Reference' },
  })
})

test('what may not be dragged is not carried', () => {
  expect(
    startDrag('x', {
      rows: [row('x', 0, null, { canDrag: false })],
      isOpen: holdsAll,
      rootAccepts: holdsAll,
    }),
  ).toBeNull()
})

const two = new Set(['Intro', 'Blog'])

test('several selected rows move together, and land between the remaining ones', () => {
  const drag = startDrag('Blog', { ...openDocs, selected: two })
  if (!drag) throw new Error('not carried')
  expect(drag.ids).toEqual(['Intro', 'Blog'])
  expect(drag.others.map(({ id }) => id)).toEqual(['Docs', 'Guides', 'Reference'])
  expect(moveOf(drag, drag.homeSlot)).toBeNull()
  const slot = slotUnder(drag, { over: 'Guides', part: 0.9, depth: 1 })
  expect(slot && positionMessage(drag, slot)).toBe('2 rows are now 2 of 4 in Docs')
  expect(slot && moveOf(drag, slot)).toEqual({
    id: 'Blog',
    ids: ['Intro', 'Blog'],
    parentId: 'Docs',
    position: { after: 'Guides' },
  })
})

test('a slot must accept every selected row, and an unselected row moves alone', () => {
  const both = startDrag('Blog', { ...openDocs, selected: new Set(['Docs', 'Blog']) })
  expect(both?.others.map(({ id }) => id)).toEqual([])
  expect(startDrag('Intro', { ...openDocs, selected: new Set(['Docs', 'Intro']) })).toBeNull()
  expect(startDrag('Guides', { ...openDocs, selected: two })?.ids).toEqual(['Guides'])
  const fixed = docs.map((one) => (one.id === 'Intro' ? { ...one, canDrag: false } : one))
  expect(startDrag('Blog', { ...openDocs, rows: fixed, selected: two })?.ids).toEqual(['Blog'])
})

test('selected rows never land in themselves, and every slot is among the remaining rows', () => {
  fc.assert(
    fc.property(scenes, fc.array(fc.nat(13)), ({ rows, id, given }, more) => {
      const selected = new Set([id, ...more.map((at) => `n${at}`)])
      const drag = startDrag(id, { ...given, selected })
      if (!drag) return
      const moving = new Set(drag.ids.flatMap((one) => [...branchOf(rows, one)]))
      const rest = rows.filter((one) => !moving.has(one.id))
      for (const slot of allSlots(drag)) {
        expect(slot.parentId !== null && moving.has(slot.parentId)).toBe(false)
        const siblings = idsIn(rest, slot.parentId)
        const { after, before } = slot.position
        if (after !== undefined) expect(siblings[slot.index - 1]).toBe(after)
        if (before !== undefined) expect(siblings[slot.index]).toBe(before)
      }
    }),
  )
})
