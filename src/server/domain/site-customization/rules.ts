import { z } from 'zod'
import { type Overrides, unwrapSchema } from '#contract/shared/overrides.ts'
import { type SiteCustomization, siteCustomization } from '#contract/site-customization.ts'
import { invalid } from '../../errors.ts'

/** The schema of a field that overrides can change in part; undefined if they replace it. */
const branch = (schema: z.ZodObject, name: string): z.ZodObject | undefined => {
  const member = schema.shape[name]
  const inner = member && unwrapSchema(member)
  return inner instanceof z.ZodObject ? inner : undefined
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The overrides after a change, which merges objects; null removes an override. */
export function changedOverrides(
  current: Overrides,
  change: Overrides,
  schema: z.ZodObject = siteCustomization,
): Overrides {
  const next: Record<string, unknown> = { ...current }
  for (const [name, value] of Object.entries(change)) {
    const within = branch(schema, name)
    if (value === undefined) continue
    const merged =
      within && isTree(value) ? changedOverrides(isTree(next[name]) ? next[name] : {}, value, within) : value
    if (merged === null || (within && isTree(merged) && Object.keys(merged).length === 0)) delete next[name]
    else next[name] = merged
  }
  return next
}

function withOverrides(value: unknown, over: Overrides, schema: z.ZodObject): Record<string, unknown> {
  const next: Record<string, unknown> = isTree(value) ? { ...value } : {}
  for (const [name, override] of Object.entries(over)) {
    const within = branch(schema, name)
    next[name] = within && isTree(override) ? withOverrides(next[name], override, within) : override
  }
  return next
}

/** The customization of a site space. Overrides that became invalid, because the site's part changed, are ignored. */
export function customizationWith(customization: SiteCustomization, over: Overrides): SiteCustomization {
  const names = Object.keys(over)
  if (names.length === 0) return customization
  const result = siteCustomization.safeParse(withOverrides(customization, over, siteCustomization))
  if (result.success) return result.data
  const broken = new Set(result.error.issues.map(({ path }) => String(path[0])))
  return customizationWith(
    customization,
    Object.fromEntries(names.flatMap((name) => (broken.has(name) ? [] : [[name, over[name]]]))),
  )
}

/** @throws {DomainError} `validation` when the overrides would make the customization incomplete. */
export function expectComplete(customization: SiteCustomization, over: Overrides): void {
  const result = siteCustomization.safeParse(withOverrides(customization, over, siteCustomization))
  if (result.success) return
  throw invalid(
    result.error.issues.map(({ path, message }) => ({ path: ['body', ...path.map(String)], message })),
  )
}
