import { clsx } from 'clsx'
import { Eye, Globe, GlobeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Site } from '#contract/sites.ts'
import { Button } from '../../components/ui/button.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { PinButton } from '../../components/use-pins.tsx'
import { openSitePreview } from '../../data/site-preview.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { siteTabs } from '../../lib/site-tabs.ts'
import { PublishedStatus } from './labels.tsx'
import { usePublishSite } from './mutations.ts'
import styles from './sites.module.css'

type Props = {
  params: SiteParams
  site: Site
  /** The name of the tab, for the window title: `Structure`. */
  tab: string
  /** Buttons next to Publish. */
  actions?: ReactNode
  /** Leaves Preview and Publish to the palette, for a page with a main action of its own. */
  isQuiet?: boolean
}

/** Title, status and tabs of a site. */
export function SiteHead({ params, site, tab, actions, isQuiet = false }: Props) {
  const { organizationId, siteId } = params
  useBreadcrumbs(
    [{ title: 'Sites', to: paths.sites(organizationId) }, { title: site.title }],
    `${tab} of ${site.title}`,
  )
  const { publish, unpublish, isPending } = usePublishSite(params, site)
  const canPublish = site.permissions.admin
  const toggle = site.published
    ? { id: 'unpublish', label: 'Unpublish', run: unpublish }
    : { id: 'publish', label: 'Publish', run: publish }
  const preview = () =>
    void openSitePreview(labels.quoted(site.title), { params: { organizationId, siteId }, query: {} })
  useActions([
    { id: 'preview-site', label: `Preview ${site.title}`, icon: Eye, run: preview },
    ...(canPublish
      ? [{ ...toggle, label: `${toggle.label} ${site.title}`, icon: site.published ? GlobeOff : Globe }]
      : []),
  ])
  return (
    <div className="page-head">
      <div className={clsx('title-row', styles.head)}>
        <h1 className="truncate">{site.title}</h1>
        <PublishedStatus site={site} />
        <div className="actions">
          {!isQuiet && (
            <PinButton
              organizationId={organizationId}
              kind="site"
              id={siteId}
              title={site.title}
              className="wide"
            />
          )}
          {site.siteSpaces > 0 && !isQuiet && (
            <Button variant="outline" icon={Eye} onClick={preview}>
              Preview
            </Button>
          )}
          {canPublish && !isQuiet && (
            <Button
              variant={site.published ? 'outline' : 'primary'}
              aria-busy={isPending}
              disabledReason={publishRefusal(site)}
              onClick={() => !isPending && toggle.run()}
            >
              {toggle.label}
            </Button>
          )}
          {actions}
        </div>
      </div>
      <Tabs label="Site" tabs={siteTabs(organizationId, siteId)} />
    </div>
  )
}

const publishRefusal = ({ published, siteSpaces, title }: Site): string | undefined =>
  published || siteSpaces > 0 ? undefined : `Add a space to “${title}” before you publish it`
