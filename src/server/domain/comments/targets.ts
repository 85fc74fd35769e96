import { LRUCache } from 'lru-cache'
import type { Comment } from '#contract/comments.ts'
import type { Block } from '#markup/blocks.ts'
import type { PageEntry } from '../../content/entries.ts'
import { bodiesOf, bodyOf, contentOf } from '../../content/read.ts'
import type { PageNode } from '../../content/snapshot.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import { runTextTask } from '../../text-tasks/run.ts'
import { reviewsOfComments } from '../change-requests/review-queries.ts'
import type { CommentRow, NewComment } from './queries.ts'
import { quoteOf } from './rules.ts'
import type { Subject } from './subject.ts'

type Db = Context['db'] | Tx

/** The target of a new comment as the caller describes it. */
type TargetInput = {
  readonly page?: string | undefined
  readonly node?: string | undefined
  readonly quote?: string | undefined
}

type TargetFields = Pick<NewComment, 'pageId' | 'pageTitle' | 'pagePath' | 'pageBody' | 'node' | 'quote'>

/**
 * The stored fields of a new comment's target.
 * @throws {DomainError} `not_found` for a missing page or block, `validation` for a block without a page
 */
export async function targetFieldsOf(
  db: Db,
  subject: Subject,
  revision: string,
  input: TargetInput,
): Promise<TargetFields> {
  if (input.page === undefined) {
    if (input.node === undefined && input.quote === undefined) return {}
    throw invalid([{ path: ['body', 'page'], message: 'Send the page that the block is on' }])
  }
  const { tree } = await contentOf(db, subject, revision)
  const node = tree.page(input.page)
  if (node === undefined) throw notFound('page', input.page)
  const { entry } = node
  const target = {
    pageId: entry.id,
    pageTitle: entry.title,
    pagePath: node.path ?? '',
    pageBody: entry.body ?? null,
  }
  if (input.node === undefined && input.quote === undefined) return target
  const block = await blockIn(await bodyOf(db, subject.organizationId, entry), input)
  return { ...target, node: block.key, quote: quoteOf(quotedText(block, input)) }
}

async function blockIn(text: string, { node, quote }: TargetInput): Promise<Block> {
  const blocks = await runTextTask('blocks', text, text)
  const normalizedQuote = quote?.replace(/\s+/g, ' ').trim() ?? ''
  const block = blocks.find(({ key, text }) =>
    node === undefined ? text.includes(normalizedQuote) : key === node,
  )
  if (block !== undefined && (node !== undefined || normalizedQuote !== '')) return block
  throw new DomainError('not_found', 'This block no longer exists on the page. Reload the page')
}

/** The selected text if the block contains it, otherwise the whole block. */
function quotedText({ text }: Block, { node, quote = '' }: TargetInput): string {
  const normalizedQuote = quote.replace(/\s+/g, ' ').trim()
  return node !== undefined && normalizedQuote !== '' && text.includes(normalizedQuote)
    ? normalizedQuote
    : text
}

type Target = Comment['target']

/** Returns a function that presents the current target of a comment, and whether it has changed since. */
export async function targetsOf(
  db: Db,
  subject: Subject,
  rows: readonly CommentRow[],
): Promise<(row: CommentRow) => Target> {
  const pages = await pagesNow(db, subject, rows)
  const keys = await keysNow(db, subject, rows, pages)
  const reviews = await reviewsWith(db, subject, rows)
  return (row) => {
    const page = row.pageId === null ? undefined : pages.get(row.pageId)
    const outdated = isOutdated(row, page?.entry, keys)
    const review = reviews.get(row.id)
    return {
      ...(row.node === null ? {} : { node: { id: row.node, ...(row.quote ? { preview: row.quote } : {}) } }),
      ...(subject.changeRequestId === null ? {} : { changeRequest: subject.changeRequestId }),
      ...(review === undefined ? {} : { review }),
      ...(row.pageId === null ? {} : { page: presentTarget(row, row.pageId, page, outdated) }),
      space: subject.spaceId,
      revision: row.revision,
    }
  }
}

/** The reviews that the comments were posted with, by the comment. */
const reviewsWith = async (db: Db, { changeRequestId, ...at }: Subject, rows: readonly CommentRow[]) =>
  changeRequestId === null || rows.length === 0
    ? new Map<string, string>()
    : reviewsOfComments(
        db,
        { ...at, changeRequestId },
        rows.map(({ id }) => id),
      )

async function pagesNow(
  db: Db,
  subject: Subject,
  rows: readonly CommentRow[],
): Promise<ReadonlyMap<string, PageNode>> {
  const ids = new Set(rows.flatMap(({ pageId }) => pageId ?? []))
  if (ids.size === 0) return new Map()
  const { tree } = await contentOf(db, subject, subject.revision)
  return new Map([...ids].flatMap((id) => [[id, tree.page(id)] as const]).filter(isThere))
}

const isThere = (pair: readonly [string, PageNode | undefined]): pair is readonly [string, PageNode] =>
  pair[1] !== undefined

/** The keys of a text's blocks by the text's hash, so that no text is parsed twice. */
const keysOfTexts = new LRUCache<string, ReadonlySet<string>>({
  maxSize: 200_000,
  sizeCalculation: (keys) => keys.size + 1,
})

/** The block keys of the pages whose text has changed since someone commented on a block. */
async function keysNow(
  db: Db,
  { organizationId }: Subject,
  rows: readonly CommentRow[],
  pages: ReadonlyMap<string, PageNode>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const changed = new Map<string, PageEntry>()
  for (const row of rows) {
    const entry = pages.get(row.pageId ?? '')?.entry
    if (row.node !== null && entry !== undefined && hashOf(entry) !== row.pageBody)
      changed.set(entry.id, entry)
  }
  const keysByPage = new Map<string, ReadonlySet<string>>()
  const unread: PageEntry[] = []
  for (const entry of changed.values()) {
    const keys = keysOfTexts.get(entry.body ?? '')
    if (keys === undefined) unread.push(entry)
    else keysByPage.set(entry.id, keys)
  }
  for (const [id, text] of await bodiesOf(db, organizationId, unread)) {
    const keys = new Set((await runTextTask('blocks', text, text)).map(({ key }) => key))
    keysOfTexts.set(changed.get(id)?.body ?? '', keys)
    keysByPage.set(id, keys)
  }
  return keysByPage
}

const hashOf = ({ body }: PageEntry): string | null => body ?? null

function isOutdated(
  row: CommentRow,
  entry: PageEntry | undefined,
  keys: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  if (entry === undefined) return true
  if (row.node !== null) return hashOf(entry) !== row.pageBody && !keys.get(entry.id)?.has(row.node)
  return hashOf(entry) !== row.pageBody || entry.title !== row.pageTitle
}

/** A deleted page is presented as it was. */
function presentTarget(
  row: CommentRow,
  id: string,
  page: PageNode | undefined,
  outdated: boolean,
): NonNullable<Target['page']> {
  if (page === undefined) return { id, title: row.pageTitle ?? '', path: row.pagePath ?? '', outdated }
  const { title, emoji, icon, createdAt, updatedAt } = page.entry
  return {
    id,
    title,
    ...(emoji === undefined ? {} : { emoji }),
    ...(icon === undefined ? {} : { icon }),
    createdAt,
    updatedAt,
    path: page.path ?? '',
    outdated,
  }
}
