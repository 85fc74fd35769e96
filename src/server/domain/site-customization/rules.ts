import { z } from 'zod'
import { type Overrides, unwrapSchema } from '#contract/shared/overrides.ts'
import { type SiteCustomization, siteCustomization } from '#contract/site-customization.ts'
import { invalid } from '../../errors.ts'

/** The schema of a member where overrides go on into it; undefined where it is replaced whole. */
const branch = (schema: z.ZodObject, name: string): z.ZodObject | undefined => {
  const member = schema.shape[name]
  const inner = member && unwrapSchema(member)
  return inner instanceof z.ZodObject ? inner : undefined
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is different after a change: what it names is laid over what was there, and null takes away. */
export function changedOverrides(
  held: Overrides,
  change: Overrides,
  schema: z.ZodObject = siteCustomization,
): Overrides {
  const next: Record<string, unknown> = { ...held }
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

function withOverrides(looks: unknown, over: Overrides, schema: z.ZodObject): Record<string, unknown> {
  const next: Record<string, unknown> = isTree(looks) ? { ...looks } : {}
  for (const [name, value] of Object.entries(over)) {
    const within = branch(schema, name)
    next[name] = within && isTree(value) ? withOverrides(next[name], value, within) : value
  }
  return next
}

/** The looks of a site space. A part that is no longer whole, since the site dropped its rest, is left as the site's. */
export function customizationWith(looks: SiteCustomization, over: Overrides): SiteCustomization {
  const names = Object.keys(over)
  if (names.length === 0) return looks
  const whole = siteCustomization.safeParse(withOverrides(looks, over, siteCustomization))
  if (whole.success) return whole.data
  const broken = new Set(whole.error.issues.map(({ path }) => String(path[0])))
  return customizationWith(
    looks,
    Object.fromEntries(names.flatMap((name) => (broken.has(name) ? [] : [[name, over[name]]]))),
  )
}

/** @throws {DomainError} `validation` when what is different would leave a part of the looks incomplete. */
export function expectComplete(looks: SiteCustomization, over: Overrides): void {
  const whole = siteCustomization.safeParse(withOverrides(looks, over, siteCustomization))
  if (whole.success) return
  throw invalid(
    whole.error.issues.map(({ path, message }) => ({ path: ['body', ...path.map(String)], message })),
  )
}
