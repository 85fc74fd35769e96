import {
  isDefaultSiteSpace,
  type SectionRow,
  type SiteSpaceRow,
  type Structure,
  sectionOf,
} from './structure.ts'

/**
 * Where a section or site space stands below the site's own address, without slashes around it: '' is the root.
 * The default section and the default site space have no part of their own (decisions 17).
 */
export type Address = string

/** The address of every site space by its id. No two are alike. */
export function addressesOf(structure: Structure): ReadonlyMap<string, Address> {
  const taken = new Set(
    structure.sections.filter(({ id }) => id !== structure.site.defaultSectionId).map(({ path }) => path),
  )
  return new Map(structure.siteSpaces.map((one) => [one.id, addressOf(structure, one, taken)]))
}

/** The address of a section: that of its default site space. */
export const addressOfSection = ({ site }: Structure, section: SectionRow): Address =>
  section.id === site.defaultSectionId ? '' : section.path

/** `taken` holds the paths of the sections that have a part of their own. */
function addressOf(structure: Structure, siteSpace: SiteSpaceRow, taken: ReadonlySet<string>): Address {
  const section = sectionOf(structure, siteSpace.sectionId)
  const own = isDefaultSiteSpace(structure, siteSpace) ? '' : siteSpace.path
  if (section === undefined) return own
  if (section.id !== structure.site.defaultSectionId) return joinSegments(section.path, own)
  // A section of this path is met first, so the space is reached by the full way.
  return taken.has(own) ? joinSegments(section.path, own) : own
}

/** The full way to a site space, default or not; a reader who takes it is led on to the address. */
const fullAddressOf = (structure: Structure, siteSpace: SiteSpaceRow): Address =>
  joinSegments(sectionOf(structure, siteSpace.sectionId)?.path ?? '', siteSpace.path)

const joinSegments = (...parts: readonly string[]): Address => parts.filter((part) => part !== '').join('/')

/** An address that once led to a site space. */
export type MovedAddress = { readonly address: Address; readonly siteSpaceId: string }

/** The addresses that a change of structure took away from site spaces that are still there. */
export function movedAddresses(before: Structure, after: Structure): readonly MovedAddress[] {
  const now = addressesOf(after)
  return [...addressesOf(before)]
    .filter(([id, address]) => now.has(id) && now.get(id) !== address)
    .map(([siteSpaceId, address]) => ({ address, siteSpaceId }))
}

/** One way to read a path: a page of a space in the site. */
export type PathMatch = {
  readonly siteSpaceId: string
  readonly spaceId: string
  readonly sectionId: string | null
  /** The site space's address as it is now. */
  readonly address: Address
  /** What is left of the path: the page's path in the space, '' for its first page. */
  readonly pagePath: string
  /** Whether the asked path is not the one in force, so that a reader is sent to `address` + `pagePath` (308). */
  readonly redirect: boolean
}

/** No address has more parts than a section and a site space. */
const MAX_ADDRESS_SEGMENTS = 2

/** The beginnings of a path that may be an address, longest first; '' is always the last. */
export function pathPrefixes(path: string): readonly Address[] {
  const parts = path.split('/').filter((part) => part !== '')
  const length = Math.min(parts.length, MAX_ADDRESS_SEGMENTS)
  return Array.from({ length: length + 1 }, (_, index) => parts.slice(0, length - index).join('/'))
}

/**
 * The ways to read a path below a site, best first; the reader takes the first one whose page exists. What is
 * there now wins over what once was (decisions 16 and 21), and a longer address over a shorter one.
 */
export function pathMatches(
  structure: Structure,
  moved: readonly MovedAddress[],
  path: string,
): readonly PathMatch[] {
  const addresses = addressesOf(structure)
  const now = structure.siteSpaces.map((one) => ({
    address: addresses.get(one.id) ?? '',
    siteSpaceId: one.id,
  }))
  const full = structure.siteSpaces.flatMap((one) => fullAddresses(structure, one))
  const beginnings = pathPrefixes(path)
  const read = (known: readonly MovedAddress[], redirect: boolean) =>
    beginnings.flatMap((beginning) =>
      known
        .filter(({ address }) => address === beginning)
        .flatMap(({ siteSpaceId }) =>
          pathMatch(structure, addresses, siteSpaceId, beginning, path, redirect),
        ),
    )
  return distinctMatches([...read(now, false), ...read(full, true), ...read(moved, true)])
}

function fullAddresses(structure: Structure, siteSpace: SiteSpaceRow): readonly MovedAddress[] {
  const section = sectionOf(structure, siteSpace.sectionId)
  const ways = [fullAddressOf(structure, siteSpace)]
  if (section !== undefined && isDefaultSiteSpace(structure, siteSpace)) ways.push(section.path)
  return ways.map((address) => ({ address, siteSpaceId: siteSpace.id }))
}

function pathMatch(
  structure: Structure,
  addresses: ReadonlyMap<string, Address>,
  siteSpaceId: string,
  beginning: Address,
  path: string,
  redirect: boolean,
): readonly PathMatch[] {
  const siteSpace = structure.siteSpaces.find(({ id }) => id === siteSpaceId)
  if (siteSpace === undefined) return []
  const { spaceId, sectionId } = siteSpace
  const parts = path.split('/').filter((part) => part !== '')
  const used = beginning === '' ? 0 : beginning.split('/').length
  const pagePath = parts.slice(used).join('/')
  return [{ siteSpaceId, spaceId, sectionId, address: addresses.get(siteSpaceId) ?? '', pagePath, redirect }]
}

/** The same page of the same space is tried once. */
function distinctMatches(readings: readonly PathMatch[]): readonly PathMatch[] {
  const seen = new Set<string>()
  return readings.filter(({ siteSpaceId, pagePath }) => {
    const key = `${siteSpaceId}/${pagePath}`
    return !seen.has(key) && seen.add(key)
  })
}

/** A structure with the addresses of its site spaces. */
type AddressedStructure = {
  readonly structure: Structure
  readonly addresses: ReadonlyMap<string, Address>
}

/**
 * Tells the address below which the pages of a site space stand: its own, save for a page whose path begins as the
 * address of another space does. That one would be met first, so such a page is reached by a fuller way.
 *
 * @returns for the path of a page in its space an address without slashes around it
 */
export function pageAddresses(
  { structure, addresses }: AddressedStructure,
  siteSpace: SiteSpaceRow,
): (pagePath: string) => Address {
  const own = addresses.get(siteSpace.id) ?? ''
  const others = new Set([...addresses].flatMap(([id, address]) => (id === siteSpace.id ? [] : [address])))
  const section = sectionOf(structure, siteSpace.sectionId)
  const short = section && isDefaultSiteSpace(structure, siteSpace) ? [section.path] : []
  const full = section ? `${section.path}/${siteSpace.path}` : siteSpace.path
  const ways = [own, ...[...short, full].filter((way) => !others.has(way))].map((way) => ({
    way,
    taken: nextSegments(way, others),
  }))
  return (pagePath) => {
    const [step = ''] = pagePath.split('/', 1)
    return (ways.find(({ taken }) => !taken.has(step)) ?? ways[0])?.way ?? own
  }
}

/** The parts that stand right after a way in other addresses. */
function nextSegments(way: Address, others: ReadonlySet<Address>): ReadonlySet<string> {
  const begin = way === '' ? '' : `${way}/`
  const longer = [...others].filter((address) => address.startsWith(begin))
  return new Set(longer.map((address) => address.slice(begin.length).split('/', 1)[0] ?? ''))
}
