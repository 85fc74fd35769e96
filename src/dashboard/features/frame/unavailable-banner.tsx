import { ServerOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Banner } from '../../components/ui/states.tsx'
import { serviceAvailability } from '../../data/service-availability.ts'

/** While the service answers 503, such as during a restart of its database. */
export function UnavailableBanner() {
  const isAway = useSyncExternalStore(serviceAvailability.subscribe, serviceAvailability.isAway)
  if (!isAway) return null
  return (
    <Banner tone="warning" icon={ServerOff}>
      Lectern is temporarily unavailable. Your changes are saved as soon as it’s back.
    </Banner>
  )
}
