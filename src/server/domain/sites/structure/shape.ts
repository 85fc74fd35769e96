import { createHash } from 'node:crypto'
import {
  type SectionRow,
  type SiteSpaceRow,
  type Structure,
  sectionsIn,
  siteSpacesIn,
  topLevelItems,
} from './structure.ts'

const shapes = new WeakMap<Structure, string>()

/** Everything visible of a structure: order, parents, settings and defaults, but no order keys or versions. */
export function shapeOf(structure: Structure): string {
  const cached = shapes.get(structure)
  if (cached !== undefined) return cached
  const { site } = structure
  const spaceOf = ({ id, spaceId, path, condition }: SiteSpaceRow) => [id, spaceId, path, condition]
  const sectionOf = (row: SectionRow) => {
    const { id, title, description, path, icon, condition, defaultSiteSpaceId } = row
    const spaces = siteSpacesIn(structure, id).map(spaceOf)
    return [id, title, description, path, icon, condition, defaultSiteSpaceId, spaces]
  }
  const root = topLevelItems(structure).map((item) =>
    item.kind === 'site-section'
      ? sectionOf(item)
      : { group: [item.id, item.title, item.icon, sectionsIn(structure, item.id).map(sectionOf)] },
  )
  const ungrouped = siteSpacesIn(structure, null).map(spaceOf)
  const shape = JSON.stringify([site.defaultSectionId, site.defaultSiteSpaceId, root, ungrouped])
  shapes.set(structure, shape)
  return shape
}

export const isSameShape = (a: Structure, b: Structure): boolean => a === b || shapeOf(a) === shapeOf(b)

/** Equal if and only if the shapes are equal. */
export const fingerprintOf = (structure: Structure): string =>
  createHash('sha256').update(shapeOf(structure)).digest('base64url').slice(0, 22)
