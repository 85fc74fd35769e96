/** Where a repository is on an SSH server. */
export type SshAddress = {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly path: string
}

const SCP_LIKE = /^([A-Za-z0-9._-]{1,64})@([A-Za-z0-9.-]{1,253}):(?!\/\/)([^\s'"\\\0]{1,1500})$/

/** Reads `ssh://git@host:22/path` or `git@host:path`; null if it is neither. */
export function sshAddressOf(address: string): SshAddress | null {
  const scp = SCP_LIKE.exec(address)
  if (scp !== null) {
    const [, username = '', host = '', path = ''] = scp
    if (path.startsWith('-')) return null
    return { host, port: 22, username, path }
  }
  const url = URL.parse(address)
  if (url?.protocol !== 'ssh:' || url.hostname === '' || url.pathname.length < 2 || url.password !== '')
    return null
  const path = decodeURIComponentSafely(url.pathname)
  if (path === null || /[\s'"\\\0]/.test(path)) return null
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 22 : Number(url.port),
    username: url.username === '' ? 'git' : url.username,
    path,
  }
}

function decodeURIComponentSafely(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not valid percent-encoding, so it names no repository.
    return null
  }
}
