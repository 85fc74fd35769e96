import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { SiteRedirect } from '#contract/site-redirects.ts'
import { useApi } from '../../data/api.ts'
import { offerUndo } from '../../data/undo.ts'
import { shownSource } from './source.ts'

const settingsOf = ({ source, destination, captureWildcard = false, permanent = true }: SiteRedirect) => ({
  source,
  destination,
  captureWildcard,
  permanent,
})

/** Updates and deletes redirects, with undo. */
export function useRedirectActions(params: SiteParams) {
  const creating = useApi(api.siteRedirects.create, { meta: { refused: 'Couldn’t restore the redirect' } })
  const changing = useApi(api.siteRedirects.update, { meta: { refused: 'Couldn’t save the redirect' } })
  const deleting = useApi(api.siteRedirects.delete, { meta: { refused: 'Couldn’t delete the redirect' } })
  /** Restores the settings of an earlier version of a redirect. */
  const change = (now: SiteRedirect, to: SiteRedirect) =>
    changing.mutate({
      params: { ...params, siteRedirectId: now.id },
      body: settingsOf(to),
      ifMatch: now.version,
    })
  const remove = (redirect: SiteRedirect) =>
    deleting.mutate(
      { params: { ...params, siteRedirectId: redirect.id }, ifMatch: redirect.version },
      {
        onSuccess: () =>
          offerUndo(`Deleted the redirect from ${shownSource(redirect.source)}`, () =>
            creating.mutate({ params, body: settingsOf(redirect) }),
          ),
      },
    )
  return { change, remove }
}
