import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ContentReference } from '#contract/pages.ts'
import type { RedirectDestination } from '#contract/site-redirects.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { q } from '../../data/api.ts'
import { labels } from '../../lib/labels.ts'
import { namedSections } from '../../lib/named-sections.ts'

/** Where something on a site leads. */
export type Target =
  | { readonly kind: 'none' }
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'section'; readonly sectionId: string }
  | { readonly kind: 'space'; readonly siteSpaceId: string }
  | { readonly kind: 'page'; readonly siteSpaceId: string; readonly pageId: string }
  /** What cannot be chosen here, such as a file, or is not on the site any more; it stays as it is. */
  | { readonly kind: 'kept'; readonly reference: ContentReference }

/** A reference of the contract as it is chosen here. */
export function targetOf(reference: ContentReference | null | undefined, { spaces }: SiteOutline): Target {
  if (!reference) return { kind: 'none' }
  if (reference.kind === 'url') return { kind: 'address', url: reference.url }
  const here = (spaceId: string | undefined) => spaces.find((one) => one.spaceId === spaceId)?.id
  if (reference.kind === 'space') {
    const siteSpaceId = here(reference.space)
    return siteSpaceId === undefined ? { kind: 'kept', reference } : { kind: 'space', siteSpaceId }
  }
  if (reference.kind === 'page') {
    const siteSpaceId = here(reference.space)
    if (siteSpaceId !== undefined) return { kind: 'page', siteSpaceId, pageId: reference.page }
  }
  return { kind: 'kept', reference }
}

/** The stored reference of a target; null if there is none. */
export function referenceOf(target: Target, { spaces }: SiteOutline): ContentReference | null {
  if (target.kind === 'address') return { kind: 'url', url: target.url }
  if (target.kind === 'kept') return target.reference
  if (target.kind !== 'space' && target.kind !== 'page') return null
  const space = spaces.find(({ id }) => id === target.siteSpaceId)?.spaceId
  if (space === undefined) return null
  return target.kind === 'space' ? { kind: 'space', space } : { kind: 'page', page: target.pageId, space }
}

/** Where a redirect leads as it is chosen here. */
export function targetOfDestination(destination: RedirectDestination): Target {
  if (destination.kind === 'external') return { kind: 'address', url: destination.url }
  if (destination.kind === 'site-section') return { kind: 'section', sectionId: destination.siteSectionId }
  const { siteSpaceId } = destination
  return destination.kind === 'site-space'
    ? { kind: 'space', siteSpaceId }
    : { kind: 'page', siteSpaceId, pageId: destination.pageId }
}

/** A choice as the destination of a redirect; null where it is none. */
export function destinationOf(target: Target): RedirectDestination | null {
  if (target.kind === 'address') return { kind: 'external', url: target.url }
  if (target.kind === 'section') return { kind: 'site-section', siteSectionId: target.sectionId }
  if (target.kind === 'space') return { kind: 'site-space', siteSpaceId: target.siteSpaceId }
  return target.kind === 'page'
    ? { kind: 'site-page', siteSpaceId: target.siteSpaceId, pageId: target.pageId }
    : null
}

/** What of a site something can lead to. */
export type SiteOutline = {
  readonly sections: readonly SectionOption[]
  readonly spaces: readonly SiteSpaceOption[]
}

type SectionOption = {
  readonly id: string
  readonly title: string
  /** Its part of the address; not in the addresses of the default section. */
  readonly path: string
  readonly isDefault: boolean
}

type SiteSpaceOption = {
  /** Of the space on the site. */
  readonly id: string
  readonly spaceId: string
  readonly title: string
  /** Its section; absent on sites without sections. */
  readonly sectionId?: string
  /** Its own part of the address; not in the address of the default space. */
  readonly path: string
  readonly isDefault: boolean
}

type Place = { readonly organizationId: string; readonly siteId: string }

/** The sections and spaces of a site; undefined until they are read. */
export function useSiteOutline({ organizationId, siteId }: Place): SiteOutline | undefined {
  const { data } = useQuery(q(api.siteStructure.get, { params: { organizationId, siteId } }))
  return data && outlineOf(data)
}

/** A section is named with its group, and a space with its section where there are several. */
export function outlineOf(structure: SiteStructure): SiteOutline {
  if (structure.type === 'siteSpaces') {
    return {
      sections: [],
      spaces: structure.structure.map((one) => ({ ...spaceOf(one), title: titleOf(one) })),
    }
  }
  const sections = namedSections(structure)
  return {
    sections: sections.map(({ section: { id, path, default: isDefault = false }, name }) => ({
      id,
      title: name,
      path,
      isDefault,
    })),
    spaces: sections.flatMap(({ section, name }) =>
      section.siteSpaces.map((one) => ({
        ...spaceOf(one),
        sectionId: section.id,
        title: titleOf(one) === section.title ? name : `${name} / ${titleOf(one)}`,
      })),
    ),
  }
}

type Shown = {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly default?: boolean | undefined
  readonly space: { readonly id: string }
}

const titleOf = ({ title }: Shown): string => title || labels.untitled
const spaceOf = ({ id, space, path, default: isDefault = false }: Shown) => ({
  id,
  spaceId: space.id,
  path,
  isDefault,
})
