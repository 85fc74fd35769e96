import type { Element } from 'hast'
import { h } from 'hastscript'
import type { ReaderSite, SectionGroup, SectionItem, SectionLink } from '../model.ts'
import { textsOf } from '../texts/texts.ts'
import { icon } from './icons.ts'

/** The bar below the header. Groups are drop-downs. */
export function sectionsBar(site: ReaderSite): Element[] {
  if (site.sections.length === 0) return []
  const rows = site.sections.map((item) =>
    item.kind === 'section' ? h('li', sectionLink(site, item)) : groupMenu(site, item),
  )
  return [
    h('nav.sections', { ariaLabel: textsOf(site.locale).sections }, [h('div.frame', h('ul.tabs-row', rows))]),
  ]
}

/** The same sections above the page tree on small screens, with the groups open. */
export function sectionsInDrawer(site: ReaderSite): Element[] {
  if (site.sections.length === 0) return []
  const label = textsOf(site.locale).sectionsInDrawer
  return [h('nav.sections.in-drawer', { ariaLabel: label }, drawerList(site, site.sections))]
}

function drawerList(site: ReaderSite, items: readonly SectionItem[]): Element {
  const rows = items.map((item) =>
    item.kind === 'section'
      ? h('li', sectionLink(site, item))
      : h('li', [h('span', item.title), drawerList(site, sectionsOf(item))]),
  )
  return h('ul', rows)
}

function groupMenu(site: ReaderSite, group: SectionGroup): Element {
  const sections = sectionsOf(group)
  const holdsCurrent = sections.some((section) => section.id === site.sectionId)
  const isWide = sections.length > 4
  const rows = sections.map((section) => h('li', sectionLink(site, section, true)))
  return h(holdsCurrent ? 'li.has-current' : 'li', [
    h('details.menu', [
      h('summary', [`${group.title} `, icon('down', 'i i-s')]),
      h(isWide ? 'ul.menu-list.is-wide' : 'ul.menu-list', rows),
    ]),
  ])
}

function sectionLink(site: ReaderSite, section: SectionLink, withDescription = false): Element {
  const current = section.id === site.sectionId ? { ariaCurrent: 'true' } : {}
  const description = withDescription && section.description ? [h('small', section.description)] : []
  return h('a', { href: section.href, ...current }, [section.title, ...description])
}

function sectionsOf(group: SectionGroup): SectionLink[] {
  return group.children.flatMap((item) => (item.kind === 'section' ? [item] : sectionsOf(item)))
}
