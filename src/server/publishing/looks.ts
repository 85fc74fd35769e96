import type { ContentReference } from '#contract/pages.ts'
import type { SiteCustomization } from '#contract/site-customization.ts'
import type { Db } from '../db/client.ts'
import { currentCustomization, overridesIn } from '../domain/site-customization/queries.ts'
import { looksWith } from '../domain/site-customization/rules.ts'
import type { SiteRow } from '../domain/sites/structure/structure.ts'

/** How a site looks, and those of its spaces that look different. */
export type Looks = {
  readonly site: SiteCustomization
  readonly spaces: ReadonlyMap<string, SiteCustomization>
}

/** The looks of a site and its spaces, in two queries. */
export async function looksIn(db: Db, site: SiteRow): Promise<Looks> {
  const { value } = await currentCustomization(db, site)
  const overrides = await overridesIn(db, { organizationId: site.organizationId, siteId: site.id })
  const different = [...overrides].filter(([, kept]) => Object.keys(kept.value).length > 0)
  return { site: value, spaces: new Map(different.map(([id, kept]) => [id, looksWith(value, kept.value)])) }
}

/** The looks of a space of the site; of the site itself without one. */
export const looksFor = (looks: Looks, siteSpaceId: string | undefined): SiteCustomization =>
  (siteSpaceId === undefined ? undefined : looks.spaces.get(siteSpaceId)) ?? looks.site

/** All that the chrome of the pages leads to. */
export function referencesOf({ header, footer, announcement }: SiteCustomization): ContentReference[] {
  const all = [
    header.primaryLink,
    ...header.links.flatMap((link) => [link.to, ...link.links.map(({ to }) => to)]),
    ...footer.groups.flatMap((group) => group.links.map(({ to }) => to)),
    announcement?.link?.to,
  ]
  return all.filter((one) => one !== null && one !== undefined)
}

/** Whether where the chrome leads is decided by the content of spaces. */
export const leadsToContent = (looks: SiteCustomization): boolean =>
  referencesOf(looks).some(({ kind }) => kind !== 'url')
