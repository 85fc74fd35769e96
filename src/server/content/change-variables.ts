import { MAX_SPACE_VARIABLES } from '#contract/pages.ts'
import { DomainError } from '../errors.ts'
import type { UpdateVariables } from './changes.ts'
import type { Batch, Draft } from './draft.ts'
import type { Root, Variables } from './entries.ts'
import { type MergeContext, resolutionOf } from './merge-context.ts'
import type { Objects } from './objects.ts'
import type { PageTree } from './page-tree.ts'
import { tagsIn, variablesIn, withTags } from './space-values.ts'
import { conflictOf, mergeValue, type Sides, sidesAsText } from './three-way.ts'

type Value = Variables[string] | undefined

/** @throws {DomainError} `validation` if there would be too many */
export async function updateVariables(batch: Batch, draft: Draft, change: UpdateVariables): Promise<void> {
  const { values } = batch.tree
  const original = await values.originalVariables()
  const base = (await batch.variablesAtBase?.()) ?? original
  const next = new Map(Object.entries(await values.variables()))
  for (const [name, value] of Object.entries(change.variables)) {
    if (change.isAdded === true && next.has(name)) continue
    const sides = { base: own(base, name), theirs: own(original, name), ours: value ?? undefined }
    const merged = mergeValue<Value>(sides)
    if (!('value' in merged)) draft.conflicts.push(variableConflict(name, sides))
    else if (merged.value === undefined) next.delete(name)
    else next.set(name, merged.value)
  }
  if (next.size > MAX_SPACE_VARIABLES)
    throw new DomainError('validation', `A space can have up to ${MAX_SPACE_VARIABLES} variables`)
  values.putVariables(Object.fromEntries(next))
}

/** Fields of any name, such as `constructor`, are only those of the object itself. */
const own = (variables: Variables, name: string): Value =>
  Object.hasOwn(variables, name) ? variables[name] : undefined

const variableConflict = (name: string, sides: Sides<Value>) =>
  conflictOf(
    { page: { id: 'variables', title: name }, kind: 'field', field: 'variables', ...sidesAsText(sides) },
    name,
  )

type Roots = Readonly<Record<'base' | 'theirs' | 'ours', Root>>

/** Merges variables one by one. Null if the request did not change any. */
export async function mergeVariables(
  context: MergeContext,
  objects: Objects,
  roots: Roots,
): Promise<Variables | null> {
  if (roots.ours.variables === roots.base.variables) return null
  const base = await variablesIn(objects, roots.base)
  const theirs = await variablesIn(objects, roots.theirs)
  const ours = await variablesIn(objects, roots.ours)
  const merged = new Map<string, Variables[string]>()
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
    const sides = { base: own(base, name), theirs: own(theirs, name), ours: own(ours, name) }
    const value = mergedVariable(context, name, sides)
    if (value !== undefined) merged.set(name, value)
  }
  return Object.fromEntries(merged)
}

function mergedVariable(context: MergeContext, name: string, sides: Sides<Value>): Value {
  const merged = mergeValue<Value>(sides)
  if ('value' in merged) return merged.value
  const resolution = resolutionOf(context, variableConflict(name, sides))
  return resolution?.take === 'request' ? sides.ours : sides.theirs
}

/** Adds the tags that the request added or changed. */
export async function mergeTags(tree: PageTree, objects: Objects, roots: Roots): Promise<void> {
  if (roots.ours.tags === roots.base.tags) return
  const base = new Map((await tagsIn(objects, roots.base)).map((entry) => [entry.slug, entry]))
  const ours = await tagsIn(objects, roots.ours)
  const changed = ours.filter((entry) => JSON.stringify(entry) !== JSON.stringify(base.get(entry.slug)))
  tree.values.putTags(withTags(await tree.values.tags(), changed))
}
