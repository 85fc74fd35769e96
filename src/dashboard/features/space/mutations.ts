import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { DocumentPage, Page } from '#contract/pages.ts'
import { confirm } from '../../components/confirm.tsx'
import type { PageIndex } from '../../components/page-text/page-index.ts'
import type { Move } from '../../components/tree-drop.ts'
import { useApi } from '../../data/api.ts'
import {
  type ContentRef,
  contentPaths,
  contentQuery,
  contentResource,
  type EditResult,
  editContent,
  fetchPage,
} from '../../data/content.ts'
import { applyOptimistic, type PendingWrite, updateServerData } from '../../data/optimistic.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import {
  descendantsOf,
  navigationTitleOf,
  type PageRow,
  pageAfterDeletion,
  titleOf,
  treePositionOf,
  withChangedPage,
  withMovedPage,
  withoutPage,
} from './page-rows.ts'

type TreePosition = { readonly into: string | null; readonly at: number }

export type PageActions = {
  readonly move: (rows: readonly PageRow[], move: Move) => Promise<unknown>
  /** Changes the title that the tree shows: the link title of a page that has one. */
  readonly rename: (page: Page, title: string) => Promise<void>
  readonly setHidden: (page: Page, hidden: boolean) => Promise<void>
  /** Moves to the end of a page, or of the top level. */
  readonly moveInto: (page: Page, into: string | null) => Promise<void>
  readonly duplicate: (page: Page) => Promise<void>
  /** Can be undone; asks for confirmation only if pages below are deleted too. */
  readonly remove: (page: Page) => Promise<void>
}

/** Actions on pages, in the tree and on the page itself. */
export function usePageActions(at: ContentRef, index: PageIndex): PageActions {
  const navigate = useNavigate()
  const { pageId } = useParams({ strict: false })
  const edit = useContentEdit(at)
  const restore = async (page: Page, revision: string, wasOpen: boolean) => {
    const done = await edit
      .mutateAsync({
        changes: [{ operation: 'revert_page', page: page.id, revision }],
        refused: `Couldn’t restore ${labels.quoted(titleOf(page))}`,
      })
      .catch(ignoreReported)
    if (!done) return
    toast.done(`Restored ${labels.quoted(titleOf(page))}`)
    if (wasOpen) await navigate({ to: contentPaths(at).page(page.id) })
  }
  /** Rejects if the page could not be moved; a toast has shown why. */
  const moveTo = async (page: Page, position: TreePosition) => {
    const from = index.byId.get(page.id)?.parentId ?? null
    const siblings = index.order.filter(({ parentId }) => parentId === from)
    const before = { into: from, at: siblings.findIndex((one) => one.page.id === page.id) }
    const put = (to: TreePosition) =>
      edit.mutateAsync({
        changes: [{ operation: 'update_page', page: page.id, ...to }],
        refused: `Couldn’t move ${labels.quoted(titleOf(page))}`,
        apply: (pages) => withMovedPage(pages, page, to),
      })
    await put(position)
    offerUndo(
      `Moved ${labels.quoted(titleOf(page))}${destinationLabel(index, from, position.into)}`,
      () => void put(before).catch(ignoreReported),
    )
  }
  return {
    move: async (rows, move) => {
      const page = index.byId.get(move.id)?.page
      if (page) await moveTo(page, treePositionOf(rows, move))
    },
    rename: async (page, title) => {
      const before = navigationTitleOf(page)
      const changeTo = (next: string) => (page.linkTitle ? { linkTitle: next } : { title: next })
      const put = (next: string) =>
        edit.mutateAsync({
          changes: [{ operation: 'update_page', page: page.id, ...changeTo(next) }],
          refused: `Couldn’t rename ${labels.quoted(before)}`,
          apply: (pages) => withChangedPage(pages, page.id, (one) => ({ ...one, ...changeTo(next) })),
        })
      if (!(await put(title).catch(ignoreReported))) return
      offerUndo(
        `Renamed ${labels.quoted(before)} to ${labels.quoted(title || labels.untitled)}`,
        () => void put(page.linkTitle || page.title).catch(ignoreReported),
      )
    },
    setHidden: async (page, hidden) => {
      const put = (next: boolean) =>
        edit.mutateAsync({
          changes: [{ operation: 'update_page', page: page.id, hidden: next }],
          refused: `Couldn’t change ${labels.quoted(titleOf(page))}`,
          apply: (pages) => withChangedPage(pages, page.id, (one) => ({ ...one, hidden: next })),
        })
      if (!(await put(hidden).catch(ignoreReported))) return
      offerUndo(
        `${hidden ? 'Hid' : 'Added'} ${labels.quoted(titleOf(page))} ${hidden ? 'from' : 'to'} the navigation`,
        () => void put(!hidden).catch(ignoreReported),
      )
    },
    moveInto: (page, into) => {
      const others = index.order.filter(({ parentId, page: { id } }) => parentId === into && id !== page.id)
      return moveTo(page, { into, at: others.length }).catch(ignoreReported)
    },
    duplicate: async (page) => {
      const { order, byId } = index
      const parent = byId.get(page.id)?.parentId ?? null
      const at0 = order
        .filter(({ parentId }) => parentId === parent)
        .findIndex((one) => one.page.id === page.id)
      const text = await fetchPage(at, page.id).catch(ignoreReported)
      if (text?.type !== 'document') return
      const done = await edit
        .mutateAsync({
          changes: [duplicateChange(text, parent, at0 + 1)],
          refused: `Couldn’t duplicate ${labels.quoted(titleOf(page))}`,
        })
        .catch(ignoreReported)
      const [created] = done?.changes ?? []
      if (created?.object !== 'created_page') return
      toast.done(`Duplicated ${labels.quoted(titleOf(page))}`)
      await navigate({ to: contentPaths(at).page(created.page.id) })
    },
    remove: async (page) => {
      const below = descendantsOf(page)
      if (below.length > 0 && !(await confirm(deletionQuestion(page, below)))) return
      const isOpen = pageId === page.id || below.some(({ id }) => id === pageId)
      const next = pageAfterDeletion(index, page.id)
      const removing = edit.mutateAsync({
        changes: [{ operation: 'delete_page', page: page.id }],
        refused: `Couldn’t delete ${labels.quoted(titleOf(page))}`,
        apply: (pages) => withoutPage(pages, page.id),
      })
      if (isOpen && next) await navigate({ to: contentPaths(at).page(next) })
      const { base } = (await removing.catch(ignoreReported)) ?? {}
      if (base === undefined) return
      // Only after the page is gone, because the space's root redirects to the first page in the cache.
      if (isOpen && !next) await navigate({ to: contentPaths(at).root })
      offerUndo(`Deleted ${labels.quoted(titleOf(page))}`, () => void restore(page, base, isOpen))
    },
  }
}

/** Where a page went, as the end of a sentence; empty if it has the same parent as before. */
function destinationLabel({ byId }: PageIndex, from: string | null, into: string | null): string {
  if (from === into) return ''
  const parent = into === null ? undefined : byId.get(into)?.page
  return parent ? ` into ${labels.quoted(titleOf(parent))}` : ' to the top level'
}

/** The mutation cache has already shown the error. */
const ignoreReported = () => undefined

/** The copy starts with its title, so that no heading in the text becomes the title. */
function duplicateChange(
  {
    title,
    description,
    emoji,
    icon,
    hidden,
    noIndex,
    noRobotsIndex,
    layout,
    markdown = '',
    ...page
  }: DocumentPage,
  into: string | null,
  at: number,
): ContentChangeInput {
  const copy = `${title || labels.untitled} copy`
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
    ...(page.cover === undefined ? {} : { cover: page.cover }),
    ...(page.tags?.length ? { tags: page.tags } : {}),
    ...(page.variables === undefined ? {} : { variables: page.variables }),
  }
}

const MAX_NAMED_PAGES = 5

function deletionQuestion(page: Page, below: readonly Page[]) {
  const title = titleOf(page)
  const names = below.slice(0, MAX_NAMED_PAGES).map((one) => labels.quoted(titleOf(one)))
  const more = below.length - names.length
  const list = more > 0 ? `${names.join(', ')} and ${pluralize(more, 'more', 'more')}` : names.join(', ')
  return {
    title: `Delete ${labels.quoted(title)}?`,
    description: `${pluralize(below.length, 'page')} below it ${below.length === 1 ? 'is' : 'are'} deleted too: ${list}.`,
    action: `Delete ${title}`,
    danger: true,
  }
}

type Content = { readonly id: string; readonly pages: Page[] }

type PageEdit = {
  readonly changes: readonly ContentChangeInput[]
  /** The tree after the change; absent if only the server can compute it. */
  readonly apply?: (pages: readonly Page[]) => Page[]
  /** First line of the error toast. */
  readonly refused: string
}

/** The result of an edit and the revision it started from, for undo. */
type RevertibleEdit = EditResult & { readonly base: string | undefined }

/**
 * Changes the page tree optimistically. Edits run one after the other, each based on the revision of the one before,
 * so that no one conflicts with their own edits.
 */
function useContentEdit(at: ContentRef) {
  const client = useQueryClient()
  const { queryKey } = contentQuery(at)
  const resource = contentResource(at)
  return useMutation<RevertibleEdit, Error, PageEdit, PendingWrite>({
    mutationKey: [resource, 'edit'],
    scope: { id: resource },
    meta: { resource, refused: (input: PageEdit) => input.refused },
    mutationFn: async ({ changes }) => {
      const base = shownRevision(client, at)
      return { ...(await editContent(at, { base, changes })), base }
    },
    onMutate: async ({ apply }) => {
      await client.cancelQueries({ queryKey })
      return applyOptimistic<Content>(client, { queryKey }, (content) =>
        apply ? { ...content, pages: apply(content.pages) } : content,
      )
    },
    onSuccess: ({ revision }) =>
      updateServerData<Content>(client, { queryKey }, (content) => ({ ...content, id: revision })),
  })
}

/** The revision on screen when the edit is sent. */
const shownRevision = (client: QueryClient, at: ContentRef): string | undefined =>
  client.getQueryData(contentQuery(at).queryKey)?.id

/** Creates a change request and opens the page in its editor. */
export function useProposeEdit(spaceId: string) {
  const navigate = useNavigate()
  const creation = useApi(api.changeRequests.create, { meta: { refused: 'Couldn’t start a change request' } })
  return {
    isBusy: creation.isPending,
    propose: (page: Page) => {
      if (creation.isPending) return
      creation.mutate(
        { params: { spaceId }, body: {} },
        {
          onSuccess: ({ number }) => {
            toast.done(`Started change request #${number}`)
            void navigate({ to: contentPaths({ spaceId, change: String(number) }).edit(page.id) })
          },
        },
      )
    },
  }
}
