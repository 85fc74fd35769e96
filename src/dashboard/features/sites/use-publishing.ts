import { useQueryClient } from '@tanstack/react-query'
import { Globe } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { Site } from '#contract/sites.ts'
import { useApi } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { type SitePlace, siteQuery } from './site-queries.ts'
import { spoken } from './site-words.ts'

/** Takes a site to its readers and back; both can be taken back. */
export function usePublishing(params: SitePlace, site: Pick<Site, 'title'>) {
  const client = useQueryClient()
  const show = (now: Site) => client.setQueryData(siteQuery(params).queryKey, now)
  const name = words.quoted(site.title)
  const publishing = useApi(api.sites.publish, {
    meta: { refused: `${name} was not published` },
    onSuccess: (now) => {
      show(now)
      const { published } = now.urls
      toast.done(`${name} is live`, {
        icon: Globe,
        ...(published
          ? {
              reason: spoken(published),
              act: { label: 'Open', run: () => void window.open(published, '_blank', 'noopener') },
            }
          : {}),
      })
    },
  })
  const publish = () => publishing.mutate({ params })
  const unpublishing = useApi(api.sites.unpublish, {
    meta: { refused: `${name} is still live` },
    onSuccess: (now) => {
      show(now)
      toast.undoable(`${name} is not published any more`, publish)
    },
  })
  return {
    publish,
    unpublish: () => unpublishing.mutate({ params }),
    isPending: publishing.isPending || unpublishing.isPending,
  }
}
