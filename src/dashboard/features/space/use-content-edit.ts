import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { Page } from '#contract/pages.ts'
import { nameOf, type Output } from '#contract/route.ts'
import { ask } from '../../lib/api.ts'
import { contentQuery } from './space-queries.ts'

type Edit = {
  readonly changes: readonly ContentChangeInput[]
  /** The tree as it will be; absent for what only the service can tell. */
  readonly apply?: (pages: readonly Page[]) => Page[]
  /** First line of the toast when it is refused. */
  readonly refused: string
}

const { edit } = api.spaceContent

/**
 * Changes the tree of pages: shown at once, taken back with the reason when refused. Edits are sent one after the
 * other, each with the revision that the one before has made, so that nobody clashes with themselves.
 */
export function useContentEdit(spaceId: string) {
  const client = useQueryClient()
  const { queryKey } = contentQuery(spaceId)
  return useMutation<Output<typeof edit>, Error, Edit, () => void>({
    mutationKey: [nameOf(edit), edit.id],
    scope: { id: nameOf(edit) },
    meta: { resource: nameOf(edit), refused: (given: Edit) => given.refused },
    mutationFn: ({ changes }) =>
      ask(edit, { params: { spaceId }, body: { ...seen(client, spaceId), changes: [...changes] } }),
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
function seen(client: QueryClient, spaceId: string): { base?: string } {
  const content = client.getQueryData(contentQuery(spaceId).queryKey)
  return content ? { base: content.id } : {}
}
