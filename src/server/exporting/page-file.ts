import { posix } from 'node:path'
import { pageMetaLinks, pageTag } from '#contract/pages.ts'
import { joinFrontMatter } from '#markup/front-matter.ts'
import { slugOf } from '#markup/slug.ts'
import {
  isSameValue,
  type PageEntry,
  type Reference,
  type ReusableEntry,
  settable,
} from '../content/entries.ts'
import { suffixOf, targetOf } from '../content/texts.ts'
import { isDraft } from '../importing/extra-fields.ts'
import { isRecord, writtenLayout } from '../importing/layout-fields.ts'
import type { OriginalRow } from '../importing/original-file-queries.ts'
import { fieldsOf } from '../importing/original-files.ts'
import { withoutTitleText } from '../importing/page-text.ts'
import { slugOfFile } from '../importing/plan-tree.ts'
import { rewriteIncludes, rewriteLinks } from '../text-tasks/rewrite.ts'
import { editedFile } from './edited-file.ts'
import type { Layout } from './layout.ts'
import { escaped } from './titles.ts'

type ExportedText = { readonly path: string; readonly text: string; readonly layout: Layout }

/** A page as a file: the one it was imported from, with what changed since then; a new one for other pages. */
export async function pageFile(
  entry: PageEntry,
  { path, text, layout }: ExportedText,
  original: OriginalRow | undefined,
): Promise<string | Buffer> {
  if (original?.bytes && isUnchanged(entry, original)) return original.bytes
  const headAt = (page: PageEntry) => ({ title: page.title, data: headOf(page, path, layout) })
  const edited =
    original === undefined
      ? null
      : await editedFile({
          original,
          text,
          before: headAt(asImported(entry, original)),
          after: headAt(entry),
          withLinks: (body, spelling) => withRelativeLinks(body, path, layout, spelling),
        })
  return edited ?? newPageFile(entry, path, text, layout)
}

/** Whether the content is what was stored for a file. */
const isUnchanged = (entry: PageEntry | ReusableEntry, { state, fields }: OriginalRow): boolean =>
  state === (entry.body ?? '') && isSameValue(fields, fieldsOf(entry))

/** An entry with the fields that were stored for its file. */
function asImported<T extends PageEntry | ReusableEntry>(entry: T, { fields }: OriginalRow): T {
  const others = Object.entries(entry).filter(([name]) => !settable.some((field) => field === name))
  return { ...(Object.fromEntries(others) as T), ...fields }
}

/** A page as a Markdown file: its fields as front matter, its title as a heading, and its text. */
async function newPageFile(entry: PageEntry, path: string, text: string, layout: Layout): Promise<string> {
  const body = await withRelativeLinks(text, path, layout)
  const heading = `# ${escaped(entry.title)}\n\n`
  const isRead = withoutTitleText(`${heading}x`, entry.title) === 'x'
  const head = headOf(entry, path, layout)
  if (isRead || Object.keys(head).length > 0) return joinFrontMatter(head, `${isRead ? heading : ''}${body}`)
  // Empty front matter, so that the start of the text is not parsed as front matter.
  return `---\n---\n\n${body}`
}

/** A reusable content as a file, like `pageFile`: its title as front matter, and its text. */
export async function reusableFile(
  entry: ReusableEntry,
  { path, text, layout }: ExportedText,
  original: OriginalRow | undefined,
): Promise<string | Buffer> {
  if (original?.bytes && isUnchanged(entry, original)) return original.bytes
  const headAt = ({ title }: ReusableEntry) => ({ title, data: { title } })
  const withLinks = (body: string, spelling?: ReadonlyMap<string, string>) =>
    withRelativeLinks(body, path, layout, spelling)
  const edited =
    original === undefined
      ? null
      : await editedFile({
          original,
          text,
          before: headAt(asImported(entry, original)),
          after: headAt(entry),
          withLinks,
        })
  return edited ?? joinFrontMatter({ title: entry.title }, await withLinks(text))
}

/** `spelling` has the URLs that the file uses already, by the stored URL. */
async function withRelativeLinks(
  text: string,
  path: string,
  layout: Layout,
  spelling: ReadonlyMap<string, string> = new Map(),
): Promise<string> {
  const spelled = (url: string) => {
    const suffix = suffixOf(url)
    const bare = spelling.get(url.slice(0, url.length - suffix.length))
    return spelling.get(url) ?? (bare === undefined ? undefined : bare + suffix)
  }
  const linked = await rewriteLinks(text, ({ url }) => spelled(url) ?? relativeAddress(url, path, layout))
  return rewriteIncludes(linked, (url) => {
    const file = layout.reusables.get(/^\/reusable-contents\/(.+)$/.exec(url)?.[1] ?? '')
    return file === undefined ? null : relativePath(file, path)
  })
}

function headOf(entry: PageEntry, path: string, layout: Layout): Record<string, unknown> {
  const { description, icon, emoji, slug } = entry
  // A draft that was made visible would be hidden again by the next import.
  const hidden = entry.hidden ?? (isDraft(entry.frontMatter ?? {}) ? false : undefined)
  const expected = slugOfFile(path) ?? slugOf(entry.title)
  return {
    ...(expected === slug ? {} : { slug }),
    ...definedFields({ description, icon, emoji, hidden }),
    ...coverOf(entry.cover, path, layout),
    ...withRest(extraFields(entry), entry.frontMatter),
  }
}

/** Adds fields that were imported without an effect; those of a layout are next to the ones that have one. */
function withRest(fields: Record<string, unknown>, rest: PageEntry['frontMatter'] = {}) {
  const { layout: written, ...others } = rest
  const isMerged = isRecord(written) && isRecord(fields.layout)
  const layout = isMerged ? mergedLayout(fields.layout, written) : (written ?? fields.layout)
  return { ...fields, ...(layout === undefined ? {} : { layout }), ...others }
}

function mergedLayout(fields: unknown, rest: Readonly<Record<string, unknown>>) {
  const layout: Record<string, unknown> = isRecord(fields) ? { ...fields } : {}
  for (const [name, part] of Object.entries(rest)) {
    const own = layout[name]
    layout[name] = isRecord(own) && isRecord(part) ? { ...own, ...part } : part
  }
  return layout
}

/** Further fields that a page of any type can have. */
export const extraFields = ({
  linkTitle,
  noIndex,
  noRobotsIndex,
  condition,
  layout,
  ...entry
}: Omit<PageEntry, 'createdAt' | 'updatedAt'>) =>
  definedFields({
    linkTitle,
    noIndex,
    noRobotsIndex,
    if: condition,
    layout: writtenLayout(layout),
    tags: entry.tags?.map(tagOf),
    vars: entry.variables,
    metaLinks: entry.metaLinks === undefined ? undefined : metaLinksOf(entry.metaLinks),
  })

/** A tag by its slug; an object for a primary one. */
const tagOf = (value: unknown): unknown => {
  const { data } = pageTag.safeParse(value)
  return data?.primary ? { tag: data.tag.tag, primary: true } : data?.tag.tag
}

function metaLinksOf(value: unknown): unknown {
  const { canonical, alternates } = pageMetaLinks.safeParse(value).data ?? {}
  return definedFields({ canonical: canonical?.url, alternates: alternates?.map(({ url }) => url) })
}

/** The fields that have a value. */
export const definedFields = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

function coverOf(cover: PageEntry['cover'], path: string, layout: Layout): Record<string, unknown> {
  if (cover === undefined) return {}
  const picture = (ref: unknown) => addressOf(ref as Reference | undefined, path, layout)
  return definedFields({
    cover: picture(cover.ref),
    coverDark: picture(cover.refDark),
    coverY: cover.yPos,
    coverHeight: cover.height,
  })
}

/** A reference as a URL relative to a file; undefined if its target is missing. */
export function addressOf(ref: Reference | undefined, from: string, layout: Layout): string | undefined {
  if (ref?.kind === 'url') return String(ref.url)
  const anchor = typeof ref?.anchor === 'string' ? `#${ref.anchor}` : ''
  const url = ref?.kind === 'file' ? `/files/${ref.file}` : `/pages/${ref?.page}${anchor}`
  return ref === undefined ? undefined : (relativeAddress(url, from, layout) ?? undefined)
}

/** The URL of a page or file of the space as a relative path; null for all others. */
function relativeAddress(url: string, from: string, { pages, files }: Layout): string | null {
  const target = targetOf(url)
  if (target.kind !== 'page' && target.kind !== 'file') return null
  const path = (target.kind === 'page' ? pages : files).get(target.id)
  if (path === undefined) return null
  return relativePath(path, from) + suffixOf(url)
}

export const relativePath = (path: string, from: string): string =>
  encoded(posix.relative(posix.dirname(from), path))

/** A percent-encoded path. */
const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/')
