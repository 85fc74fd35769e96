import type { SiteSectionGroup } from '#contract/site-section-groups.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { Space } from '#contract/spaces.ts'
import { words } from '../../lib/words.ts'
import type { Change } from './change.ts'
import { moveAct, placeLost } from './changes.ts'
import { idsIn, type Part, partOf } from './parts.ts'
import { inserted, type Place, without } from './placing.ts'

const madeUp = 'made-up-'
let count = 0
const newId = (): string => `${madeUp}${++count}`

/** Whether a part is shown before the service has made it. */
export const isMadeUp = ({ id }: Pick<Part, 'id'>): boolean => id.startsWith(madeUp)

/** As the service will most likely have it; read again in a moment. */
const pathFor = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

const titleFor = (space: Space): string => space.title || words.untitled

function madeUpSpace(space: Space, section: string | undefined, isDefault: boolean): SiteSpace {
  const title = titleFor(space)
  const common = {
    object: 'site-space' as const,
    id: newId(),
    title,
    path: pathFor(title),
    space,
    version: 0,
  }
  return { ...common, default: isDefault, urls: { location: '' }, ...(section ? { section } : {}) }
}

function madeUpSection(space: Space, sectionGroup: string | undefined): SiteSection {
  const id = newId()
  const title = titleFor(space)
  const siteSpaces = [madeUpSpace(space, id, true)]
  const common = { object: 'site-section' as const, id, title, path: pathFor(title), siteSpaces, version: 0 }
  return { ...common, default: false, urls: { location: '' }, ...(sectionGroup ? { sectionGroup } : {}) }
}

const madeUpGroup = (title: string): SiteSectionGroup => ({
  object: 'site-section-group',
  id: newId(),
  title,
  sections: [],
  urls: { location: '' },
  version: 0,
})

type Adding = { seen: SiteStructure; part: Part; to: Place; act: Change['act']; isAtEnd: boolean }

function addChange({ seen, part, to, act, isAtEnd }: Adding): Change {
  return {
    id: part.id,
    act,
    ...(isAtEnd ? {} : { next: (id: string) => moveAct(seen, { object: part.object, id }, to) }),
    apply: (structure) => (partOf(structure, part.id) ? structure : inserted(structure, part, to)),
    revert: (structure) => without(structure, part.id),
    obstacle: (now) => placeLost(now, seen, to),
    refused: `${words.quoted(part.title)} is not added`,
  }
}

/** Whether a place is where the service puts what is new anyway. */
function isEnd(seen: SiteStructure, { parentId, position }: Place): boolean {
  if (position.before !== undefined) return false
  return position.after === undefined || idsIn(seen, parentId)?.at(-1) === position.after
}

/** Shows a space of the library in a place: as a section, or beside the other spaces of one. */
function spaceChange(seen: SiteStructure, space: Space, to: Place): Change {
  const parent = to.parentId === null ? undefined : partOf(seen, to.parentId)
  if (seen.type === 'siteSpaces' || parent?.object === 'site-section') {
    const sectionId = parent?.id
    const part = madeUpSpace(space, sectionId, seen.structure.length === 0)
    const act = { type: 'add-space' as const, spaceId: space.id, ...(sectionId ? { sectionId } : {}) }
    return addChange({ seen, part, to, act, isAtEnd: isEnd(seen, to) })
  }
  const part = madeUpSection(space, parent?.id)
  const act = { type: 'add-section' as const, spaceId: space.id }
  return addChange({ seen, part, to, act, isAtEnd: parent === undefined && isEnd(seen, to) })
}

/**
 * Shows several spaces of the library one after the other at a place. What is made up has no id that others could stand
 * beside, so all go to the same place, in the order that brings them into theirs.
 */
export function spaceChanges(seen: SiteStructure, spaces: readonly Space[], to: Place): Change[] {
  const inTurn = to.position.after === undefined ? spaces : spaces.toReversed()
  return inTurn.map((space) => spaceChange(seen, space, to))
}

export function groupChange(seen: SiteStructure, title: string, to: Place): Change {
  const part = madeUpGroup(title)
  return addChange({ seen, part, to, act: { type: 'add-group', title }, isAtEnd: isEnd(seen, to) })
}
