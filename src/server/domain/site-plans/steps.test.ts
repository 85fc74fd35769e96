import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StructureChange } from '#contract/site-plans.ts'
import { emptyStructure } from '#testing/empty-structure.ts'
import type { StoredStep } from '../../db/tables/sites.ts'
import { DomainError } from '../../errors.ts'
import { restoredStructure } from '../site-history/restore-rules.ts'
import { compressSnapshot, decompressSnapshot } from '../sites/snapshot.ts'
import { addressesOf } from '../sites/structure/addresses.ts'
import { differencesBetween } from '../sites/structure/differences.ts'
import { applyChange } from '../sites/structure/reducer.ts'
import { isSameShape, shapeOf } from '../sites/structure/shape.ts'
import { type Structure, siteSpaceParents, siteSpacesIn } from '../sites/structure/structure.ts'
import { outcomeOf, type SpaceFor, stepsOf, withStep } from './steps.ts'

const titles = ['Alpha', 'Beta', 'Gamma', 'Delta']
const space: SpaceFor = (id) => ({ id, title: titles[Number(id.slice(1))] ?? 'Other' })

type Dice = { readonly kind: number; readonly a: number; readonly b: number; readonly c: number }
const dice = fc.record({ kind: fc.nat(99), a: fc.nat(99), b: fc.nat(99), c: fc.nat(99) })

const pick = <T>(items: readonly T[], number: number): T | undefined => items[number % (items.length || 1)]
const idOf = (items: readonly { readonly id: string }[], number: number): string =>
  pick(items, number)?.id ?? 'none'

/** Any act on what is there; some of them cannot be done. */
function actOf({ groups, sections, siteSpaces }: Structure, { kind, a, b, c }: Dice): StructureChange {
  const id = idOf(sections, a)
  const spaceId = `p${a % titles.length}`
  const path = pick(['one', 'two', 'three', 'alpha', 'beta'], b) ?? ''
  const side = c % 2 === 0 ? 'before' : 'after'
  const beside = (
    other: readonly {
      readonly kind: 'site-section' | 'site-space' | 'site-section-group'
      readonly id: string
    }[],
  ) => {
    const found = pick(other, b)
    return found === undefined ? {} : { position: { [side]: { type: found.kind, id: found.id } } }
  }
  const acts: readonly StructureChange[] = [
    { type: 'add-section', spaceId },
    { type: 'add-space', spaceId, ...(b % 2 === 0 ? {} : { sectionId: idOf(sections, b) }) },
    { type: 'add-group', title: 'Group', sections: c % 3 === 0 ? [id] : [] },
    { type: 'change-section', id, path },
    {
      type: 'change-section',
      id,
      ...(b % 2 === 0 ? { title: `Title ${c % 3}` } : { icon: c % 2 === 0 ? null : 'star' }),
    },
    { type: 'change-space', id: idOf(siteSpaces, a), path },
    { type: 'change-group', id: idOf(groups, a), title: `Group ${b % 2}` },
    { type: 'move', item: { type: 'site-section', id }, ...beside([...sections, ...groups]) },
    { type: 'move', item: { type: 'site-section', id }, parent: b % 3 === 0 ? null : idOf(groups, b) },
    { type: 'move', item: { type: 'site-space', id: idOf(siteSpaces, a) }, ...beside(siteSpaces) },
    {
      type: 'move',
      item: { type: 'site-section-group', id: idOf(groups, a) },
      ...beside([...groups, ...sections]),
    },
    { type: 'set-default', defaultSiteSection: id },
    { type: 'set-default', defaultSiteSpace: idOf(siteSpaces, a) },
    { type: 'delete-section', id },
    { type: 'delete-group', id: idOf(groups, a) },
    { type: 'remove-space', id: idOf(siteSpaces, a) },
  ]
  return pick(acts, kind) ?? { type: 'add-section', spaceId }
}

let count = 0
const stepOf = (act: StructureChange): StoredStep => {
  const id = String(count++)
  return { id, act, made: { item: `i${id}`, siteSpace: `j${id}`, first: `k${id}` }, changes: [] }
}

/** What some acts make of a structure; those that cannot be done are passed over. */
function after(structure: Structure, thrown: readonly Dice[]): Structure {
  return thrown.reduce((so, one) => {
    const step = stepOf(actOf(so, one))
    return outcomeOf(so, [step], space).structure
  }, structure)
}

const aSite = fc
  .array(dice, { minLength: 4, maxLength: 14 })
  .map((thrown) =>
    after(emptyStructure, [{ kind: 0, a: 0, b: 0, c: 0 }, { kind: 0, a: 1, b: 0, c: 0 }, ...thrown]),
  )

test('merged steps lead to the same structure as all steps, without problems', () => {
  fc.assert(
    fc.property(aSite, fc.array(dice, { maxLength: 16 }), (site, thrown) => {
      let [plain, steps] = [site, [] as readonly StoredStep[]]
      for (const one of thrown) {
        const step = stepOf(actOf(plain, one))
        const next = tried(() => applyChange(plain, step.act, { ids: step.made, space }))
        const kept = tried(() => stepsOf(withStep(site, outcomeOf(site, steps, space), step, space)))
        expect(kept === undefined).toBe(next === undefined)
        plain = next ?? plain
        steps = kept ?? steps
        const outcome = outcomeOf(site, steps, space)
        expect(shapeOf(outcome.structure)).toBe(shapeOf(plain))
        expect(outcome.steps.filter(({ problem }) => problem !== undefined)).toEqual([])
      }
      expect(steps.length).toBeLessThanOrEqual(thrown.length)
      if (isSameShape(site, plain)) expect(differencesBetween(site, plain)).toEqual([])
    }),
    { seed: 43, numRuns: 400 },
  )
})

test('after any changes every level has one default, and siblings and site spaces have unique addresses', () => {
  fc.assert(
    fc.property(aSite, fc.array(dice, { maxLength: 16 }), (site, thrown) => {
      const then = after(site, thrown)
      for (const parent of siteSpaceParents(then)) {
        const there = siteSpacesIn(then, parent)
        const chosen =
          parent === null
            ? then.site.defaultSiteSpaceId
            : then.sections.find(({ id }) => id === parent)?.defaultSiteSpaceId
        expect(there.filter(({ id }) => id === chosen)).toHaveLength(1)
        expect(new Set(there.map(({ path }) => path)).size).toBe(there.length)
      }
      expect(then.sections.filter(({ id }) => id === then.site.defaultSectionId)).toHaveLength(1)
      expect(new Set(then.sections.map(({ path }) => path)).size).toBe(then.sections.length)
      const sections = new Set(then.sections.map(({ id }) => id))
      expect(then.siteSpaces.every(({ sectionId }) => sectionId !== null && sections.has(sectionId))).toBe(
        true,
      )
      const groups = new Set([null, ...then.groups.map(({ id }) => id)])
      expect(then.sections.every(({ groupId }) => groups.has(groupId))).toBe(true)
      expect(new Set(addressesOf(then).values()).size).toBe(then.siteSpaces.length)
    }),
    { seed: 44, numRuns: 400 },
  )
})

test('an earlier structure is restored completely after any changes', () => {
  fc.assert(
    fc.property(aSite, fc.array(dice, { maxLength: 16 }), (site, thrown) => {
      const now = after(site, thrown)
      const back = restoredStructure(now, decompressSnapshot(compressSnapshot(site)), (id) => space(id))
      expect(back.missing).toEqual([])
      expect(shapeOf(back.structure)).toBe(shapeOf(site))
      const rows = ({ groups, sections, siteSpaces }: Structure) => [...groups, ...sections, ...siteSpaces]
      const versions = new Map(rows(now).map(({ id, version }) => [id, version]))
      for (const { id, version } of rows(back.structure))
        expect(version).toBeGreaterThanOrEqual(versions.get(id) ?? 0)
    }),
    { seed: 45, numRuns: 300 },
  )
})

test('a structure with unavailable spaces is restored without them and stays consistent', () => {
  fc.assert(
    fc.property(aSite, fc.array(dice, { maxLength: 16 }), fc.nat(3), (site, thrown, gone) => {
      const now = after(site, thrown)
      const { structure, missing } = restoredStructure(
        now,
        decompressSnapshot(compressSnapshot(site)),
        (id) => (id === `p${gone}` ? 'deleted' : space(id)),
      )
      const kept = site.siteSpaces.filter(({ spaceId }) => spaceId !== `p${gone}`)
      expect(structure.siteSpaces.map(({ id }) => id)).toEqual(kept.map(({ id }) => id))
      expect(missing.filter(({ type }) => type === 'site-space')).toHaveLength(
        site.siteSpaces.length - kept.length,
      )
      for (const { id, defaultSiteSpaceId } of structure.sections)
        expect(siteSpacesIn(structure, id).some((one) => one.id === defaultSiteSpaceId)).toBe(true)
      const { defaultSectionId } = structure.site
      expect(structure.sections.some(({ id }) => id === defaultSectionId)).toBe(kept.length > 0)
    }),
    { seed: 46, numRuns: 300 },
  )
})

function tried<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}
