import type { z } from 'zod'
import type { siteSections } from '#contract/site-sections.ts'
import { orderKeyAfter } from '../../../order.ts'
import {
  firstSection,
  mayBeDefaultIn,
  mayDelete,
  mayTakePath,
  sectionTitle,
} from '../../site-sections/rules.ts'
import { expectCondition } from '../conditions.ts'
import { freePath } from '../paths.ts'
import { itemOf } from '../placement.ts'
import { rootOf, type SectionRow, type Structure } from '../structure.ts'
import { withSection } from './rows.ts'

/** What a site is to show: a space with its title. */
export type Joining = { readonly id: string; readonly title: string }

/** The ids of what an act makes: the item itself, the site space in it, and the first section of a site. */
export type Made = { readonly item: string; readonly siteSpace: string; readonly first: string }

type New = {
  readonly space: Joining
  readonly title?: string | null | undefined
  readonly icon?: string | null | undefined
}

/** A site with one more section behind all others; the first one takes in the spaces that the site shows. */
export function sectionAdded(before: Structure, { space, title: wished, icon }: New, made: Made): Structure {
  const structure = withFirstSection(before, made.first)
  const title = sectionTitle(wished, space.title, structure.site.title)
  const path = freePath(structure.sections, title)
  const added = { ...sectionAtEnd(structure, made.item), title, path, icon: icon ?? null }
  const siteSpace = {
    kind: 'site-space' as const,
    id: made.siteSpace,
    sectionId: made.item,
    spaceId: space.id,
    orderKey: orderKeyAfter(null),
    title: space.title,
    path: freePath([], space.title),
    condition: null,
    version: 1,
  }
  return {
    ...structure,
    sections: [...structure.sections, { ...added, defaultSiteSpaceId: made.siteSpace }],
    siteSpaces: [...structure.siteSpaces, siteSpace],
  }
}

function withFirstSection(before: Structure, id: string): Structure {
  const first = firstSection(before)
  if (first === null) return before
  const siteSpaces = before.siteSpaces.map((one) => ({ ...one, sectionId: id, version: one.version + 1 }))
  return { ...before, sections: [{ ...sectionAtEnd(before, id), ...first }], siteSpaces }
}

const sectionAtEnd = (structure: Structure, id: string) => ({
  kind: 'site-section' as const,
  id,
  groupId: null,
  orderKey: orderKeyAfter(rootOf(structure).at(-1)?.orderKey ?? null),
  description: null,
  icon: null,
  condition: null,
  version: 1,
})

type Change = z.output<typeof siteSections.update.body>

export function sectionChanged(structure: Structure, id: string, change: Change): Structure {
  if (change.condition != null) expectCondition(change.condition)
  const section = itemOf(structure, 'site-section', id)
  if (change.path !== undefined) mayTakePath(structure, section, change.path)
  if (change.defaultSiteSpace !== undefined) mayBeDefaultIn(structure, section, change.defaultSiteSpace)
  return withSection(structure, id, rowOf(change))
}

const rowOf = ({
  title,
  path,
  defaultSiteSpace,
  condition,
  icon,
  description,
}: Change): Partial<SectionRow> => ({
  ...(title === undefined ? {} : { title }),
  ...(path === undefined ? {} : { path }),
  ...(defaultSiteSpace === undefined ? {} : { defaultSiteSpaceId: defaultSiteSpace }),
  ...(condition === undefined ? {} : { condition }),
  ...(icon === undefined ? {} : { icon }),
  ...(description === undefined ? {} : { description: description === '' ? null : description }),
})

export function sectionDeleted(structure: Structure, id: string): Structure {
  mayDelete(structure, itemOf(structure, 'site-section', id))
  return withoutSection(structure, id)
}

/** A site without a section and the spaces it shows there; the spaces themselves stay in the library. */
export const withoutSection = (structure: Structure, id: string): Structure => ({
  ...structure,
  sections: structure.sections.filter((section) => section.id !== id),
  siteSpaces: structure.siteSpaces.filter(({ sectionId }) => sectionId !== id),
})
