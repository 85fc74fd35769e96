import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { Space } from '#contract/spaces.ts'
import { useApi } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { toast } from '../../lib/toasts.ts'
import { namedOrCounted } from './library-rows.ts'
import { trashQuery } from './trash-query.ts'

/** Takes spaces out of the trash: gone from it at once, and back in it when the service refuses. */
export function useRestore(organizationId: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { queryKey } = trashQuery(organizationId)
  const restoring = useApi(api.spaces.restore, {
    meta: { refused: 'The space stays in the trash' },
    onMutate: async ({ params }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(
        queryKey,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              items: page.items.filter(({ id }) => id !== params.spaceId),
            })),
          },
      )
    },
    onError: () => void client.invalidateQueries({ queryKey }),
  })
  return async (spaces: readonly Space[]) => {
    const ends = await Promise.allSettled(
      spaces.map(({ id }) => restoring.mutateAsync({ params: { spaceId: id } })),
    )
    const done = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
    const [first] = done
    if (!first) return
    const to = first.parent ? places.collection(organizationId, first.parent) : places.library(organizationId)
    toast.done(`Restored ${namedOrCounted(done)}`, {
      icon: RotateCcw,
      act: { label: 'Show', run: () => void navigate({ to }) },
    })
  }
}
