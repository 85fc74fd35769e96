import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { Location } from '#contract/content-links.ts'
import type { ReusableContent } from '#contract/files.ts'
import type { List } from '#contract/shared/paging.ts'
import { confirm } from '../../components/confirm.tsx'
import { keyOf } from '../../data/api.ts'
import { type ContentRef, contentResource, type EditResult, editContent } from '../../data/content.ts'
import { applyOptimistic, type PendingWrite } from '../../data/optimistic.ts'
import { errorMessage } from '../../data/query-client.ts'
import { reusableBacklinksQuery } from '../../data/reusable-content.ts'
import { offerUndo } from '../../data/undo.ts'
import { formatNames, labels, pluralize } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'

type Write = {
  readonly change: ContentChangeInput
  /** The content after the change; null if it is deleted. Lists that miss a restored one are read again. */
  readonly apply: (content: ReusableContent) => ReusableContent | null
  readonly refused: string
}

type Pages = InfiniteData<List<ReusableContent>>

export type ReusableContentActions = ReturnType<typeof useReusableContentActions>

/**
 * Renames, deletes and restores reusable content of a space or change request.
 * @param revision the revision of the change request, which deleted content is restored from
 */
export function useReusableContentActions(at: ContentRef, revision?: string) {
  const client = useQueryClient()
  const resource = contentResource(at)
  const write = useMutation<EditResult, Error, Write, PendingWrite>({
    mutationKey: [resource, 'edit'],
    scope: { id: resource },
    meta: { resource, refused: (input: Write) => input.refused },
    mutationFn: ({ change }) => editContent(at, { changes: [change] }),
    onMutate: async ({ apply }) => {
      const queryKey = keyOf(listRouteOf(at))
      await client.cancelQueries({ queryKey })
      return applyOptimistic<Pages>(client, { queryKey }, (data) =>
        'pages' in data ? withContents(data, apply) : data,
      )
    },
  })

  const rename = ({ id, title: before }: ReusableContent, title: string) => {
    const change = (to: string, onSuccess?: () => void) =>
      write.mutate(
        {
          change: { operation: 'update_reusable_content', reusableContent: id, title: to },
          apply: (one) => (one.id === id ? { ...one, title: to } : one),
          refused: `Couldn’t rename ${labels.quoted(before)}`,
        },
        onSuccess ? { onSuccess } : {},
      )
    change(title, () => offerUndo(`Renamed to ${labels.quoted(title)}`, () => change(before)))
  }

  /** Restores it as it was in a revision; in a change request, by default as it was when the request was started. */
  const restore = ({ id, title }: Pick<ReusableContent, 'id' | 'title'>, from?: string) =>
    write.mutate(
      {
        change: {
          operation: 'revert_reusable_content',
          reusableContent: id,
          ...(from === undefined ? {} : { revision: from }),
        },
        apply: (one) => one,
        refused: `Couldn’t restore ${labels.quoted(title)}`,
      },
      { onSuccess: () => toast.done(`Restored ${labels.quoted(title)}`) },
    )

  /** Asks first if something shows it. */
  const remove = async (content: ReusableContent): Promise<void> => {
    const title = content.title || labels.untitled
    if (!(await confirmDeletion(client, at, { ...content, title }))) return
    write.mutate(
      {
        change: { operation: 'delete_reusable_content', reusableContent: content.id },
        apply: (one) => (one.id === content.id ? null : one),
        refused: `Couldn’t delete ${labels.quoted(title)}`,
      },
      {
        onSuccess: ({ previous }) =>
          offerUndo(`Deleted ${labels.quoted(title)}`, () => restore(content, previous ?? revision)),
      },
    )
  }

  return { rename, remove, restore }
}

/** Asks before deleting content in use, and names what shows it. */
async function confirmDeletion(
  client: QueryClient,
  at: ContentRef,
  { id, title }: ReusableContent,
): Promise<boolean> {
  try {
    const uses = await client.fetchQuery({ ...reusableBacklinksQuery(at, id), staleTime: 0 })
    if (uses.count === 0) return true
    return await confirm({
      title: `Delete ${labels.quoted(title)}?`,
      description: `${namesOf(uses.items.map(titleOf), uses.count)} ${uses.count === 1 ? 'shows' : 'show'} it, and will show nothing in its place.`,
      action: `Delete ${labels.quoted(title)}`,
      danger: true,
    })
  } catch (error) {
    toast.refused(`Couldn’t delete ${labels.quoted(title)}`, { reason: errorMessage(error) })
    return false
  }
}

const listRouteOf = ({ change }: ContentRef) =>
  change === undefined ? api.spaceContent.reusableContents : api.changeRequestContent.reusableContents

const MAX_NAMES = 3

/** `“Install”, “Limits” and 2 more places` */
export function namesOf(titles: readonly string[], count: number): string {
  const names = titles.slice(0, MAX_NAMES).map((title) => labels.quoted(title))
  const more = count - names.length
  return formatNames([...names, ...(more > 0 ? [pluralize(more, 'more place')] : [])])
}

/** The title of a page or reusable content that shows another one. */
export function titleOf(location: Location): string {
  if (location.kind === 'page') return location.page.title || labels.untitled
  return (location.kind === 'reusable-content' && location.reusableContent.title) || labels.untitled
}

const withContents = (data: Pages, apply: Write['apply']): Pages => ({
  ...data,
  pages: data.pages.map((page) => {
    const items = page.items.flatMap((content) => apply(content) ?? [])
    return { ...page, items, count: page.count - (page.items.length - items.length) }
  }),
})
