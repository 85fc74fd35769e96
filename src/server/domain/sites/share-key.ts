/** Query parameter that carries the key of a share link in an address of the site. */
export const SHARE_KEY_PARAMETER = 'shareKey'

/** An address of a site that opens with the key of a share link. */
export function withShareKey(address: string, key: string): string {
  const url = new URL(address)
  url.searchParams.set(SHARE_KEY_PARAMETER, key)
  return url.href
}
