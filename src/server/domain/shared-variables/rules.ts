import { MAX_MISSING_VARIABLES } from '#contract/shared/limits.ts'
import { MAX_SHARED_VARIABLES } from '#contract/shared-variables.ts'
import type { Variables } from '../../content/entries.ts'
import { invalid } from '../../errors.ts'

/** Values by name; null deletes a variable. */
export type VariableChanges = Readonly<Record<string, Variables[string] | null>>

/** The variables after a change. @throws {DomainError} `validation` for too many variables */
export function withChanges(before: Variables, changes: VariableChanges): Variables {
  const all = Object.entries({ ...before, ...changes }).filter(
    (entry): entry is [string, Variables[string]] => entry[1] !== null,
  )
  if (all.length > MAX_SHARED_VARIABLES)
    throw invalid([
      { path: ['body', 'variables'], message: `Use ${MAX_SHARED_VARIABLES} variables or fewer` },
    ])
  return Object.fromEntries(all)
}

/** How many pages show each variable, and each name without a value: the first ones by name. */
export function variableUses(variables: Variables, counts: ReadonlyMap<string, number>) {
  const isKnown = ([name]: readonly [string, number]) => Object.hasOwn(variables, name)
  const missing = [...counts].filter((one) => !isKnown(one)).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    pages: Object.fromEntries([...counts].filter(isKnown)),
    missing: Object.fromEntries(missing.slice(0, MAX_MISSING_VARIABLES)),
  }
}
