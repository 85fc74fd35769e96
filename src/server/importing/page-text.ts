import { cutText } from '#markup/cut-text.ts'
import { splitFrontMatter } from '#markup/front-matter.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { normalizeTitle, titleOf, withoutTitle } from '#markup/title.ts'
import { isDraft, type MoreFields, moreFieldsOf, unusedFields } from './extra-fields.ts'
import { isFolderPage, titleOfName } from './outline.ts'

/** In UTF-16 code units. */
export const MAX_TITLE = 250

/** A parsed page file: the fields of its front matter, and its text without front matter and title heading. */
export type PageText = {
  readonly title: string
  /** The slug in the front matter, if it is a valid path segment. */
  readonly slug: string | null
  readonly text: string
  readonly description?: string
  readonly icon?: string
  readonly emoji?: string
  readonly hidden: boolean
  readonly more: MoreFields
  /** Names of fields in the front matter that have no effect. */
  readonly unusedFields: readonly string[]
}

/**
 * `title` is the page's title in the outline, which navigation shows; null if there is none. A Markdown page with a
 * title of its own keeps it.
 */
export function pageTextOf(path: string, file: string, title: string | null): PageText {
  const { data, body } = splitFrontMatter(file.replace(/^\uFEFF/, ''))
  const own = shortened(titleFor(path, { data, body }, title), MAX_TITLE)
  const metadata = metadataFields(data)
  const { fields, names } = unusedFields(data)
  const more = Object.keys(fields).length === 0 ? metadata.more : { ...metadata.more, frontMatter: fields }
  return { title: own, text: withoutTitleText(body, own), ...metadata, more, unusedFields: names }
}

function titleFor(path: string, { data, body }: PageParts, title: string | null): string {
  if (title === null) return titleIn(body, data) || fallbackTitle(path)
  const own = /\.(md|markdown|mdx)$/i.test(path) ? leadingTitle(body, data) : ''
  return own === '' || normalizeTitle(own) === normalizeTitle(title) ? title : own
}

type PageParts = { readonly data: Readonly<Record<string, unknown>>; readonly body: string }

/** The title in the front matter, else the heading 1 that the text begins with; empty if there is neither. */
function leadingTitle(body: string, data: PageParts['data']): string {
  const plain = data.title === undefined ? plainHeadingOf(body) : null
  if (plain !== null) return plain.title
  const opening = openingOf(body)
  return titleOf(opening.length > MAX_OPENING_LENGTH ? '' : leadingHeadingOf(opening), data, '')
}

/** A leading heading 1 alone, without what else the opening has; empty if there is none. */
function leadingHeadingOf(opening: string): string {
  const first = parseMarkdown(opening).children.find(
    (node) => !(node.type === 'html' && node.value.startsWith('<!--')),
  )
  if (first?.type !== 'heading' || first.depth !== 1) return ''
  return opening.slice(first.position?.start.offset, first.position?.end.offset)
}

/** A parsed reusable content: its title comes from the front matter, else from the file name. */
export function reusableTextOf(path: string, file: string): Pick<PageText, 'title' | 'text'> {
  const { data, body } = splitFrontMatter(file.replace(/^\uFEFF/, ''))
  const title = typeof data.title === 'string' && data.title !== '' ? data.title : fallbackTitle(path)
  return { title: cutText(title, 256), text: withoutBlankStart(body) }
}

/** The fields of a page in front matter or a table of contents. */
export function metadataFields(
  data: Readonly<Record<string, unknown>>,
): Omit<PageText, 'title' | 'text' | 'unusedFields'> {
  const slug = textOf(typeof data.slug === 'number' ? String(data.slug) : data.slug)
  return {
    slug: slug !== null && /^(?!\.+$)[\p{L}\p{M}\p{N}._~-]{1,100}$/u.test(slug) ? slug : null,
    hidden: typeof data.hidden === 'boolean' ? data.hidden : isDraft(data),
    ...descriptionFields(data),
    more: moreFieldsOf(data),
  }
}

function descriptionFields(
  data: Readonly<Record<string, unknown>>,
): Pick<PageText, 'description' | 'icon' | 'emoji'> {
  const description = textOf(data.description)
  const icon = textOf(data.icon)
  const emoji = textOf(data.emoji)
  return {
    ...(description === null ? {} : { description: shortened(description, 300) }),
    ...(icon === null || !/^[a-z0-9-]{1,50}$/.test(icon) ? {} : { icon }),
    ...(emoji === null || emoji.length > 50 ? {} : { emoji }),
  }
}

function fallbackTitle(path: string): string {
  const parts = path.split('/')
  const name = parts.at(isFolderPage(path) ? -2 : -1)
  return name === undefined ? 'Introduction' : titleOfName(name)
}

/** The opening nearly always contains the title; parsing the whole page takes a hundred times as long. */
function titleIn(body: string, data: Readonly<Record<string, unknown>>): string {
  const plain = data.title === undefined ? plainHeadingOf(body) : null
  return plain?.title ?? (titleOf(openingOf(body), data, '') || titleOf(body, {}, ''))
}

/** Most pages begin with a heading of words alone. It is the same whether or not it is parsed. */
const PLAIN_HEADING = /^# ([\p{L}\p{N}]{1,50}(?: [\p{L}\p{N}]{1,50}){0,20})\n/u

function plainHeadingOf(body: string): { readonly title: string; readonly rest: string } | null {
  const [whole, title] = PLAIN_HEADING.exec(body) ?? []
  return whole === undefined || title === undefined ? null : { title, rest: body.slice(whole.length) }
}

/** In characters. Longer openings have no title, and would take long to parse. */
const MAX_OPENING_LENGTH = 8_000

/** Leading comments and the two lines after them, since a heading can be underlined. */
const openingOf = (body: string): string => /^(?:\s*<!--[\s\S]*?-->)*\s*[^\n]*\n?[^\n]*/.exec(body)?.[0] ?? ''

/** Removes the first heading from the source if it only repeats the title. */
export function withoutTitleText(body: string, title: string): string {
  const plain = plainHeadingOf(body)
  if (plain !== null)
    return normalizeTitle(plain.title) === normalizeTitle(title) ? withoutBlankStart(plain.rest) : body
  const opening = openingOf(body)
  if (opening.length > MAX_OPENING_LENGTH) return withoutBlankStart(body)
  const root = parseMarkdown(opening)
  const rest = withoutTitle(root, title)
  const heading =
    rest === root ? undefined : root.children.find((node, index) => node !== rest.children[index])
  const start = heading?.position?.start.offset ?? 0
  const end = heading?.position?.end.offset ?? 0
  return withoutBlankStart(body.slice(0, start) + withoutBlankStart(body.slice(end)))
}

const withoutBlankStart = (text: string): string => text.replace(/^(?:[ \t]*\r?\n)+/, '')

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

/** At most `limit` UTF-16 code units, with an ellipsis if something is missing. */
export const shortened = (text: string, limit: number): string =>
  text.length <= limit ? text : `${cutText(text, limit - 1).trimEnd()}…`
