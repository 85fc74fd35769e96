import type { Element } from 'hast'
import { h } from 'hastscript'
import type { HeaderLink, Link, ReaderSite } from '../model.ts'
import { fill, textsOf } from '../texts/texts.ts'
import { icon, mark } from './icons.ts'
import { searchForm } from './search-form.ts'

/** Announcement and header. A private page shows only the default logo and the scheme switch. */
export function header(site: ReaderSite, isPrivate: boolean): Element[] {
  const links = isPrivate ? [] : site.headerLinks
  const end = [
    ...links.filter((link) => !isButton(link)).map(headerLink),
    ...(canSwitchScheme(site) ? [schemeSwitch(site)] : []),
    ...links.filter(isButton).map(headerLink),
  ]
  return [
    ...(site.notice === undefined ? [] : [notice(site.notice)]),
    ...(isPrivate ? [] : announcementBanner(site)),
    h('header.head', [
      h('div.frame', [
        ...(isPrivate ? [h('span.brand', mark()), h('span')] : [brand(site, true), searchForm(site)]),
        h('div.head-end', end),
      ]),
    ]),
  ]
}

/** Logo and name, linked to the home page. The label after the name is optional. */
export function brand(site: ReaderSite, withLabel: boolean): Element {
  const { name, label } = site.brand
  const content = withLabel && label ? [`${name} `, h('small', label)] : [name]
  const ariaLabel = fill(textsOf(site.locale).home, { title: site.title })
  return h('a.brand', { href: site.homeHref, ariaLabel }, [...logo(site), h('span', content)])
}

function logo({ brand: { logo } }: ReaderSite): Element[] {
  if (!logo) return [mark()]
  if (logo.light === logo.dark) return [h('img', { src: logo.light, alt: '', height: 28 })]
  return [
    h('img.logo-light', { src: logo.light, alt: '', height: 28 }),
    h('img.logo-dark', { src: logo.dark, alt: '', height: 28 }),
  ]
}

/** Shown to members only, so it is in the language of the dashboard. */
const notice = (text: string): Element =>
  h('div.announce.is-warning', { role: 'region', ariaLabel: 'Preview', lang: 'en' }, text)

function announcementBanner({ announcement, locale }: ReaderSite): Element[] {
  if (!announcement) return []
  const { style, message, link } = announcement
  const linkElement = link ? [' ', h('a', { href: link.href }, link.title)] : []
  const label = textsOf(locale).announcement
  return [h(`div.announce.is-${style}`, { role: 'region', ariaLabel: label }, [message, ...linkElement])]
}

/** Whether readers can switch between light and dark. */
export function canSwitchScheme(site: ReaderSite): boolean {
  return site.customization.themes?.toggeable ?? true
}

function schemeSwitch(site: ReaderSite): Element {
  const texts = textsOf(site.locale)
  const labels = { 'data-light': texts.schemeLight, 'data-dark': texts.schemeDark }
  return h('button.icon-button.scheme.needs-js', { type: 'button', ariaLabel: texts.scheme, ...labels }, [
    icon('sun', 'i i-sun'),
    icon('moon', 'i i-moon'),
  ])
}

/** The links of the header below the page tree on small screens, with expanded menus. */
export function headerLinksInDrawer(site: ReaderSite): Element[] {
  const { headerLinks } = site
  if (headerLinks.length === 0) return []
  const rows = headerLinks.map(({ title, href, links = [] }) =>
    h('li', [
      href === undefined || links.length > 0 ? h('span', title) : h('a', { href }, title),
      ...(links.length > 0 ? [h('ul', linkRows(links))] : []),
    ]),
  )
  return [h('nav.header-links.in-drawer', { ariaLabel: site.title }, h('ul', rows))]
}

const isButton = (link: HeaderLink) => link.style === 'button-primary' || link.style === 'button-secondary'

function headerLink({ title, href, style, links = [] }: HeaderLink): Element {
  if (links.length > 0) return headerMenu(title, links)
  if (href === undefined) return h('span', title)
  if (style === 'button-primary') return h('a.button.primary.is-small', { href }, title)
  return h(style === 'button-secondary' ? 'a.button.is-small' : 'a', { href }, title)
}

function headerMenu(title: string, links: readonly Link[]): Element {
  return h('details.menu', [
    h('summary', [`${title} `, icon('down', 'i i-s')]),
    h('ul.menu-list.at-end', linkRows(links)),
  ])
}

const linkRows = (links: readonly Link[]): Element[] =>
  links.map(({ title, href }) => h('li', h('a', { href }, title)))
