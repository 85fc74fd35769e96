import type { Encoding } from '../publishing/response-bodies.ts'

/** The response encoding; null if the client accepts none that is supported. */
export function encodingFor(header: string | string[] | undefined): Encoding | null {
  const { named, takes } = readAccepted(header)
  if (named.has('br')) return 'br'
  return takes('gzip') ? 'gzip' : null
}

/** Whether the client accepts gzip. */
export const takesGzip = (header: string | string[] | undefined): boolean =>
  readAccepted(header).takes('gzip')

/** Parses `accept-encoding`; a star stands for everything that is not refused. */
function readAccepted(header: string | string[] | undefined) {
  const named = new Set<string>()
  const refused = new Set<string>()
  for (const part of String(header ?? '')
    .toLowerCase()
    .split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const isRefused = parameters.some((text) => /^q=0(?:\.0*)?$/.test(text))
    ;(isRefused ? refused : named).add(name)
  }
  const takes = (name: string): boolean => named.has(name) || (named.has('*') && !refused.has(name))
  return { named, takes }
}
