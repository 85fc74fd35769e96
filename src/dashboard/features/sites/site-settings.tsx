import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { Site } from '#contract/sites.ts'
import { confirm } from '../../components/confirm-store.ts'
import { Button } from '../../components/ui/button.tsx'
import { NoPermission } from '../../components/ui/states.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { useApi } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { SiteHostname } from './site-hostname.tsx'
import { SiteProxy } from './site-proxy.tsx'
import type { SitePlace } from './site-queries.ts'
import { SiteSettingsForm } from './site-settings-form.tsx'
import { addressOf, spoken } from './site-words.ts'

type Props = { place: SitePlace; site: Site }

/** What a site is called, where it stands, and its end. */
export function SiteSettings({ place, site }: Props) {
  if (!site.permissions.edit) {
    return (
      <NoPermission title="The settings of this site are not yours to change">
        For that you need the role Edit on it. Who manages the site gives it under Access.
      </NoPermission>
    )
  }
  return (
    <div className="scroll">
      <div className="site-over">
        <SiteSettingsForm place={place} site={site} />
        {site.permissions.admin && <SiteHostname place={place} site={site} />}
        {site.permissions.admin && <SiteProxy place={place} site={site} />}
        {site.permissions.admin && <Deletion place={place} site={site} />}
      </div>
    </div>
  )
}

function Deletion({ place, site }: Props) {
  const navigate = useNavigate()
  const name = words.quoted(site.title)
  const deleting = useApi(api.sites.delete, {
    meta: { refused: `${name} was not deleted` },
    onSuccess: async () => {
      await navigate({ to: places.sites(place.organizationId) })
      toast.done(`Deleted ${name}`)
    },
  })
  const run = async () => {
    const isSure = await confirm({
      title: `Delete the site ${name}?`,
      description: `${
        site.published ? `Readers no longer find ${spoken(addressOf(site))}. Its` : 'Its'
      } structure is gone for good; its spaces stay in the library.`,
      act: `Delete ${site.title}`,
      danger: true,
    })
    if (isSure) deleting.mutate({ params: place, ifMatch: site.version })
  }
  useActs([{ id: 'delete-site', label: `Delete ${site.title}`, icon: Trash2, run: () => void run() }])
  return (
    <section className="site-end" aria-labelledby="site-end">
      <div>
        <h2 id="site-end">Delete this site</h2>
        <p className="soft">Its structure and address go; its spaces and their pages stay in the library.</p>
      </div>
      <Button look="danger-line" icon={Trash2} onClick={() => void run()} aria-busy={deleting.isPending}>
        Delete site
      </Button>
    </section>
  )
}
