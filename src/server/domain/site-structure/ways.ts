import type { Address } from './addresses.ts'
import { isDefault, type SiteSpaceRow, type Structure, sectionOf } from './structure.ts'

/** A structure with the addresses of its site spaces. */
export type Addressed = {
  readonly structure: Structure
  readonly addresses: ReadonlyMap<string, Address>
}

/**
 * Tells the address below which the pages of a site space stand: its own, save for a page whose path begins as the
 * address of another space does. That one would be met first, so such a page is reached by a fuller way.
 *
 * @returns for the path of a page in its space an address without slashes around it
 */
export function wayTo(
  { structure, addresses }: Addressed,
  siteSpace: SiteSpaceRow,
): (pagePath: string) => Address {
  const own = addresses.get(siteSpace.id) ?? ''
  const others = new Set([...addresses].flatMap(([id, address]) => (id === siteSpace.id ? [] : [address])))
  const section = sectionOf(structure, siteSpace.sectionId)
  const short = section && isDefault(structure, siteSpace) ? [section.path] : []
  const full = section ? `${section.path}/${siteSpace.path}` : siteSpace.path
  const ways = [own, ...[...short, full].filter((way) => !others.has(way))].map((way) => ({
    way,
    taken: stepsAfter(way, others),
  }))
  return (pagePath) => {
    const [step = ''] = pagePath.split('/', 1)
    return (ways.find(({ taken }) => !taken.has(step)) ?? ways[0])?.way ?? own
  }
}

/** The parts that stand right after a way in other addresses. */
function stepsAfter(way: Address, others: ReadonlySet<Address>): ReadonlySet<string> {
  const begin = way === '' ? '' : `${way}/`
  const longer = [...others].filter((address) => address.startsWith(begin))
  return new Set(longer.map((address) => address.slice(begin.length).split('/', 1)[0] ?? ''))
}
