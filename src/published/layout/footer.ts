import type { Element } from 'hast'
import { h } from 'hastscript'
import type { Link, ReaderSite } from '../model.ts'
import { textsOf } from '../texts/texts.ts'
import { brand } from './header.ts'

/** Link groups and a last line. A private page shows only the product badge. */
export function footer(site: ReaderSite, isPrivate: boolean): Element[] {
  const groups = isPrivate ? [] : site.footer.groups
  const end = lastLine(site, isPrivate)
  if (groups.length === 0 && end.length === 0) return []
  const isBare = groups.length === 0
  const parts = isBare ? end : [footGroups(site), ...end]
  return [h(isBare ? 'footer.foot.is-bare' : 'footer.foot', h('div.frame', parts))]
}

function footGroups(site: ReaderSite): Element {
  const about = site.footer.about ? [h('p.foot-about', site.footer.about)] : []
  const groups = site.footer.groups.map((group) => h('div', [h('h2', group.title), linkList(group.links)]))
  return h('div.foot-groups', [h('div', [brand(site, false), ...about]), ...groups])
}

function lastLine(site: ReaderSite, isPrivate: boolean): Element[] {
  const { trademark } = site.footer
  const { copyright, links } = isPrivate ? { links: [] } : site.footer
  const badge = trademark ? [h('li', h('span', textsOf(site.locale).published))] : []
  const rows = [...links.map(row), ...badge]
  if (!copyright && rows.length === 0) return []
  return [h('div.foot-end', [h('p', copyright ?? ''), ...(rows.length ? [h('ul.links', rows)] : [])])]
}

const linkList = (links: readonly Link[]) => h('ul.links', links.map(row))

const row = (link: Link) => h('li', h('a', { href: link.href }, link.title))
