import type { ContentConflict } from '#contract/content-conflicts.ts'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import { cutText } from '#markup/cut-text.ts'
import type { Conflict } from '../../content/changes.ts'
import { decodeCursor, pageFromRows } from '../../db/page.ts'

/**
 * One page of conflicts, sorted by the path of their page and their order in its text. The sort key of a conflict
 * does not depend on the others, except among lines of one text, so pages stay stable while conflicts come and go.
 */
export function conflictPage(conflicts: readonly Conflict[], { page, limit = DEFAULT_PAGE_SIZE }: Paging) {
  const [after = ''] = page === undefined ? [] : decodeCursor(page, 1)
  const keys = keysOf(conflicts)
  const sorted = conflicts.toSorted((a, b) => ((keys.get(a.id) ?? '') < (keys.get(b.id) ?? '') ? -1 : 1))
  const remaining = sorted.filter(({ id }) => (keys.get(id) ?? '') > String(after))
  const { rows, next } = pageFromRows(remaining.slice(0, limit === 0 ? 0 : limit + 1), limit, ({ id }) => [
    keys.get(id) ?? '',
  ])
  return { ...(next ? { next } : {}), count: conflicts.length, items: rows.map(present) }
}

const KINDS: readonly Conflict['kind'][] = ['page', 'place', 'field', 'block']

function keysOf(conflicts: readonly Conflict[]): ReadonlyMap<string, string> {
  const blocks = new Map<string, number>()
  return new Map(
    conflicts.map(({ id, page, kind, field = '' }) => {
      const block = kind === 'block' ? (blocks.get(page.id) ?? 0) + 1 : 0
      if (kind === 'block') blocks.set(page.id, block)
      const within = `${KINDS.indexOf(kind)} ${String(block).padStart(6, '0')} ${field}`
      return [id, `${cutText(page.path ?? '', 300)} ${page.id} ${within} ${id}`] as const
    }),
  )
}

const present = ({ below, ...conflict }: Conflict): ContentConflict => ({
  ...conflict,
  ...(below === undefined ? {} : { below: [...below] }),
})
