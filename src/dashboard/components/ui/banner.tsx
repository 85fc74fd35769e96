import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type Props = { tone?: 'warning' | 'ink'; icon: LucideIcon; children: ReactNode; act?: ReactNode }

/** One line under the top bar; `warning` for being offline and for risk, `ink` for where one is. */
export const Banner = ({ tone, icon, children, act }: Props) => (
  <div className={clsx('banner', tone && `banner-${tone}`)} role="status">
    <Icon of={icon} />
    <p>{children}</p>
    {act}
  </div>
)
