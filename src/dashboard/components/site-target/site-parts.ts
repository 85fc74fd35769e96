import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { q } from '../../data/api.ts'
import { labels } from '../../lib/labels.ts'

/** What of a site something can lead to. */
export type SiteOutline = {
  readonly sections: readonly { readonly id: string; readonly title: string }[]
  readonly spaces: readonly SiteSpaceOption[]
}

export type SiteSpaceOption = {
  /** Of the space on the site. */
  readonly id: string
  readonly spaceId: string
  readonly title: string
}

type Place = { readonly organizationId: string; readonly siteId: string }

/** The sections and spaces of a site; undefined until they are read. */
export function useSiteOutline({ organizationId, siteId }: Place): SiteOutline | undefined {
  const { data } = useQuery(q(api.siteStructure.get, { params: { organizationId, siteId } }))
  return data && outlineOf(data)
}

/** A space is named with its section where there are several. */
export function outlineOf(structure: SiteStructure): SiteOutline {
  if (structure.type === 'siteSpaces') {
    return {
      sections: [],
      spaces: structure.structure.map((one) => ({ ...spaceOf(one), title: titleOf(one) })),
    }
  }
  const sections = structure.structure.flatMap((part) =>
    part.object === 'site-section' ? [part] : part.sections,
  )
  return {
    sections: sections.map(({ id, title }) => ({ id, title })),
    spaces: sections.flatMap((section) =>
      section.siteSpaces.map((one) => ({
        ...spaceOf(one),
        title: titleOf(one) === section.title ? section.title : `${section.title} / ${titleOf(one)}`,
      })),
    ),
  }
}

type Shown = { readonly id: string; readonly title: string; readonly space: { readonly id: string } }

const titleOf = ({ title }: Shown): string => title || labels.untitled
const spaceOf = ({ id, space }: Shown) => ({ id, spaceId: space.id })
