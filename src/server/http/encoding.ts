import type { Encoding } from '../publishing/response-bodies.ts'

/** The encoding to answer in; null where none is taken that we have. */
export function encodingFor(header: string | string[] | undefined): Encoding | null {
  const { named, takes } = readAccepted(header)
  if (named.has('br')) return 'br'
  return takes('gzip') ? 'gzip' : null
}

/** Whether gzip is taken, whatever else is. */
export const takesGzip = (header: string | string[] | undefined): boolean =>
  readAccepted(header).takes('gzip')

/** What `accept-encoding` names; a star stands for what it does not refuse. */
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
