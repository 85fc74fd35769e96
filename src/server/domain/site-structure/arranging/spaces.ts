import { orderKeyAfter } from '../../../order.ts'
import { mayTakePath } from '../../site-spaces/rules.ts'
import { expectCondition } from '../conditions.ts'
import { freePath } from '../paths.ts'
import { itemOf, mayJoin, mayLeave } from '../placement.ts'
import { type Structure, siteSpacesIn } from '../structure.ts'
import { inOrder, withSiteSpace } from './rows.ts'
import { type Joining, withoutSection } from './sections.ts'

type New = { readonly space: Joining; readonly sectionId?: string | undefined }

/** A site that shows one more space, at the end of a section, of the default one, or of a site without sections. */
export function spaceAdded(structure: Structure, { space, sectionId: named }: New, id: string): Structure {
  const sectionId = named ?? structure.site.defaultSectionId
  if (sectionId !== null) itemOf(structure, 'site-section', sectionId)
  const siblings = siteSpacesIn(structure, sectionId)
  const path = freePath(siblings, space.title)
  mayJoin(structure, sectionId, { spaceId: space.id, path, title: space.title })
  const added = {
    kind: 'site-space' as const,
    id,
    sectionId,
    spaceId: space.id,
    orderKey: orderKeyAfter(siblings.at(-1)?.orderKey ?? null),
    title: space.title,
    path,
    condition: null,
    version: 1,
  }
  return { ...structure, siteSpaces: inOrder([...structure.siteSpaces, added]) }
}

type Change = { readonly path?: string | undefined; readonly condition?: string | null | undefined }

export function spaceChanged(structure: Structure, id: string, { path, condition }: Change): Structure {
  if (condition != null) expectCondition(condition)
  const siteSpace = itemOf(structure, 'site-space', id)
  if (path !== undefined) mayTakePath(structure, siteSpace, path)
  return withSiteSpace(structure, id, {
    ...(path === undefined ? {} : { path }),
    ...(condition === undefined ? {} : { condition }),
  })
}

export function spaceRemoved(structure: Structure, id: string): Structure {
  mayLeave(structure, itemOf(structure, 'site-space', id))
  return { ...structure, siteSpaces: structure.siteSpaces.filter((one) => one.id !== id) }
}

/** A site without some spaces, wherever it shows them; a section left without any goes as well. */
export function withoutSpaces(structure: Structure, spaceIds: ReadonlySet<string>): Structure {
  const siteSpaces = structure.siteSpaces.filter(({ spaceId }) => !spaceIds.has(spaceId))
  const left: Structure = { ...structure, siteSpaces }
  const emptied = structure.sections.filter(
    ({ id }) => siteSpacesIn(structure, id).length > 0 && siteSpacesIn(left, id).length === 0,
  )
  return emptied.reduce((so, { id }) => withoutSection(so, id), left)
}
