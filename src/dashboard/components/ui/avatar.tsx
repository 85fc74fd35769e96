import { clsx } from 'clsx'
import { useState } from 'react'

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

export function avatarColor(id: string): number {
  let hash = 0
  for (const sign of id) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003
  return (hash % 6) + 1
}

export function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/)
  const ends = parts.length > 1 ? [parts[0], parts.at(-1)] : [parts[0]]
  return ends
    .map((part) => [...(part ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
