import { parse, stringify } from 'yaml'

export interface FrontMatter {
  data: Record<string, unknown>
  body: string
  /** Everything before the body, including the delimiters; `raw + body` is the original text. */
  raw: string
}

const frontMatter = /^(?:\uFEFF)?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n|$)/
const MAX_LENGTH = 64_000

/** Splits a file into YAML front matter and body. Front matter that is not a YAML object is part of the body. */
export function splitFrontMatter(text: string): FrontMatter {
  const raw = rawFrontMatterOf(text)
  const yaml = frontMatter.exec(raw)?.[1] ?? ''
  const data = raw === '' ? null : (readYaml(yaml) ?? readYaml(withQuotedValues(yaml)))
  if (!data) return { data: {}, body: text, raw: '' }
  return { data, body: text.slice(raw.length), raw }
}

/** The front matter that a text starts with, including its delimiters; empty if there is none. It may be invalid YAML. */
export const rawFrontMatterOf = (text: string): string =>
  frontMatter.exec(text.slice(0, MAX_LENGTH))?.[0] ?? ''

/** Joins front matter and body; omits empty front matter. */
export function joinFrontMatter(data: Record<string, unknown>, body: string): string {
  if (Object.keys(data).length === 0) return body
  return `---\n${stringify(data, { lineWidth: 0 })}---\n\n${body.replace(/^(?:\r?\n)+/, '')}`
}

/** The YAML object in a text; null if it is none. */
export function readYaml(text: string): Record<string, unknown> | null {
  try {
    // Few aliases, so that short front matter cannot expand to gigabytes.
    const value: unknown = parse(text, { schema: 'core', maxAliasCount: 20, logLevel: 'error' })
    if (value === null || value === undefined) return {}
    return isRecord(value) ? value : null
  } catch {
    // Text between two rules is often not YAML at all.
    return null
  }
}

/** Longer front matter isn't repaired. */
const MAX_REPAIRED_LINES = 200
const FIELD = /^([\w.-]+):[ \t]+(.*\S)[ \t]*\r?$/

/**
 * People forget the quotes in `title: Docker: the basics`. A value that isn’t YAML is text if every line is a field, the
 * rest of one, or a comment, and one of them is a title or a description; else the text is as it was.
 */
function withQuotedValues(yaml: string): string {
  const lines = yaml.split('\n')
  const isFields = lines.every((line) => /^(?:[\w.-]+:(?:\s|$)|[\s#-]|$)/.test(line))
  if (!isFields || lines.length > MAX_REPAIRED_LINES || !/^(?:title|description):/m.test(yaml)) return yaml
  return lines
    .map((line) => {
      const [, name, value = ''] = FIELD.exec(line) ?? []
      return name === undefined || isYaml(value) ? line : `${name}: ${JSON.stringify(value)}`
    })
    .join('\n')
}

const isYaml = (value: string): boolean => /^[|>&*!]/.test(value) || readYaml(`value: ${value}`) !== null

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
