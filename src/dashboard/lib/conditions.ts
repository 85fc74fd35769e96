import { z } from 'zod'
import { type Condition, parseCondition } from '#contract/shared/condition.ts'
import { ConditionError } from '#contract/shared/condition-tokens.ts'
import { evaluateCondition } from '#contract/shared/evaluate-condition.ts'
import type { VisitorProperty, VisitorSchema } from '#contract/site-audience.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { useLocalStorage } from '../hooks/use-local-storage.ts'
import { namedSections } from './named-sections.ts'

/** A claim that conditions can use: `visitor.claims.plan`. */
export type Claim = { readonly name: string; readonly property: VisitorProperty }

/** All claims of a schema, including those within objects. */
export function flattenClaims(schema: VisitorSchema, before = 'visitor.claims'): Claim[] {
  return Object.entries(schema.properties).flatMap(([key, property]) =>
    claimsIn(property, `${before}.${key}`),
  )
}

const claimsIn = (property: VisitorProperty, name: string): Claim[] =>
  property.type === 'object'
    ? Object.entries(property.properties).flatMap(([key, one]) => claimsIn(one, `${name}.${key}`))
    : [{ name, property }]

/** The claims that a condition uses. */
export function claimsUsed(condition: Condition): ReadonlySet<string> {
  const names = new Set<string>()
  walk(condition, (name) => names.add(name))
  return names
}

/** A member chain that starts at the visitor, as written; undefined for anything else. */
function pathOf(condition: Condition): string | undefined {
  if (condition.is === 'root') return condition.name
  if (condition.is !== 'member') return undefined
  const of = pathOf(condition.of)
  return of === undefined ? undefined : `${of}.${condition.name}`
}

function walk(condition: Condition, see: (name: string) => void): void {
  if (condition.is === 'member') {
    const path = pathOf(condition)
    if (path !== undefined) see(path.replace(/\.length$/, ''))
    else walk(condition.of, see)
    return
  }
  for (const part of partsOf(condition)) walk(part, see)
}

function partsOf(condition: Condition): readonly Condition[] {
  switch (condition.is) {
    case 'list':
      return condition.items
    case 'call':
      return [condition.of, condition.argument]
    case 'not':
    case 'member':
      return [condition.of]
    case 'binary':
      return [condition.left, condition.right]
    case 'choice':
      return [condition.test, condition.yes, condition.no]
    case 'literal':
    case 'root':
      return []
  }
}

/** Above this many combinations of claims, no warning is given. */
const MAX_COMBINATIONS = 4096

/** Every value a claim can have, if they are finite. */
function valuesOf({ property }: Claim): readonly unknown[] | undefined {
  if (property.type === 'boolean') return [true, false, undefined]
  return property.type === 'string' && property.enum ? [...property.enum, undefined] : undefined
}

/** Whether no visitor that the schema allows meets a condition. */
function isNeverTrue(condition: Condition, claims: readonly Claim[]): boolean {
  const named = claimsUsed(condition)
  const used = claims.filter(({ name }) => named.has(name))
  if (used.length < named.size) return false
  let combinations: [string, unknown][][] = [[]]
  for (const claim of used) {
    const values = valuesOf(claim)
    if (values === undefined || combinations.length * values.length > MAX_COMBINATIONS) return false
    combinations = combinations.flatMap((one) =>
      values.map((value): [string, unknown][] => [...one, [claim.name, value]]),
    )
  }
  return !combinations.some((one) => evaluateCondition(condition, visitorWith(one)))
}

function visitorWith(values: readonly (readonly [string, unknown])[]): unknown {
  const visitor: Record<string, unknown> = { claims: { unsigned: {} } }
  for (const [name, value] of values) {
    if (value === undefined) continue
    let at = visitor
    const steps = name.split('.').slice(1)
    for (const step of steps.slice(0, -1)) {
      const next = at[step]
      at[step] = typeof next === 'object' && next !== null ? next : {}
      at = at[step] as Record<string, unknown>
    }
    at[steps.at(-1) ?? ''] = value
  }
  return visitor
}

/** Warnings about a condition; empty if there are none. */
export function conditionWarnings(text: string, schema: VisitorSchema, isDefault: boolean): string[] {
  const warnings = isDefault ? ['It’s a default, so people who can’t see it get a 404 at its address'] : []
  try {
    const condition = parseCondition(text)
    const claims = flattenClaims(schema)
    const known = claims.map(({ name }) => name)
    const unknown = [...claimsUsed(condition)].filter(
      (name) => !known.some((one) => one === name || one.startsWith(`${name}.`)),
    )
    const never = isNeverTrue(condition, claims) ? ['No visitor allowed by the schema sees this'] : []
    return [...unknown.map((name) => `${name} isn’t in the schema`), ...never, ...warnings]
  } catch (error) {
    if (error instanceof ConditionError) return [error.located]
    throw error
  }
}

/** Whether a visitor with these claims meets a condition; an empty one is met by everyone. */
export function isVisibleTo(claims: Readonly<Record<string, unknown>>, text: string | undefined): boolean {
  if (!text) return true
  try {
    return evaluateCondition(parseCondition(text), { claims: { unsigned: {}, ...claims } })
  } catch (error) {
    if (error instanceof ConditionError) return false
    throw error
  }
}

/** A part of a site with the conditions that decide who sees it: its own and those of its ancestors. */
type Conditioned = {
  readonly id: string
  readonly title: string
  readonly condition: string | undefined
  readonly conditions: readonly string[]
  readonly isDefault: boolean
  /** Is inside the section above it. */
  readonly isInner: boolean
}

type Shown = {
  readonly id: string
  readonly title: string
  readonly condition?: string | undefined
  readonly default?: boolean | undefined
}

const partOf = (one: Shown, around: string | undefined, isInner: boolean): Conditioned => ({
  id: one.id,
  title: one.title,
  condition: one.condition,
  conditions: [around, one.condition].filter((condition) => condition !== undefined),
  isDefault: one.default === true,
  isInner,
})

/** The sections and spaces of a site in order; the only space of a section is part of the section. */
export function conditionsIn(structure: SiteStructure): Conditioned[] {
  if (structure.type === 'siteSpaces') return structure.structure.map((one) => partOf(one, undefined, false))
  return namedSections(structure).flatMap(({ section, name }) => {
    const inner = section.siteSpaces.length > 1 || section.siteSpaces.some(({ condition }) => condition)
    return [
      { ...partOf(section, undefined, false), title: name },
      ...(inner ? section.siteSpaces.map((one) => partOf(one, section.condition, true)) : []),
    ]
  })
}

const segments = z.array(z.object({ name: z.string(), claims: z.record(z.string(), z.unknown()) }))

/** A segment of a site's visitors, by their claims. */
export type Segment = z.infer<typeof segments>[number]

export const anonymousSegment: Segment = { name: 'Anonymous visitor', claims: {} }

/** Sample segments of a site's visitors, stored only in this browser. */
export const useSegments = (siteId: string) =>
  useLocalStorage<Segment[]>(`segments.${siteId}`, (value) => segments.safeParse(value).data, [])
