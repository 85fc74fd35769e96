import { useNavigate, useParams } from '@tanstack/react-router'
import type { Page } from '#contract/pages.ts'
import { confirm } from '../../components/confirm-store.ts'
import type { PageIndex } from '../../components/page-text/page-index.ts'
import type { Move } from '../../components/tree-drop.ts'
import { places } from '../../lib/places.ts'
import { toast } from '../../lib/toasts.ts'
import { counted, words } from '../../lib/words.ts'
import {
  allBelow,
  nextTo,
  type PageRow,
  placeOf,
  titleOf,
  withChanged,
  withMoved,
  without,
} from './page-rows.ts'
import { useContentEdit } from './use-content-edit.ts'

export type PageActs = {
  readonly move: (rows: readonly PageRow[], move: Move) => Promise<unknown>
  readonly rename: (page: Page, title: string) => void
  readonly setHidden: (page: Page, hidden: boolean) => void
  readonly remove: (page: Page) => Promise<void>
}

/** What can be done with pages in the tree and on the page itself. */
export function usePageActs(spaceId: string, index: PageIndex): PageActs {
  const navigate = useNavigate()
  const { pageId } = useParams({ strict: false })
  const edit = useContentEdit(spaceId)
  return {
    move: (rows, move) => {
      const place = placeOf(rows, move)
      const page = index.byId.get(move.id)?.page
      return edit.mutateAsync({
        changes: [{ operation: 'update_page', page: move.id, ...place }],
        refused: `${words.quoted(page ? titleOf(page) : '')} went back`,
        ...(page ? { apply: (pages) => withMoved(pages, page, place) } : {}),
      })
    },
    rename: (page, title) =>
      edit.mutate({
        changes: [{ operation: 'update_page', page: page.id, title }],
        refused: `${words.quoted(titleOf(page))} kept its name`,
        apply: (pages) => withChanged(pages, page.id, (one) => ({ ...one, title })),
      }),
    setHidden: (page, hidden) =>
      edit.mutate(
        {
          changes: [{ operation: 'update_page', page: page.id, hidden }],
          refused: `${words.quoted(titleOf(page))} stays as it was`,
          apply: (pages) => withChanged(pages, page.id, (one) => ({ ...one, hidden })),
        },
        {
          onSuccess: () =>
            toast.done(
              hidden
                ? `${words.quoted(titleOf(page))} is hidden from the navigation`
                : `${words.quoted(titleOf(page))} is shown in the navigation`,
            ),
        },
      ),
    remove: async (page) => {
      const below = allBelow(page)
      if (!(await confirm(questionAbout(page, below)))) return
      const isOpen = pageId === page.id || below.some(({ id }) => id === pageId)
      const next = nextTo(index, page.id)
      edit.mutate(
        {
          changes: [{ operation: 'delete_page', page: page.id }],
          refused: `${words.quoted(titleOf(page))} was not deleted`,
          apply: (pages) => without(pages, page.id),
        },
        { onSuccess: () => void toast.done(`Deleted ${words.quoted(titleOf(page))}`) },
      )
      if (isOpen) await navigate({ to: next ? places.page(spaceId, next) : places.space(spaceId) })
    },
  }
}

const mostNamed = 5

function questionAbout(page: Page, below: readonly Page[]) {
  const title = titleOf(page)
  const named = below.slice(0, mostNamed).map((one) => words.quoted(titleOf(one)))
  const more = below.length - named.length
  const list = more > 0 ? `${named.join(', ')} and ${counted(more, 'more', 'more')}` : named.join(', ')
  return {
    title: `Delete ${words.quoted(title)}?`,
    description:
      below.length === 0
        ? 'It leaves the space and every site that shows it.'
        : `${counted(below.length, 'page')} below it ${below.length === 1 ? 'goes' : 'go'} too: ${list}.`,
    act: `Delete ${title}`,
    danger: true,
  }
}
