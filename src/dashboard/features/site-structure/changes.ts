import type { PlanAct } from '#contract/site-plans.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { SiteStructure, StructureItem } from '#contract/site-structure.ts'
import { words } from '../../lib/words.ts'
import type { Change } from './change.ts'
import { changed, dissolved, withDefault } from './editing.ts'
import { idsIn, type Part, partOf, titleOf } from './parts.ts'
import { type Place, placed, placeNow, without } from './placing.ts'

const quoted = (part: Part): string => words.quoted(titleOf(part))
const gone = (now: SiteStructure, id: string): string | null =>
  partOf(now, id) ? null : 'Somebody deleted it meanwhile.'

/** Puts a part somewhere else. `seen` is the structure in which the place was chosen. */
export function moveChange(seen: SiteStructure, part: Part, to: Place): Change {
  const from = placeNow(seen, part.id)
  return {
    id: part.id,
    act: moveAct(seen, part, to),
    apply: (structure) => placed(structure, part.id, to),
    revert: (structure) => from && placed(structure, part.id, from),
    obstacle: (now) => gone(now, part.id) ?? placeLost(now, seen, to),
    refused: `${quoted(part)} went back`,
  }
}

/** Puts several parts one after the other, the first at the place and each other after the one before it. */
export function movesTo(seen: SiteStructure, parts: readonly Part[], to: Place): Change[] {
  let now = seen
  let before: Part | undefined
  return parts.map((part) => {
    const position = before === undefined ? to.position : { after: before.id }
    const change = moveChange(now, part, { parentId: to.parentId, position })
    now = change.apply(now) ?? now
    before = part
    return change
  })
}

/** The act that puts a part to its place; `seen` knows what stands there. */
export function moveAct(
  seen: SiteStructure,
  part: { readonly object: StructureItem['type']; readonly id: string },
  to: Place,
): PlanAct {
  const neighbour = (id: string | undefined): StructureItem | undefined => {
    const beside = id === undefined ? undefined : partOf(seen, id)
    return beside && { type: beside.object, id: beside.id }
  }
  const [before, after] = [neighbour(to.position.before), neighbour(to.position.after)]
  return {
    type: 'move',
    item: { type: part.object, id: part.id },
    parent: to.parentId,
    position: { ...(before ? { before } : {}), ...(after ? { after } : {}) },
  }
}

/** Why a place is not there any more, in words that name what is missing. */
export function placeLost(now: SiteStructure, seen: SiteStructure, to: Place): string | null {
  const { parentId, position } = to
  const there = idsIn(now, parentId)
  const nameOf = (id: string) => {
    const part = partOf(seen, id)
    return part ? quoted(part) : 'what stood beside it'
  }
  if (there === undefined) return `${nameOf(parentId ?? '')} is not there any more.`
  const missing = [position.before, position.after].find((id) => id !== undefined && !there.includes(id))
  if (missing === undefined) return null
  return `Somebody moved or deleted ${nameOf(missing)} meanwhile, so this place is not there any more.`
}

/** What can be written about a part; null takes it away. */
export type Fields = {
  readonly title?: string
  readonly path?: string
  readonly icon?: string | null
  readonly condition?: string | null
  readonly description?: string | null
}

const nameOfField: Readonly<Record<keyof Fields, string>> = {
  title: 'name',
  path: 'path',
  icon: 'icon',
  condition: 'condition',
  description: 'description',
}

/** Writes something about a part. When somebody else wrote the same meanwhile, theirs stays. */
export function fieldsChange(part: Part, to: Fields): Change {
  const keys = Object.keys(to) as (keyof Fields)[]
  const before = Object.fromEntries(keys.map((key) => [key, fieldOf(part, key)])) as Fields
  const put = (structure: SiteStructure, fields: Fields) =>
    changed(structure, part.id, (one) => withFields(one, fields))
  const what = keys.length === 1 && keys[0] ? nameOfField[keys[0]] : 'fields'
  return {
    id: part.id,
    act: fieldsAct(part, to),
    apply: (structure) => put(structure, to),
    revert: (structure) => put(structure, before),
    obstacle: (now) => {
      const one = partOf(now, part.id)
      if (one === undefined) return gone(now, part.id)
      const isSame = keys.every((key) => fieldOf(one, key) === before[key])
      return isSame ? null : `Somebody changed its ${what} meanwhile.`
    },
    refused: `${quoted(part)} keeps its ${what}`,
  }
}

const fieldOf = (part: Part, key: keyof Fields): string | null =>
  (part as Partial<Record<keyof Fields, string>>)[key] ?? null

function withFields<P extends Part>(part: P, fields: Fields): P {
  const next: Record<string, unknown> = { ...part }
  for (const [key, value] of Object.entries(fields)) {
    if (value === null) delete next[key]
    else next[key] = value
  }
  return next as P
}

export function fieldsAct({ object, id }: Part, fields: Fields): PlanAct {
  const { title, path, icon, condition, description } = fields
  const put = <K extends string, V>(key: K, value: V | undefined) =>
    (value === undefined ? {} : { [key]: value }) as { [key in K]?: V }
  const named = { ...put('title', title), ...put('icon', icon) }
  const shown = { ...put('path', path), ...put('condition', condition) }
  if (object === 'site-section-group') return { type: 'change-group', id, ...named }
  if (object === 'site-space') return { type: 'change-space', id, ...shown }
  return { type: 'change-section', id, ...named, ...shown, ...put('description', description) }
}

/** Makes a section the one at the site's own address, or a site space the one at its section's. */
export function defaultChange(seen: SiteStructure, part: SiteSection | SiteSpace): Change {
  return {
    id: part.id,
    act: defaultAct(part),
    apply: (structure) => withDefault(structure, part),
    revert: (structure) => {
      const before = siblingsOf(seen, part).find((one) => one.default === true)
      return before ? withDefault(structure, before) : null
    },
    obstacle: (now) => gone(now, part.id),
    refused: `${quoted(part)} is not the default`,
  }
}

export function defaultAct(part: SiteSection | SiteSpace): PlanAct {
  if (part.object === 'site-section') return { type: 'set-default', defaultSiteSection: part.id }
  if (part.section === undefined) return { type: 'set-default', defaultSiteSpace: part.id }
  return { type: 'change-section', id: part.section, defaultSiteSpace: part.id }
}

function siblingsOf(
  structure: SiteStructure,
  part: SiteSection | SiteSpace,
): readonly (SiteSection | SiteSpace)[] {
  if (structure.type === 'siteSpaces') return structure.structure
  const sections = structure.structure.flatMap((one) =>
    one.object === 'site-section' ? [one] : one.sections,
  )
  if (part.object === 'site-section') return sections
  return sections.find(({ id }) => id === part.section)?.siteSpaces ?? []
}

/** Takes a part out of the site. A group only dissolves. That somebody else did so already is as good. */
export function removeChange(part: Part): Change {
  const { id, object } = part
  return {
    id,
    act: { type: removal[object], id },
    apply: (structure) =>
      object === 'site-section-group' ? dissolved(structure, id) : without(structure, id),
    // What was there is read again in a moment.
    revert: () => null,
    obstacle: () => 'Somebody changed it meanwhile. Look at it again first.',
    refused: `${quoted(part)} stays`,
    isDoneWhenGone: true,
  }
}

const removal = {
  'site-section-group': 'delete-group',
  'site-section': 'delete-section',
  'site-space': 'remove-space',
} as const
