import { useQueryClient } from '@tanstack/react-query'
import { Globe } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Site } from '#contract/sites.ts'
import { confirm } from '../../components/confirm.tsx'
import { useApi } from '../../data/api.ts'
import { offerUndo } from '../../data/undo.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { shortAddress } from './labels.tsx'
import { siteQuery } from './queries.ts'

/** Publishes and unpublishes a site. */
export function usePublishSite(params: SiteParams, site: Pick<Site, 'title' | 'urls'>) {
  const client = useQueryClient()
  const show = (now: Site) => client.setQueryData(siteQuery(params).queryKey, now)
  const name = labels.quoted(site.title)
  const publishing = useApi(api.sites.publish, {
    meta: { refused: `Couldn’t publish ${name}` },
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
  const publish = () => publishing.mutate({ params })
  const unpublishing = useApi(api.sites.unpublish, {
    meta: { refused: `Couldn’t unpublish ${name}` },
    onSuccess: (now) => {
      show(now)
      offerUndo(`Unpublished ${name}`, publish)
    },
  })
  const unpublish = async () => {
    const address = site.urls.published
    const isSure = await confirm({
      title: `Unpublish ${name}?`,
      description: `All readers lose access right away. They get a 404 ${address ? `at ${shortAddress(address)}` : 'for every page'} until you publish the site again. Its content and settings don’t change.`,
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
