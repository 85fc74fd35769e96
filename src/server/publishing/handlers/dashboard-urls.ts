import type { Urls } from '../../urls.ts'

/** The content that a dashboard URL refers to. */
export type DashboardReference =
  | { readonly kind: 'collection'; readonly id: string; readonly organizationId: string }
  | {
      readonly kind: 'space'
      readonly id: string
      /** Number or id of a change request. */
      readonly changeRequest?: string | undefined
      readonly page?: string | undefined
    }

const id = '([A-Za-z0-9_-]{1,64})'
const collectionPath = new RegExp(`^/o/${id}/collections/${id}(?:/|$)`)
const changeRequestPath = new RegExp(`^/s/${id}/changes/${id}(?:/pages/${id})?(?:/|$)`)
const spacePath = new RegExp(`^/s/${id}(?:/p/${id})?(?:/|$)`)

/** The path of a URL below this service; null for a URL elsewhere. */
function pathIn({ base }: Urls, address: URL): string | null {
  const { host, pathname } = new URL(base)
  const before = pathname.replace(/\/+$/, '')
  return address.host === host && address.pathname.startsWith(`${before}/`)
    ? address.pathname.slice(before.length)
    : null
}

/** Whether a URL is in the dashboard. */
export const isDashboardUrl = (urls: Urls, address: URL): boolean =>
  /^\/(?:o|s|me)(?:\/|$)/.test(pathIn(urls, address) ?? '')

/** The collection, space, change request or page of a dashboard URL; null for any other URL. */
export function referenceIn(urls: Urls, address: URL): DashboardReference | null {
  const path = pathIn(urls, address) ?? ''
  const [, organizationId, collectionId] = collectionPath.exec(path) ?? []
  if (organizationId && collectionId) return { kind: 'collection', id: collectionId, organizationId }
  const [, inSpace, changeRequest, itsPage] = changeRequestPath.exec(path) ?? []
  if (inSpace) return { kind: 'space', id: inSpace, changeRequest, page: itsPage }
  const [, spaceId, page] = spacePath.exec(path) ?? []
  return spaceId ? { kind: 'space', id: spaceId, page } : null
}
