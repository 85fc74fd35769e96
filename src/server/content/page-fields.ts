import { parseMarkdown } from '#markup/parse.ts'
import { plainTextOf } from '#markup/text.ts'
import { invalid } from '../errors.ts'
import { runTextTask, TextTooComplex } from '../text-tasks/run.ts'
import type { PageFields } from './changes.ts'
import { type PageEntry, settable } from './entries.ts'

/** The fields of a change as entry fields: cleared ones are undefined, absent ones are left out. */
export function entryFields(input: PageFields): Partial<PageEntry> {
  const fields: Record<string, unknown> = {}
  for (const field of settable) {
    const value = input[field]
    if (value === undefined || ((field === 'slug' || field === 'title') && value === '')) continue
    fields[field] = storedValue(value)
  }
  return fields
}

function storedValue(value: unknown): unknown {
  if (value === '' || value === null || value === false) return undefined
  if (Array.isArray(value) && value.length === 0) return undefined
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
}

/**
 * The requested slug, undefined if there is none.
 * @throws {DomainError} `validation` if it cannot be a path segment
 */
export function checkedSlug(slug: string | undefined, index: number): string | undefined {
  if (slug === undefined || slug === '') return undefined
  if (isSlug(slug)) return slug
  const message = 'Use letters, digits, “-”, “_” and “.” in a slug'
  throw invalid([{ path: ['body', 'changes', index, 'slug'], message }])
}

/** Whether a text can be a path segment. */
export const isSlug = (text: string): boolean => /^[\p{L}\p{M}\p{N}._~-]+$/u.test(text) && !/^\.+$/.test(text)

/** The fields in a page's front matter; unknown keys are ignored. */
export function frontMatterFields(data: Readonly<Record<string, unknown>>): PageFields {
  const fields: Record<string, unknown> = {}
  for (const field of ['title', 'slug', 'linkTitle', 'emoji', 'icon', 'description', 'condition']) {
    const value = data[field]
    if (typeof value === 'string' || typeof value === 'number') fields[field] = String(value).trim()
  }
  for (const field of ['hidden', 'noIndex', 'noRobotsIndex']) {
    if (typeof data[field] === 'boolean') fields[field] = data[field]
  }
  if (fields.title === '') delete fields.title
  if (fields.slug === '') delete fields.slug
  return fields
}

/** One step at a time: a repeated group would try every way to divide a run of comments, which never ends. */
const BLANK_OR_COMMENT = /\s+|<!--[\s\S]*?-->/y
const HEADING = /(#[ \t]+[^\n]*|[^\s#>*+`|<-][^\n]*\n=+[ \t]*(?=\n|$))(?:\n[ \t]*)*(?:\n|$)/y
/** Longer headings stay in the text. In characters. */
const MAX_HEADING_LENGTH = 2_000

/**
 * The level 1 heading at the start of a text, and the text without it. With a `title`, only a heading that equals it
 * counts.
 */
export function leadingHeadingOf(
  body: string,
  title: string | undefined,
): { title: string; rest: string } | null {
  const start = endOfLead(body)
  HEADING.lastIndex = start
  const [whole, written] = HEADING.exec(body) ?? []
  if (whole === undefined || written === undefined || written.length > MAX_HEADING_LENGTH) return null
  const node = parseMarkdown(written).children[0]
  if (node?.type !== 'heading' || node.depth !== 1) return null
  const heading = plainTextOf(node).replace(/\s+/g, ' ').trim()
  if (heading === '' || (title !== undefined && title !== heading)) return null
  return {
    title: heading,
    rest: body.slice(0, start).trimStart() + body.slice(start + whole.length),
  }
}

/** Where the blank space and comments end that a text begins with. */
function endOfLead(body: string): number {
  let end = 0
  for (;;) {
    BLANK_OR_COMMENT.lastIndex = end
    const [step] = BLANK_OR_COMMENT.exec(body) ?? []
    if (step === undefined) return end
    end += step.length
  }
}

/** The first heading of any level, for a page without a title. A text that is too complex has none. */
export async function firstTitle(body: string): Promise<string | undefined> {
  try {
    return (await runTextTask('firstHeading', body, body)) || undefined
  } catch (error) {
    if (error instanceof TextTooComplex) return undefined
    throw error
  }
}
