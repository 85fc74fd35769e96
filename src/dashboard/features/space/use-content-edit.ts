import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { Page } from '#contract/pages.ts'
import { type ContentAt, contentAt, type Edited, editAt, resourceAt } from '../../lib/content-at.ts'

type Edit = {
  readonly changes: readonly ContentChangeInput[]
  /** The tree as it will be; absent for what only the service can tell. */
  readonly apply?: (pages: readonly Page[]) => Page[]
  /** First line of the toast when it is refused. */
  readonly refused: string
}

/** What an edit did, and the revision it began from, to go back to. */
export type EditedFrom = Edited & { readonly base: string | undefined }

/**
 * Changes the tree of pages: shown at once, taken back with the reason when refused. Edits are sent one after the
 * other, each with the revision that the one before has made, so that nobody clashes with themselves.
 */
export function useContentEdit(at: ContentAt) {
  const client = useQueryClient()
  const { queryKey } = contentAt(at)
  const resource = resourceAt(at)
  return useMutation<EditedFrom, Error, Edit, () => void>({
    mutationKey: [resource, 'edit'],
    scope: { id: resource },
    meta: { resource, refused: (given: Edit) => given.refused },
    mutationFn: async ({ changes }) => {
      const base = seen(client, at)
      return { ...(await editAt(at, { base, changes })), base }
    },
    onMutate: async ({ apply }) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (before && apply) client.setQueryData(queryKey, { ...before, pages: apply(before.pages) })
      return () => client.setQueryData(queryKey, before)
    },
    onError: (_error, _edit, restore) => restore?.(),
    onSuccess: ({ revision }) =>
      client.setQueryData(queryKey, (content) => content && { ...content, id: revision }),
  })
}

/** The revision that is on screen, asked for when the edit goes out. */
const seen = (client: QueryClient, at: ContentAt): string | undefined =>
  client.getQueryData(contentAt(at).queryKey)?.id
