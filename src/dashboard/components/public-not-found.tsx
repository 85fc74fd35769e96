import { AuthLayout } from './auth-layout.tsx'
import { NotFound } from './route-states.tsx'

/** An address without content, for people who may not even be signed in. */
export function PublicNotFound() {
  return (
    <AuthLayout>
      <NotFound />
    </AuthLayout>
  )
}
