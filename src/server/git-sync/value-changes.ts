import type { Change } from '../content/changes.ts'
import type { TagEntry, Variables } from '../content/entries.ts'

type Values = { readonly variables: Variables; readonly tags: readonly TagEntry[] }

export const NO_VALUES: Values = { variables: {}, tags: [] }

/** Variables that differ between two states, and tags that only the later one has. */
export function valueChanges(before: Values, after: Values): Change[] {
  const names = Object.keys({ ...before.variables, ...after.variables })
  const differing = names.filter((name) => before.variables[name] !== after.variables[name])
  const variables = Object.fromEntries(differing.map((name) => [name, after.variables[name] ?? null]))
  const tags = after.tags.filter(({ slug }) => !before.tags.some((tag) => tag.slug === slug))
  return [
    ...(differing.length === 0 ? [] : [{ operation: 'update_variables' as const, variables }]),
    ...(tags.length === 0 ? [] : [{ operation: 'add_tags' as const, tags }]),
  ]
}
