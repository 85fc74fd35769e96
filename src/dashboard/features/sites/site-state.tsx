import type { Site } from '#contract/sites.ts'
import { DotStatus } from '../../components/ui/marks.tsx'

/** Whether readers find it. */
export const SiteState = ({ site }: { site: Site }) =>
  site.published ? <DotStatus tone="success">Live</DotStatus> : <DotStatus>Not published</DotStatus>
