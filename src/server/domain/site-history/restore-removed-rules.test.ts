import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StructureChange } from '#contract/site-plans.ts'
import { emptyStructure } from '#testing/empty-structure.ts'
import { DomainError } from '../../errors.ts'
import { itemById } from '../sites/structure/positions.ts'
import { applyChange } from '../sites/structure/reducer.ts'
import { shapeOf } from '../sites/structure/shape.ts'
import type { Structure } from '../sites/structure/structure.ts'
import { withRestored } from './restore-removed-rules.ts'

const shown = (id: string) => ({ id, title: `Space ${id}` })

let count = 0
function acted(structure: Structure, act: StructureChange): Structure {
  const id = String(count++)
  const ids = { item: `i${id}`, siteSpace: `j${id}`, first: `k${id}` }
  try {
    return applyChange(structure, act, { ids, space: shown })
  } catch (error) {
    if (error instanceof DomainError) return structure
    throw error
  }
}

type Pick = {
  readonly section: number
  readonly more: number
  readonly isGrouped: boolean
  readonly isDefault: boolean
}
const drawn = fc.record({
  section: fc.nat(9),
  more: fc.nat(2),
  isGrouped: fc.boolean(),
  isDefault: fc.boolean(),
})

/** A site of a section for each pick, with one to three spaces, some of them in a group. */
function siteOf(picks: readonly Pick[]): Structure {
  let so: Structure = emptyStructure
  so = acted(so, { type: 'add-space', spaceId: 'first' })
  picks.forEach((_, index) => {
    so = acted(so, { type: 'add-section', spaceId: `p${index}` })
  })
  const grouped = so.sections.filter((_, index) => picks[index]?.isGrouped).map(({ id }) => id)
  so = acted(so, { type: 'add-group', title: 'Group', sections: grouped })
  so.sections.forEach(({ id }, index) => {
    const { more = 0, isDefault } = picks[index] ?? {}
    for (let at = 0; at < more; at++) so = acted(so, { type: 'add-space', spaceId: `q${at}`, sectionId: id })
    if (isDefault) so = acted(so, { type: 'set-default', defaultSiteSection: id })
  })
  return so
}

/** Takes out what a number points at, as far as that may go. */
function without(structure: Structure, number: number): Structure {
  const { groups, sections, siteSpaces } = structure
  const items = [...groups, ...sections, ...siteSpaces]
  const item = items[number % items.length]
  if (item === undefined) return structure
  const type = {
    'site-section-group': 'delete-group',
    'site-section': 'delete-section',
    'site-space': 'remove-space',
  } as const
  return acted(structure, { type: type[item.kind], id: item.id })
}

test('removed items are restored as they were', () => {
  fc.assert(
    fc.property(
      fc.array(drawn, { minLength: 2, maxLength: 6 }),
      fc.array(fc.nat(99), { minLength: 1, maxLength: 5 }),
      (picks, taken) => {
        const then = siteOf(picks)
        const now = taken.reduce(without, then)
        const gone = [...then.groups, ...then.sections, ...then.siteSpaces].filter(
          ({ id }) => itemById(now, id) === undefined,
        )
        const back = withRestored(now, then, new Set(gone.map(({ id }) => id)), shown)
        expect(back.missing).toEqual([])
        expect(shapeOf(back.structure)).toBe(shapeOf(then))
        expect(withRestored(then, then, new Set(gone.map(({ id }) => id)), shown).structure).toBe(then)
      },
    ),
    { seed: 47, numRuns: 400 },
  )
})
