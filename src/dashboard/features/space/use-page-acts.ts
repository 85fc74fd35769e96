import { useNavigate, useParams } from '@tanstack/react-router'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { DocumentPage, Page } from '#contract/pages.ts'
import { confirm } from '../../components/confirm-store.ts'
import type { PageIndex } from '../../components/page-text/page-index.ts'
import type { Move } from '../../components/tree-drop.ts'
import { type ContentAt, placesAt, readPageAt } from '../../lib/content-at.ts'
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

type Place = { readonly into: string | null; readonly at: number }

export type PageActs = {
  readonly move: (rows: readonly PageRow[], move: Move) => Promise<unknown>
  readonly rename: (page: Page, title: string) => void
  readonly setHidden: (page: Page, hidden: boolean) => void
  /** To the end of a page, or of the top level. */
  readonly moveInto: (page: Page, into: string | null) => Promise<void>
  readonly duplicate: (page: Page) => Promise<void>
  /** With a way back; asks before only where pages below go too. */
  readonly remove: (page: Page) => Promise<void>
}

/** What can be done with pages in the tree and on the page itself. */
export function usePageActs(at: ContentAt, index: PageIndex): PageActs {
  const navigate = useNavigate()
  const { pageId } = useParams({ strict: false })
  const edit = useContentEdit(at)
  const bringBack = async (page: Page, revision: string, wasOpen: boolean) => {
    const done = await edit
      .mutateAsync({
        changes: [{ operation: 'revert_page', page: page.id, revision }],
        refused: `${words.quoted(titleOf(page))} did not come back`,
      })
      .catch(said)
    if (!done) return
    toast.done(`${words.quoted(titleOf(page))} is back`)
    if (wasOpen) await navigate({ to: placesAt(at).page(page.id) })
  }
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
    moveInto: async (page, into) => {
      const placed = index.byId.get(page.id)
      const siblings = index.order.filter(({ parentId }) => parentId === (placed?.parentId ?? null))
      const before = {
        into: placed?.parentId ?? null,
        at: siblings.findIndex((one) => one.page.id === page.id),
      }
      const last = index.order.filter(
        ({ parentId, page: { id } }) => parentId === into && id !== page.id,
      ).length
      const put = (place: Place) =>
        edit.mutateAsync({
          changes: [{ operation: 'update_page', page: page.id, ...place }],
          refused: `${words.quoted(titleOf(page))} stays where it is`,
          apply: (pages) => withMoved(pages, page, place),
        })
      await put({ into, at: last })
      const target = into === null ? undefined : index.byId.get(into)?.page
      toast.undoable(
        `Moved ${words.quoted(titleOf(page))} ${target ? `into ${words.quoted(titleOf(target))}` : 'to the top level'}`,
        () => void put(before).catch(said),
      )
    },
    duplicate: async (page) => {
      const { order, byId } = index
      const parent = byId.get(page.id)?.parentId ?? null
      const at0 = order
        .filter(({ parentId }) => parentId === parent)
        .findIndex((one) => one.page.id === page.id)
      const text = await readPageAt(at, page.id).catch(said)
      if (text?.type !== 'document') return
      const done = await edit
        .mutateAsync({
          changes: [copyOf(text, parent, at0 + 1)],
          refused: `${words.quoted(titleOf(page))} was not duplicated`,
        })
        .catch(said)
      const [made] = done?.changes ?? []
      if (made?.object !== 'created_page') return
      toast.done(`Duplicated ${words.quoted(titleOf(page))}`)
      await navigate({ to: placesAt(at).page(made.page.id) })
    },
    remove: async (page) => {
      const below = allBelow(page)
      if (below.length > 0 && !(await confirm(questionAbout(page, below)))) return
      const isOpen = pageId === page.id || below.some(({ id }) => id === pageId)
      const next = nextTo(index, page.id)
      const removing = edit.mutateAsync({
        changes: [{ operation: 'delete_page', page: page.id }],
        refused: `${words.quoted(titleOf(page))} was not deleted`,
        apply: (pages) => without(pages, page.id),
      })
      if (isOpen && next) await navigate({ to: placesAt(at).page(next) })
      const { base } = (await removing.catch(said)) ?? {}
      if (base === undefined) return
      // Not before the page is gone: the way into a space leads to the first page that is known.
      if (isOpen && !next) await navigate({ to: placesAt(at).root })
      toast.undoable(`Deleted ${words.quoted(titleOf(page))}`, () => void bringBack(page, base, isOpen))
    },
  }
}

/** The cache of writes has said already why it was refused. */
const said = () => undefined

/** The text begins with what it is called, so that no heading in it is taken for its title. */
function copyOf(
  { title, description, emoji, icon, hidden, noIndex, noRobotsIndex, layout, markdown = '' }: DocumentPage,
  into: string | null,
  at: number,
): ContentChangeInput {
  const copy = `${title || words.untitled} copy`
  return {
    operation: 'insert_page',
    title: copy,
    document: { markdown: `---\ntitle: ${JSON.stringify(copy)}\n---\n${markdown}` },
    layout,
    at,
    ...(into === null ? {} : { into }),
    ...(description === undefined ? {} : { description }),
    ...(emoji === undefined ? {} : { emoji }),
    ...(icon === undefined ? {} : { icon }),
    ...(hidden === undefined ? {} : { hidden }),
    ...(noIndex === undefined ? {} : { noIndex }),
    ...(noRobotsIndex === undefined ? {} : { noRobotsIndex }),
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
    description: `${counted(below.length, 'page')} below it ${below.length === 1 ? 'goes' : 'go'} too: ${list}.`,
    act: `Delete ${title}`,
    danger: true,
  }
}
