import { parse, stringify } from 'yaml'

export interface FrontMatter {
  data: Record<string, unknown>
  body: string
  /** Everything before the body, fences included; `raw + body` is the text that was given. */
  raw: string
}

const fenced = /^(?:\uFEFF)?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n|$)/
const longest = 64_000

/** Parts a file in its YAML head and its body. A head that is no YAML object belongs to the body. */
export function splitFrontMatter(text: string): FrontMatter {
  const match = fenced.exec(text.slice(0, longest))
  const data = match ? readYaml(match[1] ?? '') : null
  if (!match || !data) return { data: {}, body: text, raw: '' }
  return { data, body: text.slice(match[0].length), raw: match[0] }
}

/** Writes the head again; no head at all when there is nothing to say in it. */
export function joinFrontMatter(data: Record<string, unknown>, body: string): string {
  if (Object.keys(data).length === 0) return body
  return `---\n${stringify(data, { lineWidth: 0 })}---\n\n${body.replace(/^(?:\r?\n)+/, '')}`
}

function readYaml(text: string): Record<string, unknown> | null {
  try {
    // Few aliases, so that a short head cannot unfold into gigabytes.
    const value: unknown = parse(text, { schema: 'core', maxAliasCount: 20, logLevel: 'error' })
    if (value === null || value === undefined) return {}
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
