import type { ContentReference } from '#contract/pages.ts'
import type { SiteCustomization } from '#contract/site-customization.ts'
import type { HeaderLink, Link, ReaderSite } from '#published/model.ts'
import { textsOf } from '#published/texts/texts.ts'
import { siteSpacesInOrder } from '../domain/sites/structure/structure.ts'
import { socialLink } from './social-links.ts'
import { hrefOfReference, safeAddress } from './targets.ts'
import { type SpaceView, viewOf } from './view.ts'
import type { Visit } from './visit.ts'

/** The header links, announcement and footer around the content. */
export type Chrome = Pick<ReaderSite, 'headerLinks' | 'announcement' | 'footer'>

type HrefOf = (to: ContentReference | null | undefined) => Promise<string | undefined>

/** Header links, announcement and footer with resolved links; links without a visible target are left out. */
export async function chromeOf(
  visit: Visit,
  customization: SiteCustomization,
  locale: string,
): Promise<Chrome> {
  const [first] = siteSpacesInOrder(visit.state.shape.structure)
  const near = first && (await viewOf(visit, first))
  const hrefOf: HrefOf = async (to) => (to ? hrefOfLink(visit, near, to) : undefined)
  const { announcement } = customization
  const link = announcement?.link && (await linkTo(hrefOf, announcement.link))
  return {
    headerLinks: await headerLinksOf(visit, customization, hrefOf),
    ...(announcement?.enabled
      ? {
          announcement: {
            message: announcement.message,
            style: announcement.style,
            ...(link ? { link } : {}),
          },
        }
      : {}),
    footer: await footerOf(customization, hrefOf, locale),
  }
}

async function hrefOfLink(
  visit: Visit,
  near: SpaceView | undefined,
  to: ContentReference,
): Promise<string | undefined> {
  if (to.kind === 'url') return safeAddress(to.url)
  return near && hrefOfReference(visit, near, to)
}

type TitledLink = { readonly title: string; readonly to: ContentReference | null }

async function linkTo(hrefOf: HrefOf, { title, to }: TitledLink): Promise<Link | undefined> {
  const href = await hrefOf(to)
  return href === undefined ? undefined : { title, href }
}

async function linksTo(hrefOf: HrefOf, all: readonly TitledLink[]): Promise<Link[]> {
  const links = await Promise.all(all.map((one) => linkTo(hrefOf, one)))
  return links.filter((link) => link !== undefined)
}

async function headerLinksOf(
  visit: Visit,
  { header, socialAccounts = [] }: SiteCustomization,
  hrefOf: HrefOf,
) {
  const visible = header.links.filter(({ condition }) => visit.state.shape.shows(condition))
  const headerLinks = await Promise.all(
    visible.map(async ({ title, style, to, links }): Promise<HeaderLink[]> => {
      const [href, children] = await Promise.all([hrefOf(to), linksTo(hrefOf, links)])
      if (href === undefined && children.length === 0) return []
      return [{ title, ...(href ? { href } : {}), ...(style ? { style } : {}), links: children }]
    }),
  )
  const social = socialAccounts.filter(({ display }) => display.header).flatMap(socialLink)
  return [...headerLinks.flat(), ...social]
}

async function footerOf(
  customization: SiteCustomization,
  hrefOf: HrefOf,
  locale: string,
): Promise<ReaderSite['footer']> {
  const { footer, socialAccounts = [], privacyPolicy, trademark } = customization
  const groups = await Promise.all(
    footer.groups.map(async ({ title, links }) => ({ title, links: await linksTo(hrefOf, links) })),
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
