import type { ContentReference } from '#contract/pages.ts'
import type { SiteCustomization } from '#contract/site-customization.ts'
import type { HeaderLink, Link, ReaderSite } from '#published/model.ts'
import { textsOf } from '#published/texts/texts.ts'
import { siteSpacesInOrder } from '../domain/sites/structure/structure.ts'
import { socialLink } from './social-links.ts'
import { hrefOfReference, safeAddress } from './targets.ts'
import { type SpaceView, viewOf } from './view.ts'
import type { Visit } from './visit.ts'

/** What stands around the text by the wish of the site's owner. */
export type Chrome = Pick<ReaderSite, 'headerLinks' | 'announcement' | 'footer'>

type Lead = (to: ContentReference | null | undefined) => Promise<string | undefined>

/** Header links, announcement and footer, with everything they name looked up. What leads nowhere is left out. */
export async function chromeOf(visit: Visit, looks: SiteCustomization, locale: string): Promise<Chrome> {
  const [first] = siteSpacesInOrder(visit.state.shape.structure)
  const near = first && (await viewOf(visit, first))
  const lead: Lead = async (to) => (to ? leadOf(visit, near, to) : undefined)
  const said = looks.announcement
  const link = said?.link && (await linkTo(lead, said.link))
  return {
    headerLinks: await headerLinksOf(visit, looks, lead),
    ...(said?.enabled
      ? { announcement: { message: said.message, style: said.style, ...(link ? { link } : {}) } }
      : {}),
    footer: await footerOf(looks, lead, locale),
  }
}

async function leadOf(
  visit: Visit,
  near: SpaceView | undefined,
  to: ContentReference,
): Promise<string | undefined> {
  if (to.kind === 'url') return safeAddress(to.url)
  return near && hrefOfReference(visit, near, to)
}

type Named = { readonly title: string; readonly to: ContentReference | null }

async function linkTo(lead: Lead, { title, to }: Named): Promise<Link | undefined> {
  const href = await lead(to)
  return href === undefined ? undefined : { title, href }
}

async function linksTo(lead: Lead, all: readonly Named[]): Promise<Link[]> {
  const found = await Promise.all(all.map((one) => linkTo(lead, one)))
  return found.filter((one) => one !== undefined)
}

async function headerLinksOf(visit: Visit, { header, socialAccounts = [] }: SiteCustomization, lead: Lead) {
  const shown = header.links.filter(({ condition }) => visit.state.shape.shows(condition))
  const made = await Promise.all(
    shown.map(async ({ title, style, to, links }): Promise<HeaderLink[]> => {
      const [href, below] = await Promise.all([lead(to), linksTo(lead, links)])
      if (href === undefined && below.length === 0) return []
      return [{ title, ...(href ? { href } : {}), ...(style ? { style } : {}), links: below }]
    }),
  )
  const social = socialAccounts.filter(({ display }) => display.header).flatMap(socialLink)
  return [...made.flat(), ...social]
}

async function footerOf(looks: SiteCustomization, lead: Lead, locale: string): Promise<ReaderSite['footer']> {
  const { footer, socialAccounts = [], privacyPolicy, trademark } = looks
  const groups = await Promise.all(
    footer.groups.map(async ({ title, links }) => ({ title, links: await linksTo(lead, links) })),
  )
  const privacy = textsOf(locale).privacy
  return {
    groups: groups.filter(({ links }) => links.length > 0),
    ...(footer.copyright ? { copyright: footer.copyright } : {}),
    links: [
      ...(privacyPolicy.url ? [{ title: privacy, href: privacyPolicy.url }] : []),
      ...socialAccounts.filter(({ display }) => display.footer).flatMap(socialLink),
    ],
    trademark: trademark.enabled,
  }
}
