import { useQuery } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { Follow } from '#contract/follows.ts'
import { q, useApi } from '../data/api.ts'
import { optimistic } from '../data/optimistic.ts'
import { offerUndo } from '../data/undo.ts'
import { useActions } from '../hooks/use-actions.ts'
import { useIsPainted } from '../hooks/use-painted.ts'
import { labels } from '../lib/labels.ts'
import { IconButton } from './ui/button.tsx'

export type FollowProps = {
  readonly spaceId: string
  readonly kind: Follow['kind']
  readonly id: string
  readonly title: string
  readonly className?: string
}

const nouns = {
  space: 'space',
  page: 'page',
  'change-request': 'change request',
  comment: 'thread',
} as const

/** Follows or unfollows an object, also in the palette. What is unfollowed is not followed automatically again. */
export function FollowButton({ spaceId, kind, id, title, className }: FollowProps) {
  const params = { spaceId, followKind: kind, followedId: id }
  const query = q(api.follows.get, { params })
  const { data } = useQuery({ ...query, enabled: useIsPainted() })
  const name = labels.quoted(title || labels.untitled)
  const setting = useApi(api.follows.set, {
    ...optimistic(query, (now, { body: { state } }) => ({ ...now, state, automatic: false })),
    meta: { refused: `Couldn’t change whether you follow ${name}` },
  })
  const before = data?.state ?? 'none'
  const isFollowed = before === 'following'
  const set = (state: Follow['state']) => setting.mutate({ params, body: { state } })
  const toggle = () => {
    set(isFollowed ? 'muted' : 'following')
    offerUndo(isFollowed ? `Unfollowed ${name}` : `Followed ${name}`, () => set(before))
  }
  const label = `${isFollowed ? 'Unfollow' : 'Follow'} this ${nouns[kind]}`
  const icon = isFollowed ? BellRing : Bell
  useActions(data === undefined ? [] : [{ id: `follow-${kind}`, label, icon, run: toggle }])
  return (
    <IconButton
      {...(className === undefined ? {} : { className })}
      icon={icon}
      label={label}
      aria-pressed={isFollowed}
      onClick={toggle}
    />
  )
}
