/** `docs.halden.energy`, `docs.halden.energy/api`; a site below our own address by its path alone: `/sites/docs`. */
export function addressInWords(url: string, ownOrigin: string): string {
  const { origin, host, pathname } = new URL(url, ownOrigin)
  const path = pathname.replace(/\/$/, '')
  return origin === ownOrigin ? path || host : `${host}${path}`
}
