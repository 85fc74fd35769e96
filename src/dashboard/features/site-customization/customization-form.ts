import { useQueryClient } from '@tanstack/react-query'
import { type Resolver, useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Output } from '#contract/route.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { type SiteCustomization, siteCustomization } from '#contract/site-customization.ts'
import { useVersionedForm } from '../../components/use-versioned-form.ts'
import { callApi, useApi } from '../../data/api.ts'
import { offerUndo } from '../../data/undo.ts'
import {
  type Customization,
  type CustomizationValues,
  customizationOf,
  fieldErrors,
  overridesChange,
  valuesOf,
} from './customization-values.ts'
import { customizationQuery, spaceCustomizationQuery } from './queries.ts'

type CustomizationResponse = Output<typeof api.siteCustomization.get>
type SpaceCustomizationResponse = Output<typeof api.siteCustomization.getForSiteSpace>

const { get, put, getForSiteSpace, updateForSiteSpace } = api.siteCustomization

/** Reports errors of the contract’s schema under the fields of the form. */
const resolverFor =
  (customization: Customization): Resolver<CustomizationValues> =>
  (values) => {
    const errors = fieldErrors(values, customization)
    if (errors.size === 0) return { values, errors: {} }
    const fields = [...errors].map(([name, message]) => [name, { type: 'schema', message }] as const)
    return { values: {}, errors: Object.fromEntries(fields) }
  }

/** The customization in a response, without its read-only fields. */
const customizationIn = (customization: CustomizationResponse): SiteCustomization =>
  siteCustomization.parse(customization)

/** The form of a site’s customization, with undo. */
export function useSiteCustomizationForm(
  params: SiteParams,
  title: string,
  customization: CustomizationResponse,
) {
  const client = useQueryClient()
  const form = useForm<CustomizationValues>({
    resolver: resolverFor(customization),
    defaultValues: valuesOf(customization),
  })
  const saving = useApi(put, { meta: { shown: 'in-form' } })
  const show = (now: CustomizationResponse) => client.setQueryData(customizationQuery(params).queryKey, now)
  const editing = useVersionedForm<CustomizationResponse, CustomizationValues>({
    form,
    object: customization,
    target: { organizationId: params.organizationId, type: 'site-customization', id: params.siteId },
    valuesOf,
    read: () => callApi(get, { params }),
    send: (values, now) => {
      const body = customizationOf(values, customizationIn(now))
      if (body === null)
        return Promise.reject(new TypeError('This customization contains a value that isn’t supported'))
      return saving.mutateAsync({ params, body, ifMatch: now.version })
    },
    sending: saving,
    onSaved: show,
    savedMessage: () => `Saved the customization of “${title}”`,
  })
  return { form, editing, isPending: saving.isPending }
}

/** The form of a space’s overrides. */
export function useSpaceCustomizationForm(
  site: SiteParams,
  siteSpaceId: string,
  title: string,
  customization: SpaceCustomizationResponse,
) {
  const client = useQueryClient()
  const params = { ...site, siteSpaceId }
  const form = useForm<CustomizationValues>({
    resolver: resolverFor(customization),
    defaultValues: valuesOf(customization),
  })
  const saving = useApi(updateForSiteSpace, { meta: { shown: 'in-form' } })
  const changing = useApi(updateForSiteSpace, {
    meta: { refused: `Couldn’t save the customization of “${title}”` },
  })
  const show = (now: SpaceCustomizationResponse) =>
    client.setQueryData(spaceCustomizationQuery(site, siteSpaceId).queryKey, now)
  const editing = useVersionedForm<SpaceCustomizationResponse, CustomizationValues>({
    form,
    object: customization,
    target: { organizationId: site.organizationId, type: 'site-space-customization', id: siteSpaceId },
    valuesOf,
    read: () => callApi(getForSiteSpace, { params }),
    send: (values, now) =>
      saving.mutateAsync({
        params,
        body: overridesChange(values, valuesOf(now), customizationIn(now)),
        ifMatch: now.version,
      }),
    sending: saving,
    onSaved: show,
    savedMessage: () => `Saved the customization of “${title}”`,
  })
  /** Removes overrides, with undo. */
  const reset = (change: Record<string, unknown>, back: Record<string, unknown>, label: string) =>
    changing.mutate(
      { params, body: change, ifMatch: customization.version },
      {
        onSuccess: (now) => {
          show(now)
          offerUndo(`${label} of “${title}” follows the site`, () =>
            changing.mutate({ params, body: back, ifMatch: now.version }, { onSuccess: show }),
          )
        },
      },
    )
  return { form, editing, reset, isPending: saving.isPending }
}
