import { describe, expect, it } from 'vitest'
import { moveTargets, theTop, whyNotMoved } from './move-targets.ts'
import { halden } from './parts-for-tests.ts'
import { rowsOf } from './structure-rows.ts'

const rows = (...ids: string[]) => {
  const all = rowsOf(halden(), true)
  return ids.flatMap((id) => all.filter((row) => row.id === id))
}

describe('where rows can be moved together', () => {
  it('sections go into groups and to the top, but not where they stand', () => {
    expect(moveTargets(halden(), rows('api', 'notes')).map(({ id, refusal }) => [id, refusal])).toEqual([
      [theTop, 'they stand there'],
      ['products', undefined],
    ])
    expect(moveTargets(halden(), rows('api', 'one')).every(({ refusal }) => refusal === undefined)).toBe(true)
  })

  it('spaces go into sections', () => {
    expect(moveTargets(halden(), rows('v4')).map(({ id }) => id)).toEqual(['one', 'mini', 'api', 'notes'])
  })

  it('says why rows do not go together', () => {
    expect(whyNotMoved(rows('api', 'v4'), halden())).toMatch(/only one kind/)
    expect(whyNotMoved(rows('products'), halden())).toMatch(/stand at the top/)
    expect(whyNotMoved(rows('notes-en'), halden())).toMatch(/only space/)
    expect(whyNotMoved(rows('api', 'notes'), halden())).toBeUndefined()
  })
})
