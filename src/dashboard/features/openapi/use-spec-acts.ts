import { useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { OpenapiSpec } from '#contract/openapi-specs.ts'
import { confirm } from '../../components/confirm-store.ts'
import { useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { counted, words } from '../../lib/words.ts'
import { usesQuery } from './spec-queries.ts'
import { nameOf } from './spec-words.ts'

/** What can be done with a specification from its row and from its dialog. */
export function useSpecActs(organizationId: string) {
  const client = useQueryClient()
  const reading = useApi(api.openapiSpecs.put, { meta: { refused: 'It is not read again' } })
  const showing = useApi(api.openapiSpecs.update, { meta: { refused: 'Nothing was changed' } })
  const deleting = useApi(api.openapiSpecs.delete, { meta: { refused: 'The specification stays' } })
  const path = ({ slug }: OpenapiSpec) => ({ params: { organizationId, specSlug: slug } })

  const readAgain = (spec: OpenapiSpec) => {
    if (spec.sourceURL !== undefined)
      reading.mutate({ ...path(spec), body: { source: { url: spec.sourceURL } } })
  }
  const show = (spec: OpenapiSpec, visibility: OpenapiSpec['visibility']) =>
    showing.mutate({ ...path(spec), body: { visibility }, ifMatch: spec.version })
  const remove = async (spec: OpenapiSpec, onGone?: () => void) => {
    const name = words.quoted(nameOf(spec))
    const uses = await client.fetchQuery({ ...usesQuery(organizationId, spec.slug), staleTime: 0 })
    const isSure = await confirm({
      title: `Delete the specification ${name}?`,
      description: `${toldUses(uses)} Its versions go with it. This cannot be undone.`,
      act: `Delete ${nameOf(spec)}`,
      danger: true,
    })
    if (!isSure) return
    deleting.mutate(path(spec), {
      onSuccess: () => {
        toast.done(`Deleted the specification ${name}`)
        onGone?.()
      },
    })
  }
  return { readAgain, show, remove, isBusy: reading.isPending || showing.isPending || deleting.isPending }
}

type Uses = {
  readonly count: number
  readonly items: readonly { readonly page: { readonly title: string } }[]
}

/** The pages that show it, by name as far as that helps. */
function toldUses({ count, items }: Uses): string {
  if (count === 0) return 'No page shows it.'
  const named = items.slice(0, 3).map(({ page }) => words.quoted(page.title || words.untitled))
  const more = count > named.length ? ` and ${counted(count - named.length, 'other page')}` : ''
  return `It is shown on ${named.join(', ')}${more}, which keep method and path alone.`
}
