import { parseMarkdown } from '#markup/parse.ts'
import { plainTextOf } from '#markup/text.ts'
import { titleOf } from '#markup/title.ts'
import { invalid } from '../errors.ts'
import type { PageFields } from './changes.ts'
import { type PageEntry, settable } from './entries.ts'

/** The fields that are given, in the form of an entry: what is cleared is undefined, what is absent is not there. */
export function entryFields(given: PageFields): Partial<PageEntry> {
  const fields: Record<string, unknown> = {}
  for (const field of settable) {
    const value = given[field]
    if (value === undefined || ((field === 'slug' || field === 'title') && value === '')) continue
    fields[field] = storedValue(value)
  }
  return fields
}

function storedValue(value: unknown): unknown {
  if (value === '' || value === null || value === false) return undefined
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
}

/**
 * The slug as it was asked for, undefined when none was.
 * @throws {DomainError} `validation` when it could not stand in an address as one step
 */
export function checkedSlug(slug: string | undefined, index: number): string | undefined {
  if (slug === undefined || slug === '') return undefined
  if (isSlug(slug)) return slug
  const message = 'Use letters, digits, “-”, “_” and “.” in a slug'
  throw invalid([{ path: ['body', 'changes', index, 'slug'], message }])
}

/** Whether a text can stand in an address as one step. */
export const isSlug = (text: string): boolean => /^[\p{L}\p{M}\p{N}._~-]+$/u.test(text) && !/^\.+$/.test(text)

/** What the front matter of a page says about its fields; words that we do not know are left out. */
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

const LEADING_HEADING =
  /^(?:\s|<!--[\s\S]*?-->)*?(#[ \t]+[^\n]*|[^\s#>*+`|<-][^\n]*\n=+[ \t]*(?=\n|$))(?:\n[ \t]*)*(?:\n|$)/

/**
 * The heading of level 1 that a text begins with, and the text without it. When `title` is given, only a heading
 * that says the same.
 */
export function leadingHeadingOf(
  body: string,
  title: string | undefined,
): { title: string; rest: string } | null {
  const match = LEADING_HEADING.exec(body)
  const written = match?.[1]
  if (match === null || written === undefined) return null
  const node = parseMarkdown(written).children[0]
  if (node?.type !== 'heading' || node.depth !== 1) return null
  const said = plainTextOf(node).replace(/\s+/g, ' ').trim()
  if (said === '' || (title !== undefined && title !== said)) return null
  return {
    title: said,
    rest: body.slice(0, match[0].indexOf(written)).trimStart() + body.slice(match[0].length),
  }
}

/** The first heading of any level, for a page whose title nobody gave. */
export const firstTitle = (body: string): string | undefined => titleOf(body, {}, '') || undefined
