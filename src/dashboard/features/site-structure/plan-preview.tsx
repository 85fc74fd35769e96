import { ChevronDown, Eye } from 'lucide-react'
import type { SitePlan } from '#contract/site-plans.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { openSitePreview } from '../../lib/site-preview.ts'
import { type Segment, stranger, useSegments } from '../../lib/site-segments.ts'
import type { SitePlace } from './parts.ts'

/** The pages of the site as planned, in a window of their own, as some kind of readers would see them. */
export const openPlanPreview = ({ organizationId, siteId }: SitePlace, { claims }: Segment = stranger) =>
  void openSitePreview('The plan', {
    params: { organizationId, siteId },
    query: { plan: true, claims: JSON.stringify(claims) },
  })

/** As a stranger at one press; where one has thought of other readers, as any of them. */
export function PreviewPlan({ place, plan }: { place: SitePlace; plan: SitePlan }) {
  const [segments] = useSegments(place.siteId)
  if (plan.steps.length === 0) return null
  if (segments.length === 0) {
    return (
      <Button look="line" size="form" icon={Eye} onClick={() => openPlanPreview(place)}>
        Preview the plan
      </Button>
    )
  }
  return (
    <Menu
      trigger={
        <button type="button" className="btn btn-line btn-form">
          <Icon of={Eye} />
          <span>Preview the plan</span>
          <Icon of={ChevronDown} size="xs" />
        </button>
      }
    >
      {[stranger, ...segments].map((segment, index) => (
        <MenuItem key={`${index} ${segment.name}`} onSelect={() => openPlanPreview(place, segment)}>
          As {segment.name}
        </MenuItem>
      ))}
    </Menu>
  )
}
