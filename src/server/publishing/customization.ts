import type { ContentReference } from '#contract/pages.ts'
import type { SiteCustomization } from '#contract/site-customization.ts'
import type { Db } from '../db/client.ts'
import { currentCustomization, overridesOf, withAllowedAi } from '../domain/site-customization/queries.ts'
import { customizationWith } from '../domain/site-customization/rules.ts'
import type { SiteRow } from '../domain/sites/structure/structure.ts'

/** The customization of a site, and of the spaces that override it. */
export type Customizations = {
  readonly site: SiteCustomization
  readonly spaces: ReadonlyMap<string, SiteCustomization>
}

/** The customizations of a site and its spaces, in two or three queries. */
export async function customizationsOf(db: Db, site: SiteRow): Promise<Customizations> {
  const saved = await currentCustomization(db, site)
  const value = await withAllowedAi(db, site.organizationId, saved.value)
  const overrides = await overridesOf(db, { organizationId: site.organizationId, siteId: site.id })
  const overridden = [...overrides].filter(([, override]) => Object.keys(override.value).length > 0)
  return {
    site: value,
    spaces: new Map(overridden.map(([id, override]) => [id, customizationWith(value, override.value)])),
  }
}

/** The customization of a site space, or of the site itself. */
export const customizationFor = (
  customizations: Customizations,
  siteSpaceId: string | undefined,
): SiteCustomization =>
  (siteSpaceId === undefined ? undefined : customizations.spaces.get(siteSpaceId)) ?? customizations.site

type TitledShape = {
  readonly customizations: Customizations
  readonly structure: { readonly site: Pick<SiteRow, 'title'> }
}

/** The title of a site as its pages show it. */
export const siteTitleOf = ({
  state: { shape },
}: {
  readonly state: { readonly shape: TitledShape }
}): string => customizationFor(shape.customizations, undefined).title ?? shape.structure.site.title

/** Everything that the header, the footer and the announcement link to. */
export function linkedReferences({ header, footer, announcement }: SiteCustomization): ContentReference[] {
  const references = [
    header.primaryLink,
    ...header.links.flatMap((link) => [link.to, ...link.links.map(({ to }) => to)]),
    ...footer.groups.flatMap((group) => group.links.map(({ to }) => to)),
    announcement?.link?.to,
  ]
  return references.filter((reference) => reference !== null && reference !== undefined)
}

/** Whether links in header, footer or announcement depend on the content of spaces. */
export const linksToContent = (customization: SiteCustomization): boolean =>
  linkedReferences(customization).some(({ kind }) => kind !== 'url')
