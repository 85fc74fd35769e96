import { lazy, Suspense } from 'react'
import { useIsFirstViewLoaded } from '../hooks/use-first-view.ts'
import type { FollowProps } from './follow-button.tsx'

const FollowButton = lazy(async () => ({ default: (await import('./follow-button.tsx')).FollowButton }))

/** The button that follows an object. It loads after the first view. */
export const Follow = (props: FollowProps) =>
  useIsFirstViewLoaded() && (
    <Suspense>
      <FollowButton key={props.id} {...props} />
    </Suspense>
  )
