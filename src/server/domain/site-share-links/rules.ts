/** The part of an address that carries the key of a share link. */
export const shareKeyName = 'shareKey'

/** Whether a link opens its site. */
export const isOpen = (
  { active, expiresAt }: { readonly active: boolean; readonly expiresAt: Date | null },
  now: Date,
): boolean => active && (expiresAt === null || expiresAt > now)

/** An address of a site as it is given to whoever may read it by a share link. */
export function withShareKey(address: string, key: string): string {
  const url = new URL(address)
  url.searchParams.set(shareKeyName, key)
  return url.href
}
