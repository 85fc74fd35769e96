import { useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { OpenapiSpec } from '#contract/openapi-specs.ts'
import { confirm } from '../../components/confirm.tsx'
import { useApi } from '../../data/api.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { specName } from './labels.ts'
import { usesQuery } from './queries.ts'

/** The actions of a specification, in its row and its dialog. */
export function useSpecActions(organizationId: string) {
  const client = useQueryClient()
  const reading = useApi(api.openapiSpecs.put, { meta: { refused: 'Couldn’t read the specification again' } })
  const showing = useApi(api.openapiSpecs.update, {
    meta: { refused: 'Couldn’t change who can use the specification' },
  })
  const deleting = useApi(api.openapiSpecs.delete, { meta: { refused: 'Couldn’t delete the specification' } })
  const path = ({ slug }: OpenapiSpec) => ({ params: { organizationId, specSlug: slug } })

  const readAgain = (spec: OpenapiSpec) => {
    if (spec.sourceURL !== undefined)
      reading.mutate({ ...path(spec), body: { source: { url: spec.sourceURL } } })
  }
  const show = (spec: OpenapiSpec, visibility: OpenapiSpec['visibility']) =>
    showing.mutate(
      { ...path(spec), body: { visibility }, ifMatch: spec.version },
      {
        onSuccess: ({ version }) =>
          offerUndo(`Changed who can use ${labels.quoted(specName(spec))}`, () =>
            showing.mutate({ ...path(spec), body: { visibility: spec.visibility }, ifMatch: version }),
          ),
      },
    )
  const remove = async (spec: OpenapiSpec, onDeleted?: () => void) => {
    const name = labels.quoted(specName(spec))
    const uses = await client.fetchQuery({ ...usesQuery(organizationId, spec.slug), staleTime: 0 })
    const isSure = await confirm({
      title: `Delete the specification ${name}?`,
      description: `${usesSentence(uses)} Its versions are deleted too. This can’t be undone.`,
      action: `Delete ${specName(spec)}`,
      danger: true,
    })
    if (!isSure) return
    deleting.mutate(path(spec), {
      onSuccess: () => {
        toast.done(`Deleted the specification ${name}`)
        onDeleted?.()
      },
    })
  }
  return { readAgain, show, remove, isBusy: reading.isPending || showing.isPending || deleting.isPending }
}

type Uses = {
  readonly count: number
  readonly items: readonly { readonly page: { readonly title: string } }[]
}

/** A sentence about the pages that use a specification. */
function usesSentence({ count, items }: Uses): string {
  if (count === 0) return 'No pages show it.'
  const named = items.slice(0, 3).map(({ page }) => labels.quoted(page.title || labels.untitled))
  const more = count > named.length ? ` and ${pluralize(count - named.length, 'other page')}` : ''
  return `Its operations are shown on ${named.join(', ')}${more}. Only the method and path will remain there.`
}
