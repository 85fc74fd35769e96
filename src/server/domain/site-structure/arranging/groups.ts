import { orderKeyAfter } from '../../../order.ts'
import { type Placed, placesInNew, placesWithout } from '../../site-section-groups/rules.ts'
import { itemOf } from '../placement.ts'
import { rootOf, type Structure } from '../structure.ts'
import { withGroup, withSection } from './rows.ts'

type New = {
  readonly title: string
  readonly icon?: string | null | undefined
  readonly sections?: readonly string[] | undefined
}

/** A site with one more group behind all others, which takes in the sections named. */
export function groupAdded(structure: Structure, { title, icon, sections = [] }: New, id: string): Structure {
  const taken = [...new Set(sections)].map((one) => itemOf(structure, 'site-section', one))
  const orderKey = orderKeyAfter(rootOf(structure).at(-1)?.orderKey ?? null)
  const group = {
    kind: 'site-section-group' as const,
    id,
    orderKey,
    title,
    icon: icon ?? null,
    version: 1,
  }
  return placed({ ...structure, groups: [...structure.groups, group] }, id, placesInNew(taken))
}

export function groupChanged(
  structure: Structure,
  id: string,
  { title, icon }: { readonly title?: string | undefined; readonly icon?: string | null | undefined },
): Structure {
  itemOf(structure, 'site-section-group', id)
  const change = { ...(title === undefined ? {} : { title }), ...(icon === undefined ? {} : { icon }) }
  return withGroup(structure, id, change)
}

/** A site without a group; its sections stay where it stood. */
export function groupDeleted(structure: Structure, id: string): Structure {
  const group = itemOf(structure, 'site-section-group', id)
  const left = placed(structure, null, placesWithout(structure, group))
  return { ...left, groups: left.groups.filter((one) => one.id !== id) }
}

function placed(structure: Structure, groupId: string | null, places: readonly Placed[]): Structure {
  return places.reduce(
    (so, { section, orderKey }) => withSection(so, section.id, { groupId, orderKey }),
    structure,
  )
}
