import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Globe } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Site } from '#contract/sites.ts'
import { confirm } from '../../components/confirm.tsx'
import { isApiError, useApi } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { readSiteAudience } from '../../data/site-audience.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { unpublishEffect } from '../../lib/site-audience.ts'
import { toast } from '../../lib/toast.ts'
import { siteQuery } from './queries.ts'

/**
 * Publishes and unpublishes a site.
 * @param onUndecided called if it must be decided first who sees its conditional content
 */
export function usePublishSite(
  params: SiteParams,
  site: Pick<Site, 'title' | 'urls'>,
  onUndecided: () => void,
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const show = (now: Site) => client.setQueryData(siteQuery(params).queryKey, now)
  const name = labels.quoted(site.title)
  const publishing = useApi(api.sites.publish, {
    meta: { shown: 'in-form' },
    onError: (error) => {
      if (isApiError(error, 412) && error.details?.missing === 'conditional-content') return onUndecided()
      toast.refused(`Couldn’t publish ${name}`, {
        reason: errorMessage(error),
        ...(isApiError(error, 412) && error.details?.missing !== undefined
          ? { action: { label: 'Open audience', run: () => void navigate({ to: audience }) } }
          : {}),
      })
    },
    onSuccess: (now) => {
      show(now)
      const { published } = now.urls
      toast.done(`Published ${name}`, {
        icon: Globe,
        ...(published
          ? {
              reason: shortAddress(published),
              action: { label: 'Open', run: () => void window.open(published, '_blank', 'noopener') },
            }
          : {}),
      })
    },
  })
  const audience = paths.sitePart(params.organizationId, params.siteId, 'audience')
  const publish = () => publishing.mutate({ params })
  const unpublishing = useApi(api.sites.unpublish, {
    meta: { refused: `Couldn’t unpublish ${name}` },
    onSuccess: (now) => {
      show(now)
      offerUndo(`Unpublished ${name}`, publish)
    },
  })
  const unpublish = async () => {
    const readers = await readSiteAudience(client, params)
    const isSure = await confirm({
      title: `Unpublish ${name}?`,
      description: `${readers ? unpublishEffect(readers) : 'All readers lose access right away.'} Its content and settings don’t change.`,
      action: 'Unpublish',
      danger: true,
    })
    if (isSure) unpublishing.mutate({ params })
  }
  return {
    publish,
    unpublish: () => void unpublish(),
    isPending: publishing.isPending || unpublishing.isPending,
  }
}
