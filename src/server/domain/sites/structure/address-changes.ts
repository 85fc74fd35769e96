import type { TitledReference } from '#contract/shared/structure-difference.ts'
import { addressesOf } from './addresses.ts'
import type { SiteSpaceRow, Structure } from './structure.ts'

type ShownSiteSpace = TitledReference & { readonly spaceId: string }

/** The changes of site spaces' addresses between two structures, without slashes around them. */
export type AddressDifference = {
  readonly changed: readonly {
    readonly siteSpace: ShownSiteSpace
    readonly from: string
    readonly to: string
    readonly replacedBy?: TitledReference
  }[]
  readonly added: readonly { readonly siteSpace: ShownSiteSpace; readonly to: string }[]
  readonly removed: readonly { readonly siteSpace: ShownSiteSpace; readonly from: string }[]
  readonly unchanged: number
}

export function addressDifference(before: Structure, after: Structure): AddressDifference {
  if (before === after) return { changed: [], added: [], removed: [], unchanged: after.siteSpaces.length }
  const [was, is] = [addressesOf(before), addressesOf(after)]
  const rows = new Map(after.siteSpaces.map((row) => [row.id, row]))
  const holders = new Map([...is].map(([id, address]) => [address, rows.get(id)]))
  const remaining = after.siteSpaces.filter(({ id }) => was.has(id))
  const changed = remaining
    .filter(({ id }) => was.get(id) !== is.get(id))
    .map((row) => {
      const from = was.get(row.id) ?? ''
      const holder = holders.get(from)
      const replacedBy = holder === undefined ? {} : { replacedBy: { id: holder.id, title: holder.title } }
      return { siteSpace: shownSiteSpace(row), from, to: is.get(row.id) ?? '', ...replacedBy }
    })
  return {
    changed,
    added: after.siteSpaces
      .filter(({ id }) => !was.has(id))
      .map((row) => ({ siteSpace: shownSiteSpace(row), to: is.get(row.id) ?? '' })),
    removed: before.siteSpaces
      .filter(({ id }) => !is.has(id))
      .map((row) => ({ siteSpace: shownSiteSpace(row), from: was.get(row.id) ?? '' })),
    unchanged: remaining.length - changed.length,
  }
}

const shownSiteSpace = ({ id, title, spaceId }: SiteSpaceRow): ShownSiteSpace => ({ id, title, spaceId })

/** The titles of spaces that the later structure no longer shows, and the ids of those that it shows. */
export function removedSpaces(before: Structure, after: Structure) {
  const is = new Set(after.siteSpaces.map(({ spaceId }) => spaceId))
  const removed = new Map(
    before.siteSpaces.filter(({ spaceId }) => !is.has(spaceId)).map(({ spaceId, title }) => [spaceId, title]),
  )
  return { removed, remaining: [...is] }
}
