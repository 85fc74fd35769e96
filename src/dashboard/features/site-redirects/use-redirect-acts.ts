import { api } from '#contract/api.ts'
import type { SiteRedirect } from '#contract/site-redirects.ts'
import { useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import type { SitePlace } from './redirect-queries.ts'

const settingsOf = ({ source, destination, permanent = true }: SiteRedirect) => ({
  source,
  destination,
  permanent,
})

/** Changing and deleting redirects, each with its way back. */
export function useRedirectActs({ organizationId, siteId }: SitePlace) {
  const params = { organizationId, siteId }
  const creating = useApi(api.siteRedirects.create, { meta: { refused: 'The redirect did not come back' } })
  const changing = useApi(api.siteRedirects.update, { meta: { refused: 'The redirect stays as it is' } })
  const deleting = useApi(api.siteRedirects.delete, { meta: { refused: 'The redirect was not deleted' } })
  /** Gives a redirect the settings that another state of it has. */
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
          toast.undoable(`Deleted the redirect of ${redirect.source}`, () =>
            creating.mutate({ params, body: settingsOf(redirect) }),
          ),
      },
    )
  return { change, remove }
}
