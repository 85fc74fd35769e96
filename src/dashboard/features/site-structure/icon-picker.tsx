import {
  Award,
  Battery,
  Bell,
  Blocks,
  Book,
  Bookmark,
  BookOpen,
  Box,
  Boxes,
  Briefcase,
  Bug,
  Building2,
  Calendar,
  ChartColumn,
  CircleQuestionMark,
  Cloud,
  Code,
  Cog,
  Compass,
  Component,
  Cpu,
  CreditCard,
  Database,
  Download,
  FileCode,
  FileText,
  Flag,
  FlaskConical,
  Folder,
  Gauge,
  GitBranch,
  Globe,
  GraduationCap,
  HardHat,
  Heart,
  History,
  House,
  Image,
  Key,
  Layers,
  LifeBuoy,
  Lightbulb,
  Link,
  Lock,
  type LucideIcon,
  Mail,
  Map as MapIcon,
  Megaphone,
  MessageCircle,
  Monitor,
  Network,
  Newspaper,
  Package,
  Palette,
  Plug,
  Puzzle,
  Rocket,
  Scale,
  Server,
  Settings,
  Shield,
  ShoppingCart,
  Smartphone,
  Sparkles,
  Star,
  Tag,
  Terminal,
  TriangleAlert,
  Users,
  Video,
  Wallet,
  Waypoints,
  Webhook,
  Workflow,
  Wrench,
  Zap,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useController } from 'react-hook-form'
import { useFieldDescription } from '../../components/form.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { SearchInput } from '../../components/ui/inputs.tsx'
import { Popover } from '../../components/ui/popover.tsx'
import styles from './icon-picker.module.css'

type Props = {
  value: string | undefined
  onPick: (icon: string | null) => void
  /** The button; its name is `iconInWords`. */
  trigger: ReactNode
  /** Mounts the picker open. */
  startsOpen?: boolean
}

/** Picks the icon of a section or group by name, or none. */
export function IconPicker({ value, onPick, trigger, startsOpen = false }: Props) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  const [text, setText] = useState('')
  const pick = (icon: string | null) => {
    onPick(icon)
    setText('')
    setIsOpen(false)
  }
  return (
    <Popover label="Icon" open={isOpen} onOpenChange={setIsOpen} trigger={trigger}>
      <SearchInput label="Find an icon" placeholder="Find by name" value={text} onChange={setText} />
      <div className={styles.grid}>
        {value !== undefined && (
          <button type="button" aria-label="No icon" onClick={() => pick(null)}>
            ∅
          </button>
        )}
        {Object.entries(sectionIcons)
          .filter(([icon]) => nameOf(icon).includes(text.trim().toLowerCase()))
          .map(([icon, mark]) => (
            <button
              key={icon}
              type="button"
              aria-label={nameOf(icon)}
              title={nameOf(icon)}
              aria-pressed={icon === value}
              onClick={() => pick(icon)}
            >
              <Icon of={mark} />
            </button>
          ))}
      </div>
      {isOtherName(text) && (
        <button type="button" className="btn btn-outline" onClick={() => pick(text.trim().toLowerCase())}>
          Use “{text.trim().toLowerCase()}”
        </button>
      )}
    </Popover>
  )
}

/** Published sites know more icons than the picker shows. */
const isOtherName = (text: string): boolean =>
  /^(?=.{1,50}$)[a-z0-9]+(-[a-z0-9]+)*$/.test(text.trim().toLowerCase()) &&
  sectionIcon(text.trim().toLowerCase()) === undefined

const nameOf = (icon: string): string => icon.replaceAll('-', ' ')

/** `Icon: book open`, `Icon: none` */
export const iconLabel = (icon: string | undefined): string => `Icon: ${icon ? nameOf(icon) : 'none'}`

/** An icon by name; a name without an icon is shown as text. */
export function SectionIcon({ name }: { name: string | undefined }) {
  const mark = sectionIcon(name)
  if (mark) return <Icon of={mark} />
  return <span className="faint">{name?.slice(0, 2) ?? '∅'}</span>
}

/** The icon of a section or group in a form. */
export function IconField({ name }: { name: string }) {
  const { field } = useController({ name })
  useFieldDescription(name, 'Icon')
  const value = typeof field.value === 'string' ? field.value : undefined
  return (
    <Field label="Icon">
      {(tied) => (
        <IconPicker
          value={value}
          onPick={field.onChange}
          trigger={
            <button
              {...tied}
              type="button"
              className="btn btn-outline emoji-pick"
              aria-label={iconLabel(value)}
            >
              <SectionIcon name={value} />
            </button>
          }
        />
      )}
    </Field>
  )
}

/** The icons of sections and groups, by the names that the service stores. */
const sectionIcons: Readonly<Record<string, LucideIcon>> = {
  award: Award,
  'bar-chart-3': ChartColumn,
  battery: Battery,
  bell: Bell,
  blocks: Blocks,
  book: Book,
  'book-open': BookOpen,
  bookmark: Bookmark,
  box: Box,
  boxes: Boxes,
  briefcase: Briefcase,
  bug: Bug,
  'building-2': Building2,
  calendar: Calendar,
  'circle-help': CircleQuestionMark,
  cloud: Cloud,
  code: Code,
  cog: Cog,
  compass: Compass,
  component: Component,
  cpu: Cpu,
  'credit-card': CreditCard,
  database: Database,
  download: Download,
  'file-code': FileCode,
  'file-text': FileText,
  flag: Flag,
  'flask-conical': FlaskConical,
  folder: Folder,
  gauge: Gauge,
  'git-branch': GitBranch,
  globe: Globe,
  'graduation-cap': GraduationCap,
  'hard-hat': HardHat,
  heart: Heart,
  history: History,
  house: House,
  image: Image,
  key: Key,
  layers: Layers,
  'life-buoy': LifeBuoy,
  lightbulb: Lightbulb,
  link: Link,
  lock: Lock,
  mail: Mail,
  map: MapIcon,
  megaphone: Megaphone,
  'message-circle': MessageCircle,
  monitor: Monitor,
  network: Network,
  newspaper: Newspaper,
  package: Package,
  palette: Palette,
  plug: Plug,
  puzzle: Puzzle,
  rocket: Rocket,
  scale: Scale,
  server: Server,
  settings: Settings,
  shield: Shield,
  'shopping-cart': ShoppingCart,
  smartphone: Smartphone,
  sparkles: Sparkles,
  star: Star,
  tag: Tag,
  terminal: Terminal,
  'triangle-alert': TriangleAlert,
  users: Users,
  video: Video,
  wallet: Wallet,
  waypoints: Waypoints,
  webhook: Webhook,
  workflow: Workflow,
  wrench: Wrench,
  zap: Zap,
}

/** The icon of a name, if there is one. */
export const sectionIcon = (name: string | undefined): LucideIcon | undefined =>
  name !== undefined && Object.hasOwn(sectionIcons, name) ? sectionIcons[name] : undefined
