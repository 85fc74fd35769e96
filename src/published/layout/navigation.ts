import type { Element } from 'hast'
import { h } from 'hastscript'
import { drawIcon } from '#markup/font-icons.ts'
import type { ReaderSite, SectionGroup, SectionItem, SectionLink, Switcher } from '../model.ts'
import type { Texts } from '../texts/english.ts'
import { textsOf } from '../texts/texts.ts'
import { icon } from './icons.ts'

/** The sections below the header. Groups are menus. */
export function sectionsBar(site: ReaderSite): Element[] {
  if (site.sections.length === 0) return []
  const rows = site.sections.map((item) =>
    item.kind === 'section' ? h('li', sectionLink(site, item)) : groupMenu(site, item),
  )
  return [
    h('nav.sections', { ariaLabel: textsOf(site.locale).sections }, [h('div.frame', h('ul.tabs-row', rows))]),
  ]
}

/** The same sections on small screens, above the page tree and on the page for unknown paths, with expanded groups. */
export function sectionsInDrawer(site: ReaderSite): Element[] {
  if (site.sections.length === 0) return []
  const label = textsOf(site.locale).sectionsInDrawer
  return [h('nav.sections.in-drawer', { ariaLabel: label }, drawerList(site, site.sections))]
}

function drawerList(site: ReaderSite, items: readonly SectionItem[]): Element {
  const rows = items.map((item) =>
    item.kind === 'section'
      ? h('li', sectionLink(site, item))
      : h('li', [h('span', [...iconOf(item), item.title]), drawerList(site, sectionsOf(item))]),
  )
  return h('ul', rows)
}

function groupMenu(site: ReaderSite, group: SectionGroup): Element {
  const sections = sectionsOf(group)
  const containsCurrent = sections.some((section) => section.id === site.sectionId)
  const isWide = sections.length > 4
  const rows = sections.map((section) => h('li', sectionLink(site, section, true)))
  return h(containsCurrent ? 'li.has-current' : 'li', [
    h('details.menu', [
      h('summary', [...iconOf(group), `${group.title} `, icon('down', 'i i-s')]),
      h(isWide ? 'ul.menu-list.is-wide' : 'ul.menu-list', rows),
    ]),
  ])
}

function sectionLink(site: ReaderSite, section: SectionLink, withDescription = false): Element {
  const current = section.id === site.sectionId ? { ariaCurrent: 'true' } : {}
  const description = withDescription && section.description ? [h('small', section.description)] : []
  return h('a', { href: section.href, ...current }, [...iconOf(section), section.title, ...description])
}

const iconOf = ({ icon: shape }: SectionItem): Element[] => (shape ? [drawIcon(shape)] : [])

function sectionsOf(group: SectionGroup): SectionLink[] {
  return group.children.flatMap((item) => (item.kind === 'section' ? [item] : sectionsOf(item)))
}

/** Menus for version and language above the page tree. A menu with a single option is omitted. */
export function switchers(all: readonly Switcher[], locale: string): Element[] {
  const menus = all
    .filter(({ options }) => options.length > 1)
    .map((switcher) => menu(switcher, textsOf(locale)))
  return menus.length ? [h('div.switchers', menus)] : []
}

function menu({ kind, options }: Switcher, texts: Texts): Element {
  const label = kind === 'language' ? texts.language : texts.version
  const current = options.find((option) => option.current) ?? options[0]
  return h('details.menu', [
    h('summary', [h('span.vh', `${label}: `), `${current?.title ?? ''} `, icon('down', 'i i-s')]),
    h(
      'ul.menu-list',
      options.map((option) => h('li', choice(option))),
    ),
  ])
}

function choice({ href, title, description, lang, current }: Switcher['options'][number]): Element {
  const language = lang ? { lang, hrefLang: lang } : {}
  return h('a', { href, ...language, ...(current ? { ariaCurrent: 'true' } : {}) }, [
    title,
    ...(current ? [icon('check')] : []),
    ...(description ? [h('small', description)] : []),
  ])
}

/** The bar below the header on small screens, which opens the page tree and the outline without a script. */
export function bar(locale: string, hasOutline: boolean): Element {
  const texts = textsOf(locale)
  const openOutline = h('button', { type: 'button', popovertarget: '~contents' }, [
    `${texts.onThisPage} `,
    icon('down', 'i i-s'),
  ])
  return h(hasOutline ? 'div.bar' : 'div.bar.has-no-outline', [
    h('button', { type: 'button', popovertarget: '~pages' }, [icon('sidebar', 'i i-flip'), texts.pages]),
    ...(hasOutline ? [openOutline] : []),
  ])
}
