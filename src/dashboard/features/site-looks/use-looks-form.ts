import { useQueryClient } from '@tanstack/react-query'
import { type Resolver, useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Output } from '#contract/route.ts'
import { type SiteCustomization, siteCustomization } from '#contract/site-customization.ts'
import { useVersionedForm } from '../../components/use-versioned-form.ts'
import { ask, useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { looksQuery, type SitePlace, spaceLooksQuery } from './looks-queries.ts'
import { changeOf, faultsOf, type LooksValues, looksOf, type SiteLooks, valuesOf } from './looks-values.ts'

type Looks = Output<typeof api.siteCustomization.get>
type SpaceLooks = Output<typeof api.siteCustomization.getForSiteSpace>

const { get, put, getForSiteSpace, updateForSiteSpace } = api.siteCustomization

/** Faults of the contract's schema under the members of the form. */
const resolverOver =
  (looks: SiteLooks): Resolver<LooksValues> =>
  (values) => {
    const faults = faultsOf(values, looks)
    if (faults.size === 0) return { values, errors: {} }
    const errors = [...faults].map(([name, message]) => [name, { type: 'schema', message }] as const)
    return { values: {}, errors: Object.fromEntries(errors) }
  }

/** The looks of a site without what is only answered. */
const wholeOf = (looks: Looks): SiteCustomization => siteCustomization.parse(looks)

/** The form of a site's looks. What is saved can be taken back. */
export function useSiteLooks(place: SitePlace, title: string, looks: Looks) {
  const client = useQueryClient()
  const { organizationId, siteId } = place
  const params = { organizationId, siteId }
  const form = useForm<LooksValues>({ resolver: resolverOver(looks), defaultValues: valuesOf(looks) })
  const saving = useApi(put, { meta: { shown: 'in-form' } })
  const undoing = useApi(put, { meta: { refused: `The looks of “${title}” stay as they are now` } })
  const show = (now: Looks) => client.setQueryData(looksQuery(place).queryKey, now)
  const editing = useVersionedForm<Looks, LooksValues>({
    form,
    object: looks,
    valuesOf,
    read: () => ask(get, { params }),
    send: (values, now) => {
      const body = looksOf(values, wholeOf(now))
      if (body === null) return Promise.reject(new TypeError('Something in these looks is not understood'))
      return saving.mutateAsync(
        { params, body, ifMatch: now.version },
        {
          onSuccess: (saved) =>
            toast.undoable(`Saved the looks of “${title}”`, () =>
              undoing.mutate({ params, body: wholeOf(now), ifMatch: saved.version }, { onSuccess: show }),
            ),
        },
      )
    },
    sending: saving,
    onSaved: show,
  })
  return { form, editing, isPending: saving.isPending }
}

/** The form of what a space of a site has different. */
export function useSpaceLooks(place: SitePlace, siteSpaceId: string, title: string, looks: SpaceLooks) {
  const client = useQueryClient()
  const { organizationId, siteId } = place
  const params = { organizationId, siteId, siteSpaceId }
  const form = useForm<LooksValues>({ resolver: resolverOver(looks), defaultValues: valuesOf(looks) })
  const saving = useApi(updateForSiteSpace, { meta: { shown: 'in-form' } })
  const changing = useApi(updateForSiteSpace, {
    meta: { refused: `The looks of “${title}” stay as they are now` },
  })
  const show = (now: SpaceLooks) => client.setQueryData(spaceLooksQuery(place, siteSpaceId).queryKey, now)
  const editing = useVersionedForm<SpaceLooks, LooksValues>({
    form,
    object: looks,
    valuesOf,
    read: () => ask(getForSiteSpace, { params }),
    send: (values, now) =>
      saving.mutateAsync({
        params,
        body: changeOf(values, valuesOf(now), wholeOf(now)),
        ifMatch: now.version,
      }),
    sending: saving,
    onSaved: (saved) => {
      show(saved)
      toast.done(`Saved the looks of “${title}”`)
    },
  })
  /** Lets some members follow the site again; that can be taken back. */
  const reset = (change: Record<string, unknown>, back: Record<string, unknown>, label: string) =>
    changing.mutate(
      { params, body: change, ifMatch: looks.version },
      {
        onSuccess: (now) => {
          show(now)
          toast.undoable(`${label} of “${title}” follows the site`, () =>
            changing.mutate({ params, body: back, ifMatch: now.version }, { onSuccess: show }),
          )
        },
      },
    )
  return { form, editing, reset, isPending: saving.isPending }
}
