import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'

type Props = { of: LucideIcon; size?: 's' | 'xs' | undefined; className?: string | undefined }

/** One icon of the set next to a word; it never has a meaning of its own. */
export const Icon = ({ of: Mark, size, className }: Props) => (
  <Mark
    className={clsx('icon', size === 's' && 'icon-s', size === 'xs' && 'icon-xs', className)}
    aria-hidden
  />
)

/** The mark of the product. */
export const Glyph = () => (
  <svg className="glyph" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
    <path d="M2 4.2 9.3 6.4v6.9L2 11.1Z" />
    <path d="M18 4.2l-7.3 2.2v6.9L18 11.1Z" />
    <path d="M9.3 14.6h1.4v2.1h2.8v1.3h-7v-1.3h2.8Z" />
  </svg>
)
