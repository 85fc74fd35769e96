import {
  isDefaultSiteSpace,
  type SectionRow,
  type SiteSpaceRow,
  type Structure,
  sectionOf,
} from './structure.ts'

/**
 * The path of a section or site space below the site, without slashes around it; '' is the root.
 * The default section and the default site space add no segment of their own.
 */
export type Address = string

/** An address in a URL: percent-encoded, with a trailing slash unless it is the root. */
export const encodedAddress = (address: Address): string =>
  address === '' ? '' : `${address.split('/').map(encodeURIComponent).join('/')}/`

/** The address of every site space by its id. Addresses are unique. */
export function addressesOf(structure: Structure): ReadonlyMap<string, Address> {
  const taken = new Set(
    structure.sections.filter(({ id }) => id !== structure.site.defaultSectionId).map(({ path }) => path),
  )
  return new Map(structure.siteSpaces.map((one) => [one.id, addressOf(structure, one, taken)]))
}

/** The address of a section: that of its default site space. */
export const addressOfSection = ({ site }: Structure, section: SectionRow): Address =>
  section.id === site.defaultSectionId ? '' : section.path

/** `taken` are the paths of sections other than the default one. */
function addressOf(structure: Structure, siteSpace: SiteSpaceRow, taken: ReadonlySet<string>): Address {
  const section = sectionOf(structure, siteSpace.sectionId)
  const own = isDefaultSiteSpace(structure, siteSpace) ? '' : siteSpace.path
  if (section === undefined) return own
  if (section.id !== structure.site.defaultSectionId) return joinSegments(section.path, own)
  // A section with this path takes precedence, so the space needs its full address.
  return taken.has(own) ? joinSegments(section.path, own) : own
}

/** The address with both segments, which redirects to the shorter one. */
const fullAddressOf = (structure: Structure, siteSpace: SiteSpaceRow): Address =>
  joinSegments(sectionOf(structure, siteSpace.sectionId)?.path ?? '', siteSpace.path)

const joinSegments = (...parts: readonly string[]): Address => parts.filter((part) => part !== '').join('/')

/** A former address of a site space. */
export type MovedAddress = { readonly address: Address; readonly siteSpaceId: string }

/** The addresses that remaining site spaces lose with a change of structure. */
export function movedAddresses(before: Structure, after: Structure): readonly MovedAddress[] {
  const now = addressesOf(after)
  return [...addressesOf(before)]
    .filter(([id, address]) => now.has(id) && now.get(id) !== address)
    .map(([siteSpaceId, address]) => ({ address, siteSpaceId }))
}

/** A possible meaning of a path: a page of a space on the site. */
export type PathMatch = {
  readonly siteSpaceId: string
  readonly spaceId: string
  readonly sectionId: string | null
  /** The site space's address as it is now. */
  readonly address: Address
  /** The remaining path: the page's path in the space, '' for its first page. */
  readonly pagePath: string
  /** Whether the requested path redirects to `address` + `pagePath` (308). */
  readonly redirect: boolean
}

/** A section and a site space. */
const MAX_ADDRESS_SEGMENTS = 2

/** The prefixes of a path that may be an address, longest first; '' is always the last. */
export function pathPrefixes(path: string): readonly Address[] {
  const parts = path.split('/').filter((part) => part !== '')
  const length = Math.min(parts.length, MAX_ADDRESS_SEGMENTS)
  return Array.from({ length: length + 1 }, (_, index) => parts.slice(0, length - index).join('/'))
}

/**
 * The possible meanings of a path below a site, best first; the first one with an existing page applies. Current
 * addresses win over former ones, and longer addresses over shorter ones.
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
  const prefixes = pathPrefixes(path)
  const read = (known: readonly MovedAddress[], redirect: boolean) =>
    prefixes.flatMap((prefix) =>
      known
        .filter(({ address }) => address === prefix)
        .flatMap(({ siteSpaceId }) => pathMatch(structure, addresses, siteSpaceId, prefix, path, redirect)),
    )
  return distinctMatches([...read(now, false), ...read(full, true), ...read(moved, true)])
}

function fullAddresses(structure: Structure, siteSpace: SiteSpaceRow): readonly MovedAddress[] {
  const section = sectionOf(structure, siteSpace.sectionId)
  const addresses = [fullAddressOf(structure, siteSpace)]
  if (section !== undefined && isDefaultSiteSpace(structure, siteSpace)) addresses.push(section.path)
  return addresses.map((address) => ({ address, siteSpaceId: siteSpace.id }))
}

function pathMatch(
  structure: Structure,
  addresses: ReadonlyMap<string, Address>,
  siteSpaceId: string,
  prefix: Address,
  path: string,
  redirect: boolean,
): readonly PathMatch[] {
  const siteSpace = structure.siteSpaces.find(({ id }) => id === siteSpaceId)
  if (siteSpace === undefined) return []
  const { spaceId, sectionId } = siteSpace
  const parts = path.split('/').filter((part) => part !== '')
  const used = prefix === '' ? 0 : prefix.split('/').length
  const pagePath = parts.slice(used).join('/')
  return [{ siteSpaceId, spaceId, sectionId, address: addresses.get(siteSpaceId) ?? '', pagePath, redirect }]
}

function distinctMatches(matches: readonly PathMatch[]): readonly PathMatch[] {
  const seen = new Set<string>()
  return matches.filter(({ siteSpaceId, pagePath }) => {
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
 * The address below which a page of a site space is: usually that of the site space. A page whose path starts like the
 * address of another space, which takes precedence, needs a longer address.
 *
 * @returns a function from the path of a page to an address without slashes around it
 */
export function pageAddresses(
  { structure, addresses }: AddressedStructure,
  siteSpace: SiteSpaceRow,
): (pagePath: string) => Address {
  const own = addresses.get(siteSpace.id) ?? ''
  const candidates = candidatesFor({ structure, addresses }, siteSpace, own)
  return (pagePath) => {
    const [segment = ''] = pagePath.split('/', 1)
    return (candidates.find(({ taken }) => !taken.has(segment)) ?? candidates[0])?.address ?? own
  }
}

/** The addresses that a site space has, each with the segments that lead to other site spaces. */
function candidatesFor(
  { structure, addresses }: AddressedStructure,
  siteSpace: SiteSpaceRow,
  own: Address,
): { readonly address: Address; readonly taken: ReadonlySet<string> }[] {
  const others = new Set([...addresses].flatMap(([id, address]) => (id === siteSpace.id ? [] : [address])))
  const section = sectionOf(structure, siteSpace.sectionId)
  const short = section && isDefaultSiteSpace(structure, siteSpace) ? [section.path] : []
  const full = section ? `${section.path}/${siteSpace.path}` : siteSpace.path
  return [own, ...[...short, full].filter((address) => !others.has(address))].map((address) => ({
    address,
    taken: nextSegments(address, others),
  }))
}

/** The segments that follow an address in other addresses. */
function nextSegments(address: Address, others: ReadonlySet<Address>): ReadonlySet<string> {
  const prefix = address === '' ? '' : `${address}/`
  const longer = [...others].filter((other) => other.startsWith(prefix))
  return new Set(longer.map((other) => other.slice(prefix.length).split('/', 1)[0] ?? ''))
}
