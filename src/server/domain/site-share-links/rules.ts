/** The part of an address that carries the key of a share link. */
export const shareKeyName = 'shareKey'

/** An address of a site as it is given to whoever may read it by a share link. */
export function withShareKey(address: string, key: string): string {
  const url = new URL(address)
  url.searchParams.set(shareKeyName, key)
  return url.href
}
