import { useWindowTitle } from '../hooks/use-breadcrumbs.ts'
import { Door } from './door.tsx'
import { NotFound } from './route-states.tsx'

/** An address that leads nowhere, for people who may not even be signed in. */
export function DoorNotFound() {
  useWindowTitle('Not found')
  return (
    <Door>
      <NotFound />
    </Door>
  )
}
