import type { SchemaPart } from '#contract/openapi-operations.ts'

/** Example strings by format. */
const texts: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T09:30:00Z',
  date: '2026-01-31',
  time: '09:30:00Z',
  email: 'ada@example.org',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  uri: 'https://example.org',
  url: 'https://example.org',
  hostname: 'example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: 'dGV4dA==',
  binary: '…',
  password: '••••••••',
}

/**
 * An example value for a schema. Read-only properties are left out of requests, write-only ones out of responses.
 */
export function exampleOf(part: SchemaPart, side: 'request' | 'response'): unknown {
  const candidates = [part.example, part.default, part.values?.[0]].map(parsed)
  return candidates.find((value) => value !== undefined) ?? generatedFrom(part, side)
}

function generatedFrom(part: SchemaPart, side: 'request' | 'response'): unknown {
  const choice = part.choice?.of[0]
  if (part.properties !== undefined) {
    const own = objectOf(part.properties, side)
    const more = choice === undefined ? {} : exampleOf(choice, side)
    return typeof more === 'object' && more !== null && !Array.isArray(more) ? { ...own, ...more } : own
  }
  if (choice !== undefined) return exampleOf(choice, side)
  return part.items === undefined ? plainOf(part) : [exampleOf(part.items, side)]
}

function plainOf(part: SchemaPart): unknown {
  const [type] = part.types.filter((one) => one !== 'null')
  if (type === 'string') return texts[part.format ?? ''] ?? 'text'
  if (type === 'integer' || type === 'number') return leastOf(part)
  if (type === 'boolean') return true
  if (type === 'array') return []
  if (type === 'object') return {}
  return type === undefined && part.types.length === 0 ? 'any' : null
}

function objectOf(properties: readonly SchemaPart[], side: 'request' | 'response'): Record<string, unknown> {
  const shown = properties.filter(
    (one) => !one.deprecated && !one.circular && !(side === 'request' ? one.readOnly : one.writeOnly),
  )
  return Object.fromEntries(
    shown.map((one) => [one.name === '[key]' ? 'key' : (one.name ?? ''), exampleOf(one, side)]),
  )
}

const leastOf = ({ facts = [] }: SchemaPart): number => {
  const least = Number(facts.find(({ name }) => name === 'minimum')?.value)
  return Number.isFinite(least) ? least : 1
}

function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // A long example was truncated and is no longer valid JSON.
    return undefined
  }
}
