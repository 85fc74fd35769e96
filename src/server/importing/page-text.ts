import { splitFrontMatter } from '#markup/front-matter.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { titleOf, withoutTitle } from '#markup/title.ts'
import { type MoreFields, moreFieldsOf } from './extra-fields.ts'
import { isFolderPage, titleOfName } from './outline.ts'

/** A page file as read: what its head says and its text without head and without the title repeated. */
export type PageText = {
  readonly title: string
  /** As the head says it, where it can stand in an address. */
  readonly slug: string | null
  readonly text: string
  readonly description?: string
  readonly icon?: string
  readonly emoji?: string
  readonly hidden: boolean
  readonly more: MoreFields
}

/** `title` is the name the source's own order gives the page; without one the page itself tells it. */
export function pageTextOf(path: string, file: string, title: string | null): PageText {
  const { data, body } = splitFrontMatter(file.replace(/^\uFEFF/, ''))
  const own = shortened(title ?? (titleIn(body, data) || fallbackTitle(path)), 250)
  return { title: own, text: withoutTitleText(body, own), ...metadataFields(data) }
}

/** A text that pages show, as read: its title is in its head, else its file's name. */
export function reusableTextOf(path: string, file: string): Pick<PageText, 'title' | 'text'> {
  const { data, body } = splitFrontMatter(file.replace(/^\uFEFF/, ''))
  const title = typeof data.title === 'string' && data.title !== '' ? data.title : fallbackTitle(path)
  return { title: title.slice(0, 256), text: withoutBlankStart(body) }
}

/** What a head, or the table of contents, says of a page. */
export function metadataFields(data: Readonly<Record<string, unknown>>): Omit<PageText, 'title' | 'text'> {
  const slug = textOf(typeof data.slug === 'number' ? String(data.slug) : data.slug)
  return {
    slug: slug !== null && /^(?!\.+$)[\p{L}\p{M}\p{N}._~-]{1,100}$/u.test(slug) ? slug : null,
    hidden: data.hidden === true,
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

/** The opening tells nearly always; reading the whole page for it takes a hundred times as long. */
const titleIn = (body: string, data: Readonly<Record<string, unknown>>): string =>
  titleOf(openingOf(body), data, '') || titleOf(body, {}, '')

/** Comments and the two lines after them: a heading there may be underlined. */
const openingOf = (body: string): string => /^(?:\s*<!--[\s\S]*?-->)*\s*[^\n]*\n?[^\n]*/.exec(body)?.[0] ?? ''

/** Cuts the first heading out of the source where it says nothing but the title. */
export function withoutTitleText(body: string, title: string): string {
  const root = parseMarkdown(openingOf(body))
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

const shortened = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit - 1).trimEnd()}…`
