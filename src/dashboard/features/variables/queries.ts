import { api } from '#contract/api.ts'
import type { SharedVariables } from '#contract/shared-variables.ts'
import { q } from '../../data/api.ts'

/** The variables of a space with the number of pages that show each. */
export const variablesQuery = (spaceId: string) => q(api.spaceContent.variables, { params: { spaceId } })

type Variables = Pick<SharedVariables, 'variables' | 'pages' | 'missing'>
export type VariableValue = Variables['variables'][string]

/** Variables to set; null deletes one. */
export type VariableChanges = Readonly<Record<string, VariableValue | null>>

/** A variable; its name is its id. */
export type Variable = {
  readonly id: string
  readonly value: VariableValue
  /** How many pages show it, where that is known. */
  readonly pages?: number
}

/** By name. */
export const variablesIn = ({ variables, pages }: Variables): Variable[] =>
  Object.entries(variables)
    .map(([id, value]) => ({ id, value, ...(pages && { pages: pages[id] ?? 0 }) }))
    .sort((a, b) => a.id.localeCompare(b.id))

/** Names that pages read and that have no value, with the number of those pages. */
export const namesIn = (
  missing: Variables['missing'] = {},
): { readonly name: string; readonly pages: number }[] =>
  Object.entries(missing)
    .map(([name, pages]) => ({ name, pages }))
    .sort((a, b) => a.name.localeCompare(b.name))
