import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Icon } from './icon.tsx'

type BadgeProps = { tone?: 'ink' | 'warning' | 'danger' | 'success'; icon?: LucideIcon; children: ReactNode }

/** A small outlined label; colored only if an action is needed or something is new. */
export const Badge = ({ tone, icon, children }: BadgeProps) => (
  <span className={clsx('badge', tone && `badge-${tone}`)}>
    {icon && <Icon of={icon} />}
    {children}
  </span>
)

type StatusProps = {
  tone?: 'open' | 'draft' | 'merged' | 'warning' | 'danger'
  icon: LucideIcon
  className?: string
  children?: ReactNode
}

/** A status as a label with an icon; never a pill. */
export const Status = ({ tone, icon, className, children }: StatusProps) => (
  <span className={clsx('status', tone && `status-${tone}`, className)}>
    <Icon of={icon} />
    {children}
  </span>
)

/** A state that is only on or off, such as a site that is live. */
export const DotStatus = ({
  tone,
  children,
}: {
  tone?: 'success' | 'warning' | 'danger' | 'ink'
  children: ReactNode
}) => (
  <span className="status">
    <span className={clsx('dot', tone && `dot-${tone}`)} />
    {children}
  </span>
)

/** The emoji of a space; the only emoji there are. */
export const Emoji = ({ of }: { of: string }) => (
  <span className="emoji" aria-hidden="true">
    {characterOf(of)}
  </span>
)

/** An emoji may be stored as the character or as its code points in hex, joined by `-`. */
export function characterOf(emoji: string): string {
  if (!/^[0-9a-f]{4,6}(-[0-9a-f]{2,6})*$/i.test(emoji)) return emoji
  return String.fromCodePoint(...emoji.split('-').map((part) => Number.parseInt(part, 16)))
}

type Props = {
  id: string
  name: string
  /** Address of a picture of them. */
  photo?: string | undefined
  size?: 'm' | 'l' | undefined
}

/** The picture of a person, or their initials on one of six inks, always the same one for the same person. */
export function Avatar({ id, name, photo, size }: Props) {
  const [broken, setBroken] = useState<string>()
  const shape = clsx('avatar', `p${avatarColor(id)}`, size && `avatar-${size}`)
  if (photo !== undefined && photo !== broken) {
    return <img className={shape} src={photo} alt="" loading="lazy" onError={() => setBroken(photo)} />
  }
  return (
    <span className={shape} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

function avatarColor(id: string): number {
  let hash = 0
  for (const sign of id) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003
  return (hash % 6) + 1
}

function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/)
  const ends = parts.length > 1 ? [parts[0], parts.at(-1)] : [parts[0]]
  return ends
    .map((part) => [...(part ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
