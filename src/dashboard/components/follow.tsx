import { useOnDemand } from '../hooks/use-on-demand.ts'
import { useIsPainted } from '../hooks/use-painted.ts'
import { onDemand } from '../lib/on-demand.ts'
import type { FollowProps } from './follow-button.tsx'

const followButton = onDemand(() => import('./follow-button.tsx'))

/** The button that follows an object. It loads after the first view. */
export function Follow(props: FollowProps) {
  const FollowButton = useOnDemand(followButton, useIsPainted())?.FollowButton
  return FollowButton && <FollowButton key={props.id} {...props} />
}
