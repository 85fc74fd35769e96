import { clsx } from 'clsx'

type Props = { id: string; name: string; size?: 'm' | 'l' | undefined }

/** The initials of a person on one of six inks, always the same one for the same person. */
export const Avatar = ({ id, name, size }: Props) => (
  <span className={clsx('avatar', `p${inkOf(id)}`, size && `avatar-${size}`)} aria-hidden="true">
    {initialsOf(name)}
  </span>
)

export function inkOf(id: string): number {
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
