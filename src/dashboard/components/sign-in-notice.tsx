import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../lib/paths.ts'
import { ButtonContent, buttonClass } from './ui/button.tsx'
import { Icon } from './ui/icon.tsx'
import { Empty } from './ui/states.tsx'

type Props = { icon: LucideIcon; title: string; actions: ReactNode; children: ReactNode }

/** Instead of a page that this session cannot open: what is missing, and how to get it. */
export const SignInNotice = ({ icon, title, actions, children }: Props) => (
  <Empty
    isPage
    title={
      <>
        <span className="i-faint line">
          <Icon of={icon} />
        </span>
        {title}
      </>
    }
    actions={
      <>
        {actions}
        <Link className={buttonClass('outline')} to={paths.organizations}>
          <ButtonContent>Other organizations</ButtonContent>
        </Link>
      </>
    }
  >
    {children}
  </Empty>
)
