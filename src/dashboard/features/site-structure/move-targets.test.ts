import { describe, expect, it } from 'vitest'
import { sampleStructure } from './sample-structure.ts'
import { moveRefusal, moveTargets, rootTarget, rowsOf } from './structure-rows.ts'

const rows = (...ids: string[]) => {
  const all = rowsOf(sampleStructure(), true)
  return ids.flatMap((id) => all.filter((row) => row.id === id))
}

describe('where rows can move together', () => {
  it('sections move into groups and to the top level, except to where they are', () => {
    expect(
      moveTargets(sampleStructure(), rows('api', 'notes')).map(({ id, disabledReason }) => [
        id,
        disabledReason,
      ]),
    ).toEqual([
      [rootTarget, 'already there'],
      ['products', undefined],
    ])
    expect(
      moveTargets(sampleStructure(), rows('api', 'one')).every(
        ({ disabledReason }) => disabledReason === undefined,
      ),
    ).toBe(true)
  })

  it('spaces move into sections', () => {
    expect(moveTargets(sampleStructure(), rows('v4')).map(({ id }) => id)).toEqual([
      'one',
      'mini',
      'api',
      'notes',
    ])
  })

  it('says why rows cannot move together', () => {
    expect(moveRefusal(rows('api', 'v4'), sampleStructure())).toMatch(/only one kind/)
    expect(moveRefusal(rows('products'), sampleStructure())).toMatch(/always at the top level/)
    expect(moveRefusal(rows('notes-en'), sampleStructure())).toMatch(/only space/)
    expect(moveRefusal(rows('api', 'notes'), sampleStructure())).toBeUndefined()
  })
})
