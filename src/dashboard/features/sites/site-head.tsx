import { clsx } from 'clsx'
import { CalendarClock, Eye, Globe, GlobeOff } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Site } from '#contract/sites.ts'
import { Button } from '../../components/ui/button.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { SplitButton } from '../../components/ui/split-button.tsx'
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
import { useSchedule } from './use-schedule.tsx'

const PublishQuestion = lazy(async () => ({
  default: (await import('./publish-question.tsx')).PublishQuestion,
}))

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
  const [isUndecided, setIsUndecided] = useState(false)
  const { publish, unpublish, isPending } = usePublishSite(params, site, () => setIsUndecided(true))
  const canPublish = site.permissions.admin
  const toggle = site.published
    ? { id: 'unpublish' as const, label: 'Unpublish', run: unpublish }
    : { id: 'publish' as const, label: 'Publish', run: publish }
  const { schedule, scheduleDialog } = useSchedule(params, site)
  const variant = site.published ? 'outline' : 'primary'
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
        <h1>{site.title}</h1>
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
            <SplitButton
              variant={variant}
              items={
                <MenuItem icon={CalendarClock} onSelect={() => schedule({ type: toggle.id })}>
                  Schedule…
                </MenuItem>
              }
            >
              <Button
                variant={variant}
                aria-busy={isPending}
                disabledReason={publishRefusal(site)}
                onClick={() => !isPending && toggle.run()}
              >
                {toggle.label}
              </Button>
            </SplitButton>
          )}
          {actions}
        </div>
      </div>
      <Tabs label="Site" tabs={siteTabs(organizationId, siteId)} />
      {scheduleDialog}
      {isUndecided && (
        <Suspense fallback={null}>
          <PublishQuestion
            params={params}
            site={site}
            onDecided={() => {
              setIsUndecided(false)
              publish()
            }}
            onClose={() => setIsUndecided(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

const publishRefusal = ({ published, siteSpaces, title }: Site): string | undefined =>
  published || siteSpaces > 0 ? undefined : `Add a space to “${title}” before you publish it`
