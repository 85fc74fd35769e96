import type { ReusableContent } from '#contract/files.ts'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import type { ReusableEntry } from '../../content/entries.ts'
import { bodiesOf, type Content, withPaths } from '../../content/read.ts'
import type { Context } from '../../context.ts'
import { decodeCursor, listResponse, pageFromRows } from '../../db/page.ts'
import { presentReusable } from './reusable-contents.ts'

/** The filters and order of a list of reusable content. */
type ReusableSelection = Paging & {
  readonly search?: string | undefined
  readonly sort?: 'createdAt' | 'title' | 'updatedAt'
  readonly direction?: 'asc' | 'desc'
  readonly ids?: readonly string[] | undefined
}

/** One page of the reusable content of a revision; there is little of it, so all entries are read together. */
export async function reusableListOf(
  ctx: Context,
  content: Content,
  { search = '', sort = 'createdAt', direction = 'asc', ids, ...paging }: ReusableSelection,
) {
  const sign = direction === 'asc' ? 1 : -1
  const order = (a: readonly string[], b: readonly string[]): number => sign * compareKeys(a, b)
  const keyOf = (entry: ReusableEntry): readonly string[] => [sortKeys[sort](entry), entry.id]
  const matches = await matching(ctx, content, { search, ids })
  const entries = matches.toSorted((a, b) => order(keyOf(a), keyOf(b)))
  const after = paging.page === undefined ? undefined : decodeCursor(paging.page, 2).map(String)
  const limit = paging.limit ?? DEFAULT_PAGE_SIZE
  const remaining = after === undefined ? entries : entries.filter((entry) => order(keyOf(entry), after) > 0)
  const page = pageFromRows(remaining.slice(0, limit === 0 ? 0 : limit + 1), limit, keyOf)
  const texts = await bodiesOf(ctx.db, content.at.organizationId, page.rows)
  const rows: ReusableContent[] = []
  for (const entry of page.rows) {
    const text = texts.get(entry.id) ?? ''
    const markdown = ids === undefined ? {} : { markdown: await withPaths(text, content.tree) }
    rows.push({
      ...presentReusable(entry),
      ...markdown,
      excerpt: firstWordsOf(text),
      updatedAt: entry.updatedAt,
    })
  }
  return listResponse({ ...page, rows, count: entries.length }, (row) => row)
}

const sortKeys = {
  createdAt: (entry: ReusableEntry) => entry.createdAt,
  title: (entry: ReusableEntry) => entry.title.toLowerCase(),
  updatedAt: (entry: ReusableEntry) => entry.updatedAt,
}

function compareKeys(a: readonly string[], b: readonly string[]): number {
  const index = a.findIndex((key, at) => key !== b[at])
  if (index < 0) return 0
  return (a[index] ?? '') < (b[index] ?? '') ? -1 : 1
}

async function matching(
  ctx: Context,
  content: Content,
  { search, ids }: { readonly search: string; readonly ids: readonly string[] | undefined },
): Promise<readonly ReusableEntry[]> {
  const all = await content.reusables()
  const requested = ids === undefined ? all : all.filter(({ id }) => ids.includes(id))
  const words = search.trim().toLowerCase()
  if (words === '') return requested
  const texts = await bodiesOf(ctx.db, content.at.organizationId, requested)
  return requested.filter(({ id, title }) =>
    [title, texts.get(id) ?? ''].some((text) => text.toLowerCase().includes(words)),
  )
}

/** The part of a text that its first words are taken from. */
const MAX_READ_LENGTH = 1000
const MAX_EXCERPT_LENGTH = 160

/** The first words of a text without most of its formatting. */
export const firstWordsOf = (markdown: string): string =>
  markdown
    .slice(0, MAX_READ_LENGTH)
    .replace(/\{%.*?(?:%\}|$)|<[^>]*(?:>|$)/gs, ' ')
    .replace(/^[ \t|:-]+$/gm, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(?:[#>*+-]+|\d+[.)])[ \t]+/gm, '')
    .replace(/[*`~\\]+|(?<=^|\s)_+|_+(?=[\s.,;:!?]|$)/g, '')
    .replaceAll('|', ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_EXCERPT_LENGTH)
