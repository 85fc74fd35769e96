import type { Urls } from '../../urls.ts'

/** What an address of the dashboard names. */
export type Named =
  | { readonly kind: 'collection'; readonly id: string; readonly organizationId: string }
  | {
      readonly kind: 'space'
      readonly id: string
      /** Number or id of a change request. */
      readonly changeRequest?: string | undefined
      readonly page?: string | undefined
    }

const id = '([A-Za-z0-9_-]{1,64})'
const collection = new RegExp(`^/o/${id}/collections/${id}(?:/|$)`)
const ofRequest = new RegExp(`^/s/${id}/changes/${id}(?:/pages/${id})?(?:/|$)`)
const ofSpace = new RegExp(`^/s/${id}(?:/p/${id})?(?:/|$)`)

/** The path of an address below this service; null for an address elsewhere. */
function pathIn({ base }: Urls, address: URL): string | null {
  const { host, pathname } = new URL(base)
  const before = pathname.replace(/\/+$/, '')
  return address.host === host && address.pathname.startsWith(`${before}/`)
    ? address.pathname.slice(before.length)
    : null
}

/** Whether an address is one of a view of the dashboard. */
export const isOfDashboard = (urls: Urls, address: URL): boolean =>
  /^\/(?:o|s|me)(?:\/|$)/.test(pathIn(urls, address) ?? '')

/** The collection, space, change request or page that an address of the dashboard names; null for any other. */
export function namedBy(urls: Urls, address: URL): Named | null {
  const path = pathIn(urls, address) ?? ''
  const [, organizationId, collectionId] = collection.exec(path) ?? []
  if (organizationId && collectionId) return { kind: 'collection', id: collectionId, organizationId }
  const [, inSpace, changeRequest, itsPage] = ofRequest.exec(path) ?? []
  if (inSpace) return { kind: 'space', id: inSpace, changeRequest, page: itsPage }
  const [, spaceId, page] = ofSpace.exec(path) ?? []
  return spaceId ? { kind: 'space', id: spaceId, page } : null
}
