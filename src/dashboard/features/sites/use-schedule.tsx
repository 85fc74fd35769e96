import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Site } from '#contract/sites.ts'
import type { SchedulePreset } from './schedule-labels.ts'

const NewScheduledAction = lazy(async () => ({
  default: (await import('./schedule-dialog.tsx')).NewScheduledAction,
}))

/** Opens the dialog that schedules a change of a site, filled in, on any of its tabs. */
export function useSchedule(
  params: SiteParams,
  site: Site,
): { schedule: (preset: SchedulePreset) => void; scheduleDialog: ReactNode } {
  const [preset, setPreset] = useState<SchedulePreset>()
  const scheduleDialog = preset && (
    <Suspense fallback={null}>
      <NewScheduledAction params={params} site={site} preset={preset} onClose={() => setPreset(undefined)} />
    </Suspense>
  )
  return { schedule: setPreset, scheduleDialog }
}
